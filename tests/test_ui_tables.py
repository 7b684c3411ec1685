"""The tables that people sit down to: which bots, what the seats are called, who acts first."""

import pytest

from kicker.errors import KickerError
from kicker.games import GAMES
from kicker.table import Table
from kicker.ui.common.offer import usual_bots
from tests.new_tables import draw_table, holdem_table


def labels(table: Table) -> dict[int, str]:
    return {seat: spec.label for seat, spec in table.specs.items()}


def test_usual_bots_are_as_many_as_there_are_seats_for() -> None:
    usual = ",".join(usual_bots((GAMES["holdem"],)))
    assert usual.split(",")[0] == "solid"
    assert labels(holdem_table(2, 0, usual, 1)) == labels(holdem_table(2, 0, "", 1)) == {1: "solid"}
    assert labels(holdem_table(4, 0, "sharp,cpu", 1)) == {1: "sharp", 2: "cpu", 3: "sharp"}
    with pytest.raises(KickerError, match="'cpu,sharp' names 2 bots for 1 other seat"):
        holdem_table(2, 0, "cpu,sharp", 1)


def test_seats_are_called_after_their_bots() -> None:
    assert holdem_table(4, 1, "sharp,cpu", 1).names == ["sharp 1", "You", "cpu", "sharp 2"]
    assert holdem_table(2, 0, "", 1).names == ["You", "solid"]
    assert draw_table(2, 0, "", 1).names == ["Player1", "Player2"]


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_person_acts_first_in_the_first_deal(seats: int) -> None:
    for person in range(seats):
        table = holdem_table(seats, person, "caller", 1)
        table.deal()
        assert table.to_act == person
    if seats <= 6:
        for person in range(seats):
            table = draw_table(seats, person, "caller", 1)
            table.deal()
            assert table.to_act == person
