"""Hand histories of poker sites: read, proved, written."""

import random
from pathlib import Path
from types import ModuleType

import pytest
from pokerkit import notation

from kicker import Record, holdem, make_bot
from kicker.cards import Deck
from kicker.games import GAMES, State
from kicker.sites import ggpoker, partypoker, poker888, pokerstars, winamax
from kicker.sites.amounts import parse_amount
from kicker.sites.files import parse_text
from kicker.sites.importing import ImportCounts, check_file
from kicker.sites.model import SiteHand, Unreadable
from kicker.sites.proving import Proof, prove
from kicker.sites.writing import format_pokerstars
from tests.conftest import OWN_DATA, few_or_many

SITES = OWN_DATA / "sites"
POKERSTARS = (SITES / "pokerstars.txt").read_text()
FIRST = POKERSTARS.split("\n\n")[0]


def only(text: str) -> SiteHand:
    (hand,) = parse_text(text)
    assert isinstance(hand, SiteHand), hand
    return hand


def proved(text: str) -> Proof:
    return prove(only(text))


def problem_of(text: str) -> str:
    """The report on a text with one hand."""
    (found,) = parse_text(text)
    return str(found) if isinstance(found, Unreadable) else prove(found).problem if isinstance(found, SiteHand) else ""


def counted(path: Path) -> ImportCounts:
    counts = ImportCounts()
    check_file(path, counts)
    return counts


# --- our own files ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(SITES.glob("*.txt")), ids=lambda path: path.stem)
def test_every_site_is_read_and_proved(path: Path) -> None:
    counts = counted(path)
    assert counts.hands == counts.ok > 0
    assert not counts.problems


def test_what_a_hand_says() -> None:
    hand = only(FIRST)
    assert (hand.site, hand.number, hand.hero, hand.button) == ("PokerStars", "1001", "Hero", 2)
    assert (hand.game.name, hand.limit, hand.stakes, hand.currency) == ("holdem", "no-limit", (5, 10), "USD")
    assert [seat.name for seat in hand.seats] == ["ada: lovelace", "Ben", "[c]arl", "Hero", "away"]
    assert (hand.total, hand.rake, hand.collected) == (940, 38, {"Ben": 902})
    assert hand.when is not None
    assert hand.when.isoformat() == "2024-03-02T20:15:07"
    record = proved(FIRST).replay
    assert record is not None
    assert record.record.names == ("[c]arl", "Hero", "ada: lovelace", "Ben")
    assert record.rake == 38


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Rake $0.38", "Rake $0.37", "rake"),
        ("Total pot $9.40", "Total pot $9.41", "total pot"),
        ("Ben collected $9.02", "Ben collected $9.03", "rake"),
        ("Hero: calls $2.40", "Hero: folds", "Ben collects 9.02 in the file, 4.60 in the replay"),
        ("Ben: calls $0.70", "Ben: calls $0.7x", "'$0.7x' is not an amount of money"),
        ("[As 7d 2c] [Jh]", "[As 7d 2c] [Jx]", "'Jx' is not a card"),
        ("Ben: raises $0.20 to $0.30", "Ben: jumps", "is not a line of a hand"),
        ("*** SUMMARY ***", "", "is not a line of a hand"),
        ("Hold'em No Limit", "Courchevel No Limit", "kicker does not play Courchevel No Limit"),
        ("Dealt to Hero [Ah Kd]", "Dealt to Hero [7s Kd]", "7s"),
        ("Seat 2: Ben ($4.60 in chips)", "Seat 2: Ben ($4.50 in chips)", "raise"),
    ],
)
def test_a_hand_that_contradicts_itself_is_told(old: str, new: str, says: str) -> None:
    assert old in FIRST
    assert says in problem_of(FIRST.replace(old, new))


def test_the_hands_around_a_bad_one_are_read(tmp_path: Path) -> None:
    first, second, third = POKERSTARS.split("\n\n\n\n")
    path = tmp_path / "broken.txt"
    path.write_text("\n\n".join([first, second[: second.index("*** TURN")], third]))
    counts = counted(path)
    assert (counts.hands, counts.ok, counts.unreadable) == (3, 2, 1)
    (problem,) = counts.problems
    assert problem.sentence == "the hand breaks off before its summary"
    assert path.read_text().splitlines()[problem.line - 1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_encodings_and_line_ends(tmp_path: Path, encoding: str, newline: str) -> None:
    text = (SITES / "winamax.txt").read_text() + "\n" + POKERSTARS.replace("Ben", "Bénédicte")
    path = tmp_path / "hands.txt"
    path.write_bytes(text.replace("\n", newline).encode(encoding))
    counts = counted(path)
    assert (counts.hands, counts.ok) == (4, 4)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "no hand history found"),
        (b"Dear diary,\nI lost again.\n", "no hand history found"),
        (bytes(range(256)) * 40, "no hand history found"),
        (b"x" * 20_000_000, "characters: this is not a hand history"),
    ],
)
def test_files_of_another_kind(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "other"
    path.write_bytes(content)
    counts = counted(path)
    assert (counts.hands, counts.ok, len(counts.problems)) == (0, 0, 1)
    assert says in counts.problems[0].sentence


@pytest.mark.parametrize(
    ("text", "scale", "chips"),
    [
        ("$1,234.50", 100, 123450), ("$0.05", 100, 5), ("1.5", 100, 150), ("€0,05", 100, 5), ("12", 1, 12),
        ("1,283.15", 100, 128315), ("1 283,15 €", 100, 128315), ("2,000", 1, 2000), ("$3", 100, 300), ("$.25", 100, 25),
        ("42.797,60 $", 100, 4279760),
    ],
)  # fmt: skip
def test_amounts(text: str, scale: int, chips: int) -> None:
    assert parse_amount(text, scale) == chips


@pytest.mark.parametrize("text", ["", "$", "1.2.3", "one", "12x", "-5", "1,23,4"])
def test_what_is_no_amount(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount of money"):
        parse_amount(text, 100)


def mutated(text: str, chance: random.Random) -> str:
    """A text with something wrong in it, maybe."""
    lines = text.splitlines()
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(lines))
        match chance.randrange(7):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, chance.choice(lines))
            case 2:
                lines[place] = lines[place][: chance.randrange(len(lines[place]) + 1)]
            case 3:
                lines[place] = lines[place].replace(chance.choice("0123456789$.:[] "), chance.choice("0129x€ ]"), 1)
            case 4:
                lines[place] = lines[place].replace(chance.choice("0123456789"), "5" * 400, 1)
            case 5:
                other = chance.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
            case _:
                at = chance.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:at] + chr(chance.randrange(1, 0x3000)) + lines[place][at:]
        if not lines:
            break
    return "\n".join(lines)


@few_or_many(300, 10_000)
def test_nothing_that_is_mutated_breaks_a_reader(count: int) -> None:
    texts = [path.read_text() for path in sorted(SITES.glob("*.txt"))]
    for number in range(count):
        chance = random.Random(number)
        for found in parse_text(mutated(chance.choice(texts), chance)):
            if isinstance(found, SiteHand):
                proof = prove(found)
                assert proof.ok == (not proof.problem)
                assert "\n" not in proof.problem
            elif isinstance(found, Unreadable):
                assert "\n" not in str(found)
                assert found.line > 0


# --- written and read again ------------------------------------------------------------------------------------------


def random_deal(number: int) -> State:
    chance = random.Random(number)
    seats = chance.randint(2, 9)
    limit = chance.choice(["no-limit", "pot-limit", "fixed-limit"])
    rules = holdem(blinds=(5, 10), ante=chance.choice([0, 0, 1]), betting=limit)  # type: ignore[arg-type]
    bots = [make_bot(chance.choice(["random", "caller", "maniac"]), seed=number * 10 + seat) for seat in range(seats)]
    stacks = [chance.choice([15, 100, 1000]) for _ in range(seats)]
    state, _ = rules.start(Deck(seed=number).shuffle().deal(52), stacks, chance.randrange(seats))
    while state.to_act is not None:
        state, _ = state.apply(bots[state.to_act].act(state.view(state.to_act)))
    return state


@few_or_many(60, 3000)
def test_what_is_written_is_read_to_the_chip(count: int) -> None:
    for number in range(count):
        state = random_deal(number)
        text = format_pokerstars(
            Record.from_state(state, [f"a: {seat}" for seat in range(len(state.stacks))], hand=number)
        )
        proof = proved(text)
        assert proof.ok, (proof.problem, text)
        assert proof.replay is not None
        assert proof.replay.final.stacks == tuple(state.stacks[seat] for seat in state.setup.order)


@pytest.mark.filterwarnings("ignore:The field 'time_zone_abbreviation' is an unexpected field:UserWarning")
def test_pokerkit_reads_what_is_written() -> None:
    parser = notation.PokerStarsParser()
    for number in range(12):
        state = random_deal(number)
        if state.rules.betting != "no-limit" or state.rules.ante or min(state.setup.stacks) < 100:
            continue
        text = format_pokerstars(Record.from_state(state, [f"Player{seat}" for seat in range(len(state.stacks))]))
        (history,) = parser(text)
        *_, last = history
        assert tuple(last.stacks) == tuple(state.stacks[seat] for seat in state.setup.order)


@pytest.mark.parametrize("site", [ggpoker, partypoker, poker888, pokerstars, winamax])
def test_every_game_of_a_site_is_played(site: ModuleType) -> None:
    words = getattr(site, "GAME_WORDS", None) or site._GAMES
    assert set(words.values()) <= set(GAMES)


# --- files of real sites ---------------------------------------------------------------------------------------------


def test_hands_of_real_sites(outside_data: Path) -> None:
    files = sorted((outside_data / "hand-histories").rglob("*.txt"))
    counts = ImportCounts()
    for path in files:
        check_file(path, counts)
    assert counts.ok >= 1420
    assert counts.hands == counts.ok + counts.disagree + counts.unreadable + counts.cancelled
