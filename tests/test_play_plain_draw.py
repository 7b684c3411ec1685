"""The plain draw at the prompt: the sample games to the letter, wrong answers, ties, leaving and coming back."""

import json
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import DECK, LONG, parse_cards
from kicker.ui.cli import main
from kicker.ui.common.home import KeptGame, left_games
from tests.conftest import OWN_DATA, Run
from tests.test_cli import one_sentence
from tests.transcripts import transcript

DATA = OWN_DATA / "play"
GAMES: list[dict[str, Any]] = json.loads((DATA / "plain-draw-games.json").read_text())
COMMAND = ("play", "draw", "--no-betting")
PLAYERS = "Input number of players 2-6: "
COUNT = "Input the number of cards to draw 0-3: "
PLACE = "Input the number of the card to replace 1-5: "
GO_ON = "Error: the input ended before the game was over; resume it with kicker play draw --no-betting --resume"


pytestmark = pytest.mark.usefixtures("home")


def lines(answers: list[Any]) -> bytes:
    return "".join(f"{answer}\n" for answer in answers).encode()


def run_here(*arguments: str, answers: list[Any]) -> Result:
    """Run the command in this process, which is quicker; unexpected exceptions come out unchanged."""
    result = CliRunner().invoke(main, [*COMMAND, *arguments], input=lines(answers))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def as_typed(output: str, answers: list[Any]) -> str:
    """The text a terminal shows."""
    return transcript(output, list(map(str, answers)), ["2-6: ", "0-3: ", "1-5: "])


def final_table(output: str) -> list[str]:
    """The lines of all hands at the end."""
    return re.split(r"\d-\d: ", output)[-1].strip().split("\n\n")[0].splitlines()


# --- the sample games, written down without kicker -------------------------------------------------------------------

FACES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
KINDS = {
    (1, 1, 1, 1, 1): "High Card",
    (2, 1, 1, 1): "One Pair",
    (2, 2, 1): "Two Pair",
    (3, 1, 1): "Three of a Kind",
    (3, 2): "Full House",
    (4, 1): "Four of a Kind",
}


def face(card: str) -> int:
    return FACES.index(card[:-1])


def kind_of(cards: list[str]) -> str:
    """The name of a hand of five."""
    faces = sorted(map(face, cards))
    straight = faces == [0, 9, 10, 11, 12] or faces == list(range(faces[0], faces[0] + 5))
    flush = len({card[-1] for card in cards}) == 1
    if straight or flush:
        return "Straight Flush" if straight and flush else "Straight" if straight else "Flush"
    return KINDS[tuple(sorted(Counter(faces).values(), reverse=True))]


def player_line(number: int, hand: str) -> str:
    cards = hand.split()
    return f"Player {number}: {''.join(' ' * (4 - len(card)) + card for card in cards)} --- {kind_of(cards)}\n"


def sample_transcript(game: dict[str, Any]) -> str:
    """A sample game as a terminal shows it."""
    answers = iter(game["inputs"])
    text = ""
    for answer in answers:
        text += f"Input number of players 2-6: {answer}\n"
        if 2 <= answer <= 6:
            break
        text += "Input was not between 2 and 6, try again\n"
    for number, (hand, thrown) in enumerate(zip(game["init"], game["rep"], strict=True), 1):
        text += f"\n{player_line(number, hand)}"
        text += f"Number of cards to draw: Input the number of cards to draw 0-3: {next(answers)}\n"
        taken: list[int] = []
        while taken != thrown:
            answer = next(answers)
            text += f"Input the number of the card to replace 1-5: {answer}\n"
            if not 1 <= answer <= 5:
                text += "Input was not between 1 and 5, try again\n"
            elif answer in taken:
                text += "This card was already replaced, please select another card.\n"
            else:
                taken.append(answer)
    text += "\n" + "".join(player_line(number, hand) for number, hand in enumerate(game["fin"], 1))
    assert next(answers, None) is None
    return f"{text}\nPlayer {game['win']} won this hand.\n"


def sample_deck(game: dict[str, Any]) -> str:
    """A deck that deals a sample game: the hands one card at a time round the table, then what each drew in turn."""
    hands = [hand.split() for hand in game["init"]]
    deck = [hand[place] for place in range(5) for hand in hands]
    for hand, thrown, final in zip(hands, game["rep"], game["fin"], strict=True):
        drawn = set(final.split()) - set(hand)
        deck += next(order for order in permutations(sorted(drawn)) if exchanged(hand, thrown, order) == final.split())
    return " ".join([*deck, *(LONG.format(card) for card in DECK if LONG.format(card) not in deck)])


def exchanged(hand: list[str], places: list[int], drawn: tuple[str, ...]) -> list[str]:
    new = list(hand)
    for place, card in zip(places, drawn, strict=True):
        new[place - 1] = card
    return sorted(new, key=face)


@pytest.mark.parametrize("number", range(1, 6))
def test_the_transcripts_are_those_of_the_sample_games(number: int) -> None:
    assert (DATA / f"plain-draw-{number}.txt").read_text() == sample_transcript(GAMES[number - 1])


@pytest.mark.req(
    "R003-01", "R003-02", "R003-03", "R003-04", "R003-05", "R003-06", "R003-07", "R003-08", "R003-09", "R003-11",
    "R003-12", "R003-13", "R003-15", "R003-16", "R003-32", "R003-33",
)  # fmt: skip
@pytest.mark.parametrize("number", range(1, 6))
def test_sample_games_to_the_letter(kicker: Run, number: int) -> None:
    game = GAMES[number - 1]
    result = kicker(*COMMAND, "--deck", game.get("deck") or sample_deck(game), input=lines(game["inputs"]))
    assert (result.returncode, result.stderr) == (0, b"")
    assert as_typed(result.stdout.decode(), game["inputs"]) == (DATA / f"plain-draw-{number}.txt").read_text()
    assert left_games("plain-draw") == []


@pytest.mark.req("R003-33", "R003-10")
def test_the_deck_itself_is_never_printed() -> None:
    game = GAMES[4]
    result = run_here("--deck", game["deck"], answers=game["inputs"])
    printed = set(re.findall(r"\b(?:10|[2-9AJQK])[CDHS]\b", result.stdout))
    assert printed == set(game["deck"].split()[:22])


# --- questions -------------------------------------------------------------------------------------------------------

WRONG = ["", "seven", "-1", "+2", "2.0", "1 2", "99999999999999999999", "²", "٣", "\x00", "q"]


@pytest.mark.req("R003-06", "R003-11", "R003-13", "R003-14", "R003-15")
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_no_number_in_range_is_asked_again(wrong: str) -> None:
    answers = [wrong, 2, wrong, 4, 1, wrong, 0, 5, 0]
    result = run_here("--seed", "1", answers=answers)
    blocks = as_typed(result.stdout, answers).split("\n\n")
    assert blocks[0] == f"{PLAYERS}{wrong}\nInput was not between 2 and 6, try again\n{PLAYERS}2"
    assert blocks[1].split("\n", 1)[1] == (
        f"Number of cards to draw: {COUNT}{wrong}\nInput was not between 0 and 3, try again\n"
        f"{COUNT}4\nInput was not between 0 and 3, try again\n{COUNT}1\n"
        f"{PLACE}{wrong}\nInput was not between 1 and 5, try again\n"
        f"{PLACE}0\nInput was not between 1 and 5, try again\n{PLACE}5"
    )
    assert result.exit_code == 0


def test_blanks_around_a_number_do_no_harm() -> None:
    assert run_here("--seed", "1", answers=[" 2 ", "0\t", "\r0"]).exit_code == 0


@pytest.mark.req("R003-04", "R003-08")
def test_new_cards_take_the_places_that_were_thrown_in_the_hand_as_printed() -> None:
    # The nine is dealt first and printed last: the four that comes for it stands behind the two that were there.
    deck = "9C KD 4D 7D 2S 7C AS 3S 4S 2D 4H JC JD QC QD KC"
    result = run_here("--deck", deck, answers=[2, 1, 5, 2, 5, 3])
    table = final_table(result.stdout)
    assert "Player 1:   AS  2S  4D  4S  9C --- One Pair\n" in result.stdout
    assert table[-2] == "Player 1:   AS  2S  4D  4S  4H --- Three of a Kind"
    assert "Player 2:   2D  3S  7D  7C  KD --- One Pair\n" in result.stdout
    # The king was named first and went for the first jack; the second one stands where the seven of diamonds stood.
    assert table[-1] == "Player 2:   2D  3S  7C  JD  JC --- One Pair"


@pytest.mark.req("R003-01", "R003-16")
@pytest.mark.parametrize("players", range(2, 7))
def test_two_to_six_play_and_each_is_asked_in_turn(players: int) -> None:
    answers = [players, *[3, 1, 3, 5] * players]
    result = run_here("--seed", "9", answers=answers)
    blocks = as_typed(result.stdout, answers).split("\n\n")
    assert [block.split(":")[0] for block in blocks[1:-2]] == [f"Player {number + 1}" for number in range(players)]
    assert [line.split(":")[0] for line in blocks[-2].splitlines()] == [f"Player {n + 1}" for n in range(players)]
    assert re.fullmatch(rf"Player [1-{players}] won this hand\.\n", blocks[-1])
    assert max(map(len, blocks[-2].splitlines())) <= 80


def test_the_same_seed_deals_the_same_and_none_does_not() -> None:
    assert run_here("--seed", "5", answers=[3, 0, 0, 0]).stdout == run_here("--seed", "5", answers=[3, 0, 0, 0]).stdout
    assert len({run_here(answers=[3, 0, 0, 0]).stdout for _ in range(4)}) > 1


# --- results ---------------------------------------------------------------------------------------------------------


def deal_hands(*hands: str) -> str:
    """A deck that gives these hands, and then all other cards."""
    parts = [parse_cards(hand) for hand in hands]
    first = [hand[place] for place in range(5) for hand in parts]
    return " ".join(map(str, [*first, *(card for card in DECK if card not in first)]))


@pytest.mark.req("R003-09", "R003-17")
@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("2c 4d 6h 8s Kd", "High Card"),
        ("2c 2d 6h 8s Kd", "One Pair"),
        ("2c 2d 6h 6s Kd", "Two Pair"),
        ("2c 2d 2h 8s Kd", "Three of a Kind"),
        ("Ac 2d 3h 4s 5d", "Straight"),
        ("2c 4c 6c 8c Kc", "Flush"),
        ("2c 2d 2h Ks Kd", "Full House"),
        ("2c 2d 2h 2s Kd", "Four of a Kind"),
        ("2c 3c 4c 5c 6c", "Straight Flush"),
        ("Ac Tc Jc Qc Kc", "Straight Flush"),
    ],
)
def test_names_of_hands(hand: str, name: str) -> None:
    result = run_here("--deck", deal_hands(hand, "3d 5h 7d 9d Jh"), answers=[2, 0, 0])
    cards = "".join(f"{LONG.format(card):>4}" for card in parse_cards(hand))
    assert result.stdout.count(f"Player 1: {cards} --- {name}\n") == 2
    assert name == kind_of([LONG.format(card) for card in parse_cards(hand)])


SAME = ["2c 4c 6c 8c Kd", "2d 4d 6d 8d Kc", "2h 4h 6h 8h Ks", "2s 4s 6s 8s Kh"]
WORSE = ["3c 5d 7h 9s Jc", "3d 5h 7s 9c Jd"]


@pytest.mark.req("R003-18")
@pytest.mark.parametrize(
    ("hands", "result"),
    [
        ([SAME[0], WORSE[0], SAME[1]], "Players 1 and 3 tied this hand."),
        ([SAME[0], SAME[1], WORSE[0], SAME[2]], "Players 1, 2 and 4 tied this hand."),
        ([WORSE[0], *SAME, WORSE[1]], "Players 2, 3, 4 and 5 tied this hand."),
        (WORSE, "Players 1 and 2 tied this hand."),
        ([WORSE[0], SAME[3]], "Player 2 won this hand."),
    ],
)
def test_ties(hands: list[str], result: str) -> None:
    shown = run_here("--deck", deal_hands(*hands), answers=[len(hands), *[0] * len(hands)])
    assert shown.stdout.endswith(f"\n\n{result}\n")


# --- decks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deck", "words"),
    [
        ("As Kx", "'Kx' is not a card at character 4 of 'As Kx': the suit is one of c d h s or ♣ ♦ ♥ ♠"),
        ("As Kd As", "As appears twice; a deck has each card once"),
        ("As Kd", "a deck of 2 cards is too short: 2 seats may need 16"),
        ("", "a deck of 0 cards is too short: 2 seats may need 16"),
    ],
)
def test_a_wrong_deck_is_refused_in_one_sentence(kicker: Run, home: Path, deck: str, words: str) -> None:
    assert one_sentence(kicker(*COMMAND, "--deck", deck, input=b"2\n")) == f"Error: {words}"
    assert not home.exists()


@pytest.mark.parametrize("notation", ["{0}", "{0},", "[{0}]"])
def test_a_deck_in_any_notation(notation: str) -> None:
    deck = "".join(notation.format(word.lower()) for word in GAMES[4]["deck"].split())
    assert run_here("--deck", deck, answers=GAMES[4]["inputs"]).stdout.endswith("Player 2 won this hand.\n")


# --- leaving and coming back -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2, 3])
def test_whoever_leaves_comes_back_to_the_draw_that_was_open(number: int) -> None:
    game, text = GAMES[number - 1], (DATA / f"plain-draw-{number}.txt").read_text()
    deck, answers = sample_deck(game), game["inputs"]
    blocks = text.split("\n\n")
    for count in range(blocks[0].count("2-6: "), len(answers)):
        left = run_here("--deck", deck, answers=answers[:count])
        assert (left.exit_code, left.stderr.strip()) == (1, GO_ON)
        done, asked = 0, blocks[0].count("2-6: ")
        while asked + questions(blocks[done + 1]) <= count:
            done += 1
            asked += questions(blocks[done])
        resumed = run_here("--resume", answers=answers[asked:])
        assert as_typed(resumed.stdout, answers[asked:]) == "\n\n".join(blocks[done + 1 :])
        assert resumed.exit_code == 0
        assert left_games("plain-draw") == []


def questions(block: str) -> int:
    return block.count("0-3: ") + block.count("1-5: ")


def test_the_number_of_players_alone_is_nothing_to_come_back_to(kicker: Run, home: Path) -> None:
    assert one_sentence(kicker(*COMMAND)) == "Error: the input ended before all questions were answered"
    assert not home.exists()
    assert "there is no saved game to resume" in one_sentence(kicker(*COMMAND, "--resume"))


def test_a_game_is_resumed_by_its_name() -> None:
    texts = {}
    for seed in ("1", "2"):
        before = set(left_games("plain-draw"))
        run_here("--seed", seed, answers=[2])
        (name,) = set(left_games("plain-draw")) - before
        texts[name] = run_here("--seed", seed, answers=[2, 0, 0]).stdout
    for name, text in texts.items():
        resumed = run_here("--resume", name, answers=[0, 0])
        assert text.endswith(resumed.stdout)
        assert resumed.stdout.startswith("Player 1: ")


def begin(*answers: object) -> "subprocess.Popen[bytes]":
    """The real command after some answers, waiting for the next one."""
    process = subprocess.Popen(
        [sys.executable, "-m", "kicker", *COMMAND, "--deck", sample_deck(GAMES[0])],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(lines(list(answers)))
    process.stdin.flush()
    shown = b""
    while len(re.findall(rb"\d-\d: ", shown)) <= len(answers):
        shown += process.stdout.read1()  # type: ignore[attr-defined]
    return process


@pytest.mark.live
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_no_signal_loses_the_game(kicker: Run, home: Path, number: signal.Signals, code: int) -> None:
    answers = GAMES[0]["inputs"]
    process = begin(*answers[:5])  # the second player has said how many cards
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code
    assert b"Traceback" not in errors
    if number is not signal.SIGKILL:
        assert not list(home.rglob("*.lock"))
    resumed = kicker(*COMMAND, "--resume", input=lines(answers[4:]))
    text = (DATA / "plain-draw-1.txt").read_text()
    assert as_typed(resumed.stdout.decode(), answers[4:]) == text[text.index("Player 2:") :]


@pytest.mark.live
def test_a_game_is_played_in_one_place_only(kicker: Run) -> None:
    process = begin(3)
    assert "is open elsewhere" in one_sentence(kicker(*COMMAND, "--resume"))
    process.communicate()


ANSWERS = st.one_of(
    st.integers(-1, 7).map(str),
    st.sampled_from(WRONG),
    st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=8),
)


@given(st.lists(ANSWERS, max_size=40), st.integers(0, 10**6))
@settings(max_examples=120)
def test_whatever_is_answered_the_game_goes_on(answers: list[str], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KICKER_HOME", folder)
        result = run_here("--seed", str(seed), answers=answers)
        if result.exit_code == 1 and left_games("plain-draw"):
            assert result.stderr.strip() == GO_ON
            game = KeptGame.resume("plain-draw")
            players = len(game.table.names)
            game.close()
            result = run_here("--resume", answers=[0] * players)
        if result.exit_code:
            assert result.stderr.strip() == "Error: the input ended before all questions were answered"
            return
        table = final_table(result.stdout)
        cards = [card for line in table for card in line.split(": ")[1].split(" ---")[0].split()]
        assert len(set(cards)) == len(cards) == 5 * len(table)
        assert left_games("plain-draw") == []
