"""`kicker play klondike` as people play it: keys and prompts, hints, whole games, and any line at all."""

import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kicker.cards import Card, count_of, parse_cards
from kicker.solitaire import BACK, TURN, Game, Klondike, possible_moves_line
from kicker.solitaire.solve import solve
from kicker.ui.common.klondike_words import COMMANDS, STUCK, Command, move_keys, move_words
from kicker.ui.common.text import Look
from kicker.ui.play.klondike import HELP
from tests.conftest import OWN_DATA, ROOT, Run
from tests.klondike_prompt import PROMPT, RING, play, play_here, prompts, saved, saves, told, transcript

GOLDEN = sorted((OWN_DATA / "play").glob("klondike-*.txt"))
TWO_QUESTIONS = {TURN: ["r"], BACK: ["l"]}
pytestmark = pytest.mark.usefixtures("home")


# --- keys and prompts ------------------------------------------------------------------------------------------------


def check_transcript(kicker: Run, text: str) -> None:
    """Run the command of the first line with the answers that stand behind the prompts."""
    command, _, expected = text.partition("\n")
    answers = re.findall(rf"(?:{PROMPT.pattern})(.*)$", expected, re.MULTILINE)
    result = play(kicker, *answers, options=command.removeprefix("$ kicker play klondike"))
    assert transcript(result.stdout.decode(), answers) == expected
    assert (result.returncode, result.stderr) == (0, b"")


@pytest.mark.req("R004-10", "R004-12")
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_transcript(kicker: Run, path: Path) -> None:
    check_transcript(kicker, path.read_text())


def test_the_page_on_playing_shows_what_is_shown(kicker: Run) -> None:
    page = (ROOT / "docs" / "playing.md").read_text()
    (block,) = re.findall(r"```text\n(\$ kicker play klondike .*?)```", page, re.DOTALL)
    check_transcript(kicker, block)


def test_there_are_transcripts() -> None:
    assert len(GOLDEN) >= 3


@pytest.mark.req("R004-10")
@pytest.mark.parametrize(
    ("answers", "moves"),
    [
        (["1", "H"], "1 H"),
        (["1", "hearts"], "1 H"),
        (["1 h"], "1 H"),
        (["1H"], "1 H"),
        (["( 1 h )"], "1 H"),
        (["r"], "turn"),
        (["Right"], "turn"),
        (["turn"], "turn"),
        (["L"], "back"),
        (["left"], "back"),
        (["back"], "back"),
        (["l", "0", "x", "R"], "back, turn"),
        (["1 h", "2 d", "u"], "1 H"),
        (["1 h", "2 d", "UNDO", "undo"], ""),
        (["1 h", "u", "e"], "1 H"),
        (["1", "S", "D", "", "8", "h"], "1 H"),
        (["n", "no", "1h"], "1 H"),
        (["n", "", "x", "yes"], ""),
        (["a"], "1 H, 2 D"),
        (["v", "?", "1h"], "1 H"),
        (["1 h", "2 d", "h 3"], "1 H, 2 D"),
        (["q", "x", "1h"], "1 H"),
        (["q", "y", "x", "1h"], "1 H"),
        (["w", "x", "o", "X", "1h"], "1 H"),
        (["1", "f"], "1 H"),
        (["1f"], "1 H"),
        (["( 1 h)", "2 F"], "1 H, 2 D"),
        (["f", "1h", "x", "2 d"], "1 H, 2 D"),
        (["g", "", "0", "x", "1h"], "1 H"),
    ],
)
def test_keys(home: Path, answers: list[str], moves: str) -> None:
    result = play_here(*answers)
    assert ", ".join(map(str, saved(home).moves)) == moves
    assert len(prompts(result)) == len(answers) + 1  # the last one is not answered


@pytest.mark.req("R004-10")
def test_each_question_is_asked_in_its_words(kicker: Run) -> None:
    answers = ["z", "1", "q", "S", "x", "y", "", "n", "?", "n", "o", "nowhere", "x", "q", "", "n"]
    assert prompts(play(kicker, *answers)) == [
        "Your move: ",
        "Invalid input. Your move: ",
        "Move to (x to cancel): ",
        "Invalid input. Move to (x to cancel): ",
        "Invalid input. Move to (x to cancel): ",
        "Your move: ",
        "Press enter to dismiss.",
        "Your move: ",
        "Are you sure? y/n: ",
        "Invalid input. Are you sure? y/n: ",
        "Your move: ",
        "Filepath (x to cancel): ",
        "Invalid. Filepath (x to cancel): ",
        "Your move: ",
        "Save progress? y/n (x to cancel): ",
        "Invalid input. Save progress? y/n (x to cancel): ",
    ]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (["2 7"], "A♦ cannot go on column 7; it takes 7♦ or 7♥."),
        (["2", "7", "x"], "A♦ cannot go on column 7; it takes 7♦ or 7♥."),
        (["1 0"], "Cards cannot go back to the stock."),
        (["5 6 2"], "Column 5 has only 1 card to take, not 2."),
        (["s"], "The spades foundation is empty."),
        (["u"], "There is no move to undo."),
        (["e"], "There is no move to redo."),
        (["1h", "2d", "a"], "No card can safely go to its foundation; a card may still be needed in a column."),
        (["3 f"], "6♣ cannot go on the clubs foundation; it takes A♣."),
    ],
)
def test_what_cannot_be_is_explained(answers: list[str], says: str) -> None:
    result = play_here(*answers)
    assert told(result) == ["? lists the keys.", says, ""]
    assert any(prompt.startswith("Invalid input. ") for prompt in prompts(result))


def test_a_stock_that_goes_one_way(kicker: Run, home: Path) -> None:
    result = play(kicker, "0", "l", "r", "y", "", options="3 --one-way")
    assert told(result)[1:3] == ["No stock card is face up; R turns one up.", "This stock turns one way only."]
    assert "Possible moves: turn (1 H) (2 D). Press enter to dismiss." in result.stdout.decode()
    assert saved(home).moves == (TURN,)


def test_the_redeals_that_are_left_are_shown(kicker: Run) -> None:
    result = play(kicker, *["r"] * 10, options="3 --draw 3 --redeals 1")
    words = " ".join(re.findall(r"(?:\d card|redeal|stock).*", result.stdout.decode()))
    assert words.count("1 redeal left") == 9
    assert words.count("0 redeals left") == 2
    assert "stock 0 of 24 to turn" in words
    assert words.endswith("stock 21 of 24 to turn")


@pytest.mark.req("R004-10")
def test_all_possible_moves_are_listed_however_many(kicker: Run) -> None:
    game = Game(RING, 37)
    moves = solve(game.position).moves[:160]
    for move in moves:
        game.play(move)
    output = transcript(play(kicker, *map(str, moves), "y", "", options="37").stdout.decode(), ())
    (shown,) = re.findall(r"^Possible moves: .*?dismiss\.$", output, re.MULTILINE | re.DOTALL)
    assert len(shown.splitlines()) > 2
    expected = f"Possible moves: {possible_moves_line(game.position)}. Press enter to dismiss."
    assert shown.replace("\n", " ") == expected
    assert not re.search(r"\(\S$", shown, re.MULTILINE)


def test_a_key_shows_the_list_of_keys() -> None:
    assert HELP in play_here("?").stdout.decode()


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.key)
def test_every_key_of_the_table_is_obeyed(home: Path, command: Command) -> None:
    for key in (command.key, command.key.lower()):
        result = play_here("1h", "r", "u", key)
        assert "Undone: turn the stock." in told(result)
        assert "Invalid" not in result.stdout.decode(), key


@pytest.mark.parametrize(
    ("answers", "number"),
    [(["n", "y"], None), (["b", "y"], None), (["g", "77", "y"], 77), (["g", "77", "n"], 3), (["b", "n"], 3)],
)
def test_another_deal_in_place_of_this_one(home: Path, answers: list[str], number: int | None) -> None:
    result = play_here("1h", *answers)
    game = saved(home)
    assert (game.number == number) if number else (game.number != 3)
    assert "This game will count as not won." in told(result)
    if answers == ["b", "y"]:
        assert solve(game.position).result == "won"


@pytest.mark.parametrize("number", ["0", "-1", "x1", "1.5", "9" * 19, "9" * 400, "¹"])
def test_a_number_that_no_deal_has(home: Path, number: str) -> None:
    result = play_here("g", number, "x")
    assert prompts(result)[1:3] == ["Deal number (x to cancel): ", "Invalid input. Deal number (x to cancel): "]
    assert saved(home).number == 3


# --- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_tells_how_often_moves_win(kicker: Run) -> None:
    shown = transcript(play(kicker, "t").stdout.decode(), ())
    tips = re.findall(r"^  (\S.*?) +(\d+)% \((\d+)-(\d+)\)  (.*)$", shown, re.MULTILINE)
    assert [(move, words) for move, *_, words in tips] == [
        ("2 D", "A♦ to its foundation"),
        ("1 H", "A♥ to its foundation"),
        ("R", "turn the stock"),
        ("L", "turn the stock back"),
    ]
    shares = [int(share) for _, share, *_ in tips]
    assert shares == sorted(shares, reverse=True)
    assert all(int(low) <= int(share) <= int(high) for _, share, low, high, _ in tips)


def test_a_hint_lists_the_best_few_and_says_that_there_are_more(kicker: Run) -> None:
    moves = list(map(str, solve(RING.start(37)).moves[:160]))
    shown = transcript(play(kicker, *moves, "t", options="37").stdout.decode(), ())
    assert len(re.findall(r"^  \S.*% \(\d+-\d+\)  \S", shown, re.MULTILINE)) == 5
    assert re.search(r"^  and \d+ more moves$", shown, re.MULTILINE)


def test_who_follows_the_oracle_wins(kicker: Run) -> None:
    position = Klondike(draw=3).start(3)
    moves = solve(position).moves
    answers = [answer for move in moves for answer in ("p", str(move))]
    result = play(kicker, *answers, options="3 --draw 3")
    expected = []
    for made, move in enumerate(moves):
        left = count_of(len(moves) - made, "move")
        words = move_words(position.view(), move, Look())
        expected.append(f"Next: {words} ({move_keys(move)}). This line wins in {left}.")
        position = position.apply(move)
    assert [line for line in told(result) if line.startswith("Next: ")] == expected
    assert result.returncode == 0


def test_the_oracle_says_that_a_game_is_lost(kicker: Run) -> None:
    assert "This game can no longer be won." in told(play(kicker, "p", options="21"))


def test_a_game_that_is_stuck_says_so_once(kicker: Run) -> None:
    result = play(kicker, *["r"] * 8, "1 5", "v", options="25 --draw 3 --redeals 0")
    assert " ".join(told(result)).count(STUCK) == 1
    again = play(kicker, *["r"] * 8, "u", "e", options="25 --draw 3 --redeals 0")
    assert " ".join(told(again)).count(STUCK) == 2


# --- whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.req("R004-10", "R004-13")
@pytest.mark.parametrize(
    ("options", "rules"), [("", RING), ("--draw 3", Klondike(draw=3)), ("--redeals 2", Klondike(redeals=2))]
)
def test_a_game_is_won_with_two_answers_for_each_move(kicker: Run, home: Path, options: str, rules: Klondike) -> None:
    position = rules.start(3)
    moves = solve(position).moves
    assert moves
    for move in moves:
        position = position.apply(move)
    answers = [answer for move in moves for answer in TWO_QUESTIONS.get(move, [move.source, move.target])]
    result = play(kicker, *answers, options=f"3 {options}")
    says = f"Deal 3 is won in {len(moves)} moves with a score of {position.score}. Well played!"
    assert result.stdout.decode().splitlines()[-1] == says
    assert (result.returncode, result.stderr) == (0, b"")
    assert len(prompts(result)) == len(answers)  # nothing is asked after the last one
    assert saves(home) == []


def test_autoplay_can_win(kicker: Run, home: Path) -> None:
    deck = " ".join(map(str, winning_deck()))
    result = play(kicker, "a", options=f'--deck "{deck}"')
    says = "This deal is won in 52 moves with a score of 625. Well played!"
    assert told(result)[1:] == ["52 cards sent to the foundations.", says]
    assert saves(home) == []


def test_once_all_cards_are_face_up_a_key_does_the_rest(kicker: Run, home: Path) -> None:
    game = Game(RING, 3)
    for move in solve(game.position).moves:
        if game.position.finish:
            break
        game.play(move)
    moves = list(map(str, game.moves))
    offer = "All cards are face up: A sends them to the foundations."
    result = play(kicker, *moves, "u", "e", "a")
    assert told(result).count(offer) == 2  # it is said whenever it comes to that
    assert told(result)[-1].startswith("Deal 3 is won in ")
    assert (result.returncode, saves(home)) == (0, [])


def winning_deck() -> list[Card]:
    """A deal whose cards lie in the order in which they go home: the columns from the last card to the first."""
    home = parse_cards(" ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "shdc"))
    columns: list[list[Card]] = []
    for size in range(1, 8):
        columns.append(home[:size][::-1])
        home = home[size:]
    return [columns[column][row] for row in range(7) for column in range(row, 7)] + home


# --- anything at all -------------------------------------------------------------------------------------------------

# Not `t` and `p`, which take their time, and nothing that leads to files elsewhere.
LINES = st.one_of(
    st.sampled_from([*"01234567SHCDLRUEAYONVQW?xyn", "", "1 2", "4s", "(0 3)", "7 6 2", "turn", "back", "game", "x.d"]),
    st.tuples(st.sampled_from("01234567"), st.sampled_from("1234567SHDC")).map("".join),
    st.text(st.characters(exclude_characters="/\\~.\n\r"), max_size=12),
).filter(lambda line: line.strip()[:1].lower() not in ("t", "p") or line == "turn")  # fmt: skip


@settings(max_examples=60)
@given(lines=st.lists(LINES, max_size=30), deal=st.integers(1, 50), draw=st.sampled_from(["1", "3"]))
def test_no_line_does_harm(lines: list[str], deal: int, draw: str) -> None:
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("KICKER_HOME", f"{folder}/home")
        patch.chdir(folder)
        result = play_here(*lines, options=f"{deal} --draw {draw}")
        patch.chdir(before)
        games = [Game.load(path.read_text()) for path in saves(Path(folder) / "home")]
        assert result.returncode == (1 if b"the input ended" in result.stderr else 0)
        assert games or result.returncode == 0
