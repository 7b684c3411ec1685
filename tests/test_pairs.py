"""Pairs of hands in the library: one pair, the queue, and files as streams of bytes."""

import io
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.cards import DECK, UPPER, Card
from kicker.errors import CardError, HandError, KickerError
from kicker.hands import Hand, evaluate
from kicker.pairs import (
    CLASSIC,
    Layout,
    PairCounts,
    PairQueue,
    PairRules,
    Problem,
    compare_file,
    compare_pair,
    count_hands,
    format_round,
    read_hand,
)
from tests import reference

five_cards = st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True)


def run(
    data: bytes, layout: Layout | None = "text", rules: PairRules = CLASSIC, piece: int | None = None
) -> tuple[bytes, PairCounts, list[Problem]]:
    """Compare a file that is given in pieces of any size; all that was written, counted and complained about."""

    class Source(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            return super().read(piece if piece else size)

    written: list[bytes] = []
    problems: list[Problem] = []
    tally = compare_file(Source(data), problems.append, layout=layout, write=written.append, rules=rules)
    return b"".join(written), tally, problems


def no_problem(problem: Problem) -> None:
    pytest.fail(str(problem))


# --- one hand, one pair ----------------------------------------------------------------------------------------------


@pytest.mark.req("R000-22", "R000-23", "R000-24", "R000-26", "R000-46", "B000-6")
@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [
        ("JS JC JH 6H 8C", "4H 4C 4S KS AH", 1),
        ("JS JC 3H 6H 8C", "JD JH 3D 6S TD", 2),
        ("4S 5D 6H 7C 8S", "4H 5C 6S 7D 8C", 3),
        ("6S 6C 5H 5D AC", "9S 9C 2H 2D 3C", 2),
        ("TD JD QD KD AD", "TH JH QH KH AH", 3),
        ("AS 2D 3C 4S 5H", "2C 3H 4S 5H 6D", 2),
        ("5H 2D KH QH AC", "8S 9C TD QD JH", 2),
    ],
)
def test_pairs(first: str, second: str, winner: int) -> None:
    result = compare_pair(first, second)
    assert result.winner == winner == reference.winner(first, second)
    assert result.strengths == (evaluate(first), evaluate(second))
    assert compare_pair(Hand(first), Hand(second)).winner == winner


@given(five_cards, five_cards)
def test_any_pair_comes_out_as_the_slow_evaluator_says(first: list[Card], second: list[Card]) -> None:
    one, two = UPPER.format_cards(first), UPPER.format_cards(second)
    assert compare_pair(one, two).winner == reference.winner(one, two)


@pytest.mark.req("R000-05", "R000-06")
def test_case_and_surrounding_space_do_not_matter() -> None:
    assert read_hand(" \t kd jh KH kc 2c \r\n").format(UPPER) == "KD JH KH KC 2C"


@pytest.mark.req("R000-03", "R000-27", "R000-28", "R000-29", "R000-32", "R000-33", "X-16", "X-17")
@pytest.mark.parametrize(
    ("line", "kind", "code"),
    [
        ("", HandError, "blank"),
        ("   ", HandError, "blank"),
        ("TD JD QD KD", HandError, "count"),
        ("TD JD QD KD AD 2C", HandError, "count"),
        ("TD JD  QD KD AD", HandError, "spacing"),
        ("TD\tJD\tQD\tKD\tAD", HandError, "count"),
        ("10D JD QD KD AD", CardError, "size"),
        ("T JD QD KD AD", CardError, "size"),
        ("1D JD QD KD AD", CardError, "rank"),
        ("TD JP QD KD AD", CardError, "suit"),
        ("AD AH AS AC AD", HandError, "five-alike"),
        ("8D 6C 8D 8S 6S", HandError, "repeat"),
        ("TD JD QD KD A\x00", HandError, "binary"),
        ("TD JD QD KD AD" + " " * 5000 + "x", HandError, "long"),
        ("T♦ JD QD KD AD", CardError, "suit"),
    ],
)
def test_bad_lines_raise_typed_errors(line: str, kind: type[KickerError], code: str) -> None:
    with pytest.raises(kind) as caught:
        read_hand(line)
    assert caught.value.code == code
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.req("R000-33", "X-17")
def test_classic_rules_allow_a_repeated_card() -> None:
    result = compare_pair("8D 6C 8D 8S 6S", "9C 5S 3S 5D 5S", CLASSIC)
    assert result.winner == 1
    assert result.strengths == (None, None)


@pytest.mark.req("R000-34")
def test_the_same_card_in_both_hands_is_fine_unless_one_deck_is_asked_for() -> None:
    assert compare_pair("TD JD QD KD AD", "TD JD QD KD AD").winner == 3
    with pytest.raises(HandError, match="TD is in both") as caught:
        compare_pair("TD JD QD KD AD", "2C 3C 4C 5C TD", PairRules(one_deck=True))
    assert caught.value.code == "shared"


def test_the_rules_hold_for_ready_hands_too() -> None:
    hand = Hand.with_repeats("8D 6C 8D 8S 6S")
    with pytest.raises(HandError, match="appears twice"):
        compare_pair(hand, "2C 3C 4C 5C 7D")
    assert compare_pair(hand, "2C 3C 4C 5C 7D", CLASSIC).winner == 1
    with pytest.raises(HandError, match="appears twice"):
        PairQueue([hand]).score_next()


def test_what_is_no_text_is_told() -> None:
    for wrong in (None, 5, ["JS"]):
        with pytest.raises(HandError, match="not a line of text"):
            read_hand(wrong)  # type: ignore[arg-type]
    with pytest.raises(HandError, match="is text; a queue takes a list"):
        PairQueue("5H 2D KH QH AC")


# --- the queue -------------------------------------------------------------------------------------------------------


@pytest.mark.req("R000-44", "R000-45", "R000-46", "R000-47", "R000-49", "B000-7")
def test_the_queue_compares_pair_by_pair_in_the_given_order() -> None:
    hands = ["JS JC JH 6H 8C", "4H 4C 4S KS AH", "JS JC 3H 6H 8C", "JD JH 3D 6S TD", "AC KD 9S 7H 3C", "AS KH 9D 7C 3S"]
    queue = PairQueue(hands)
    assert queue.compare_next().winner == 1
    assert queue.hands == tuple(hands[2:])
    assert [result.winner for result in queue.compare_all()] == [2, 3]
    assert queue.hands == ()
    queue.set_hands(hands[2:4])
    queue.set_hands(hands[4:])
    assert [result.winner for result in queue.compare_all()] == [3]


@pytest.mark.req("R000-44", "R000-48")
def test_the_queue_scores_single_hands() -> None:
    queue = PairQueue(["AC AD AH AS KC", "TH JH QH KH AH", "2C 3D"])
    quads, royal = queue.score_next(), queue.score_next()
    assert quads == 8 << 20 | 978669
    assert quads < royal
    with pytest.raises(HandError):
        queue.score_next()
    assert queue.hands == ("2C 3D",)


@pytest.mark.req("R000-32", "R000-37")
def test_the_queue_keeps_what_it_cannot_compare() -> None:
    queue = PairQueue(["TD JD QD KD AX", "TD JD QD KD AD", "2C 3C 4C 5C 6C"])
    with pytest.raises(CardError):
        queue.compare_next()
    assert len(queue.hands) == 3
    queue.set_hands(["TD JD QD KD AD"])
    with pytest.raises(HandError, match="1 hand in the queue"):
        queue.compare_next()
    queue.set_hands([])
    assert list(queue.compare_all()) == []
    with pytest.raises(HandError, match="0 hands"):
        queue.compare_next()
    with pytest.raises(HandError, match="0 hands"):
        queue.score_next()


# --- files -----------------------------------------------------------------------------------------------------------


def random_file(pairs: int, seed: int = 1) -> bytes:
    source = random.Random(seed)
    lines = []
    for _ in range(pairs):
        cards = source.sample(DECK, 10)
        lines += [UPPER.format_cards(cards[:5]), UPPER.format_cards(cards[5:])]
    return "".join(line + "\n" for line in lines).encode()


@pytest.mark.req("R000-38", "R000-40")
def test_the_kernel_writes_what_the_slow_way_writes() -> None:
    data = random_file(500)
    lines = data.decode().splitlines()
    results = [compare_pair(one, two) for one, two in zip(lines[::2], lines[1::2], strict=True)]
    layouts: tuple[Layout | None, ...] = ("text", "csv", "jsonl", None)
    for layout in layouts:
        expected = b"".join(format_round(number, result, layout) for number, result in enumerate(results, start=1))
        written, tally, problems = run(data, layout)
        assert written == expected
        assert problems == []
        assert tally.pairs == 500
        assert (tally.first, tally.second, tally.ties) == tuple(
            sum(result.winner == winner for result in results) for winner in (1, 2, 3)
        )


@pytest.mark.req("R000-40")
def test_one_round_to_the_letter() -> None:
    written, _, _ = run(b"kd jh kh kc 2c\nas 4h 4d ad qd\n")
    assert (
        written == b"Round 1:\nHand One: KD JH KH KC 2C \nHand Two: AS 4H 4D AD QD \nHand 1 Wins!\n" + b"-" * 24 + b"\n"
    )


@pytest.mark.parametrize("piece", [1, 2, 7, 15, 29, 1000])
def test_where_the_file_is_cut_does_not_matter(piece: int) -> None:
    data = random_file(40) + b"8D 6C 8D 8S 6S\n  2c 2d 2h 2s 3c \r\n" + random_file(40, seed=2)
    assert run(data, piece=piece) == run(data)


def test_more_output_than_fits_the_buffer() -> None:
    data = random_file(30_000)
    written, tally, _ = run(data)
    assert tally.pairs == 30_000
    assert written.count(b"Round ") == 30_000
    assert b"Round 30000:\n" in written


@given(st.lists(five_cards, min_size=2, max_size=12), st.data())
def test_damaged_files_never_do_harm(hands: list[list[Card]], data: st.DataObject) -> None:
    """Any bytes anywhere: every pair of good lines is compared, everything else is a problem, nothing is lost."""
    content = bytearray("".join(UPPER.format_cards(hand) + "\n" for hand in hands).encode())
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    damaged = bytes(content)
    written, tally, problems = run(damaged, "csv", PairRules())
    lines = damaged.split(b"\n")[: damaged.count(b"\n") + (not damaged.endswith(b"\n"))]
    assert tally.rounds == (len(lines) + 1) // 2
    assert tally.pairs == len(written.splitlines())
    if tally.skipped:
        assert problems
    for problem in problems:
        assert 1 <= problem.line <= len(lines)
        assert "\n" not in problem.message


@pytest.mark.req("R000-33", "R000-40")
def test_repeated_cards_in_all_layouts() -> None:
    data = b"8D 6C 8D 8S 6S\n7D 6C 7C 7S 6S\nTD JD QD KD AD\n2C 3C 4C 5C 7D\n"
    assert run(data, "csv")[0] == f"1,1,,{evaluate('7D 6C 7C 7S 6S')}\n2,1,7462,{evaluate('2C 3C 4C 5C 7D')}\n".encode()
    first, second = (json.loads(line) for line in run(data, "jsonl")[0].splitlines())
    assert first == {"round": 1, "winner": 1, "first": None, "second": evaluate("7D 6C 7C 7S 6S")}
    assert second["round"] == 2
    assert b"Hand One: 8D 6C 8D 8S 6S \nHand Two: 7D 6C 7C 7S 6S \nHand 1 Wins!" in run(data)[0]
    problems = run(data, "csv", PairRules())[2]
    assert [str(problem) for problem in problems] == ["1:7: 8D appears twice in '8D 6C 8D 8S 6S'"]


@pytest.mark.req("R000-27", "R000-28", "R000-37", "X-16")
@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ["1:1 empty"]),
        (b"\n", ["1:1 blank", "1:1 odd"]),
        (b"TD JD QD KD AD\n", ["1:1 odd"]),
        (b"TD JD QD KD AD", ["1:1 odd"]),
        (b"TD JD QD KD AD\n\n", ["2:1 blank"]),
        (b"TD JD QD KD AD\n2C 3C 4C 5C 7D\n\n", ["3:1 blank", "3:1 odd"]),
        (b"vD JP QD KD mD\nTd JD QD KD AD\n", ["1:1 rank", "1:4 suit", "1:13 rank"]),
        (b"  vD JP QD KD mD\nTd JD QD KD AD\n", ["1:3 rank", "1:6 suit", "1:15 rank"]),
        (b"TD JD  QD KD AD\nTd JD QD KD AD\n", ["1:7 spacing"]),
        (b"\x00\x01\x02\nTd JD QD KD AD\n", ["1:1 binary"]),
        (b"TD JD \xff\xfe KD AD\nTd JD QD KD AD\n", ["1:7 encoding"]),
        (b"TD JD Q\xc3\xa9 KD AD\nTd JD QD KD AD\n", ["1:7 suit"]),
        (b"TD JD QD KD AD\n" + b"x" * 10_000 + b"\n", ["2:1 long"]),
        (b"TD JD QD KD AD\n" + b"x" * 3_000_000 + b"\nTD JD QD KD AD\n2C 3C\n", ["2:1 long", "4:1 count"]),
        (b"TD JD QD KD AD" + b" " * 3_000_000 + b"\n2C 3C 4C 5C 7D\n", ["1:1 long"]),
        (b"AS AS AS AS KS\nTd JD QD KD AD\n", ["1:4 repeat", "1:7 repeat", "1:10 repeat"]),
    ],
)
def test_problems_and_their_places(data: bytes, expected: list[str]) -> None:
    problems = run(data, rules=PairRules())[2]
    assert [f"{problem.line}:{problem.column} {problem.code}" for problem in problems] == expected


def test_the_rest_is_compared_when_problems_are_passed_over() -> None:
    data = b"TD JD QD KD AD\nxx\n" + b"2C 3C 4C 5C 7D\n2D 3D 4D 5D 8C\n" + b"\n\n" + b"KC KD KH KS 2D\n2C 3C 4C 5C 7D\n"
    written, tally, problems = run(data, "csv", PairRules())
    assert [line.split(b",")[:2] for line in written.splitlines()] == [[b"2", b"2"], [b"4", b"1"]]
    assert (tally.pairs, tally.skipped, len(problems)) == (2, 2, 3)


@pytest.mark.req("R000-34")
def test_one_deck_in_files() -> None:
    data = b"TD JD QD KD AD\n 2C 3C 4C 5C TD\nTD JD QD KD AD\n2C 3C 4C 5C 7D\n"
    problems = run(data, rules=PairRules(one_deck=True))[2]
    assert [str(problem) for problem in problems] == ["2:14: TD is also in the hand above; one deck has it once"]
    assert run(data)[2] == []


def test_a_byte_order_mark_is_passed_over_and_utf_16_is_refused() -> None:
    data = random_file(2)
    assert run(b"\xef\xbb\xbf" + data) == run(data)
    problems = run(data.decode().encode("utf-16"))[2]
    assert str(problems[0]) == "1:1: the file is UTF-16 text; save it as UTF-8"
    later = run(data + b"\xff\xfe\nJS JC JH 6H 8C\n")[2]
    assert str(later[0]) == "5:1: byte 0xff is not text; save the file as UTF-8"


def test_rounds_go_on_counting_from_file_to_file() -> None:
    written: list[bytes] = []
    tally = PairCounts()
    for seed in (1, 2):
        compare_file(io.BytesIO(random_file(3, seed)), no_problem, layout="csv", write=written.append, tally=tally)
    assert [line.split(b",")[0] for line in b"".join(written).splitlines()] == [b"1", b"2", b"3", b"4", b"5", b"6"]
    assert tally.pairs == 6


def test_progress_is_reported_in_bytes() -> None:
    data = random_file(100_000)
    seen: list[int] = []
    compare_file(io.BytesIO(data), no_problem, progress=seen.append)
    assert len(seen) > 1
    assert seen == sorted(seen)
    assert seen[-1] == len(data)


@pytest.mark.parametrize(
    ("data", "count"), [(b"", 0), (b"\n", 1), (b"a\nb", 2), (b"a\nb\n", 2), (b"a\n\n", 2), (b"a", 1)]
)
def test_counting_hands(data: bytes, count: int) -> None:
    source = io.BytesIO(data)
    assert count_hands(source) == count
    assert source.tell() == 0


@pytest.mark.req("R000-42", "R000-43")
def test_a_thousand_pairs(outside_data: Path) -> None:
    with (outside_data / "pair-files" / "testUltimate.txt").open("rb") as source:
        tally = compare_file(source, no_problem)
    assert (tally.pairs, tally.first, tally.second, tally.ties) == (1000, 376, 624, 0)


@pytest.mark.req("R000-42")
def test_a_thousand_pairs_of_our_own() -> None:
    data = random_file(1000, seed=9)
    lines = data.decode().splitlines()
    expected = [reference.winner(one, two) for one, two in zip(lines[::2], lines[1::2], strict=True)]
    written, _, _ = run(data, "csv")
    assert [int(line.split(b",")[1]) for line in written.splitlines()] == expected
