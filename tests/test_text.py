"""Cards drawn with characters, and lines of text that each place to play writes in its own way."""

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.ui.common.text import WIDTH, Line, Look, Painted, in_a_row, side_by_side
from tests.conftest import Run

BACK = Look().back


@pytest.mark.req("R004-12")
def test_cards_are_seven_wide_and_five_high() -> None:
    assert Look().card_lines(Card("Td")) == ["┌─────┐", "│10   │", "│  ♦  │", "│   10│", "└─────┘"]
    for card in DECK:
        assert [len(line) for line in Look().card_lines(card)] == [WIDTH] * 5
    assert BACK == "░░░░░░░"


@pytest.mark.req("R004-12")
def test_hearts_and_diamonds_are_red_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kicker.ui.common.style.has_colour", lambda: True)
    assert all(line.startswith("\x1b[31m") for line in Look().card_lines(Card("Ah")))
    assert not any("\x1b" in line for line in Look().card_lines(Card("As")))


def test_columns_lie_side_by_side() -> None:
    look = Look()
    columns = [look.column_lines(2, parse_cards("9s 8h")), look.column_lines(0, [])]
    assert columns[0] == [BACK, BACK, "┌9♠───┐", *look.card_lines(Card("8h"))]
    below = [*look.empty_lines(), " " * WIDTH, " " * WIDTH, " " * WIDTH]
    assert side_by_side(columns) == [" ".join(row).rstrip() for row in zip(columns[0], below, strict=True)]


@pytest.mark.req("R004-01", "R004-12")
def test_a_deal_is_drawn_over_a_pipe(kicker: Run) -> None:
    result = kicker("klondike", "deal", "5", "--cards")
    assert result.returncode == 0
    lines = result.stdout.decode().splitlines()
    assert lines[1].split(" ") == ["┌─────┐", *[BACK] * 6]
    assert "│8    │" in lines[2]
    assert max(map(len, lines[1:])) == 7 * WIDTH + 6


LINE: Line = (Painted("flop", "cyan", bold=True), " ", *in_a_row([Card("Th"), None]), ", pot 30")


def test_a_line_has_its_colours_where_there_are_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Look().text(LINE) == "flop 10♥ ??, pot 30"
    assert Look(ascii=True).text(LINE) == "flop Th ??, pot 30"
    monkeypatch.setattr("kicker.ui.common.style.has_colour", lambda: True)
    assert Look().text(LINE) == ("\x1b[36m\x1b[1mflop\x1b[0m \x1b[31m10♥\x1b[0m \x1b[2m??\x1b[0m, pot 30")


def test_a_line_of_the_terminal_keeps_names_that_look_like_colours() -> None:
    pytest.importorskip("textual", reason="the room needs kicker[tui]")
    from kicker.ui.tui.cards import rich_line

    line = rich_line(("\x1b[31m[red]Ada ", *LINE), Look(ascii=True))
    assert line.plain.endswith("[red]Ada flop Th ??, pot 30")
    assert [str(span.style) for span in line.spans] == ["bold cyan", "bold #ff6b81", "dim"]
