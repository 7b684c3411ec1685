"""Pots against a twin that goes chip by chip, the worked examples, and the command."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kicker.errors import KickerError
from kicker.hands import evaluate
from kicker.pots import Pot, left_of_button, pay_pots, split_pots
from kicker.scores import rank_seven
from kicker.ui.pots import ordinal
from tests.conftest import Run
from tests.test_cli import one_sentence


def chip_by_chip(contributions: list[int], folded: set[int]) -> tuple[dict[tuple[int, ...], int], dict[int, int]]:
    """Chips by who contests them, and what comes back: each chip of each player looked at on its own."""
    contested: dict[tuple[int, ...], int] = {}
    returned: dict[int, int] = {}
    last: tuple[int, ...] = ()
    for level in range(1, max(contributions, default=0) + 1):
        owners = [player for player, chips in enumerate(contributions) if chips >= level]
        live = tuple(player for player in owners if player not in folded)
        if len(owners) == 1 and live:
            returned[owners[0]] = returned.get(owners[0], 0) + 1
            continue
        last = live or last
        contested[last] = contested.get(last, 0) + len(owners)
    return contested, returned


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], set[int], dict[int, int], list[int]]:
    """Contributions, who folded, strengths, and the order for odd chips."""
    contributions = draw(st.lists(st.integers(0, 12), min_size=1, max_size=7))
    players = list(range(len(contributions)))
    folded = draw(st.sets(st.sampled_from(players)))
    if any(contributions) and not any(contributions[player] for player in players if player not in folded):
        folded = set()
    strengths = {player: draw(st.integers(1, 3)) for player in players}
    return contributions, folded, strengths, left_of_button(len(players), draw(st.sampled_from(players)))


@pytest.mark.req("R002-20", "R002-21", "R002-24", "R002-27", "R002-28", "B002-10")
@given(tables())
def test_no_chip_is_lost_and_each_pot_is_paid_on_its_own(
    table: tuple[list[int], set[int], dict[int, int], list[int]],
) -> None:
    contributions, folded, strengths, order = table
    split = split_pots(contributions, folded)
    contested, returned = chip_by_chip(contributions, folded)
    assert {pot.players: pot.amount for pot in split.pots} == contested
    assert split.returned == returned
    payments = pay_pots(split.pots, strengths, order)
    paid = sum(sum(payment.amounts.values()) for payment in payments)
    assert paid + sum(split.returned.values()) == sum(contributions)
    for payment in payments:
        best = max(strengths[player] for player in payment.pot.players)
        assert set(payment.amounts) == {player for player in payment.pot.players if strengths[player] == best}
        assert max(payment.amounts.values()) - min(payment.amounts.values()) <= 1
        seats = sorted(payment.amounts, key=order.index)
        assert [payment.amounts[seat] for seat in seats] == sorted(payment.amounts.values(), reverse=True)
        assert set(payment.amounts).isdisjoint(folded)


@pytest.mark.req("R002-22", "R002-23")
def test_the_first_worked_example() -> None:
    split = split_pots([25, 50, 100])
    assert split.pots == (Pot("Main Pot", 75, (0, 1, 2)), Pot("Side Pot 1", 50, (1, 2)))
    assert split.returned == {2: 50}
    assert [payment.amounts for payment in pay_pots(split.pots, {0: 9, 1: 5, 2: 4})] == [{0: 75}, {1: 50}]
    assert [payment.amounts for payment in pay_pots(split.pots, {0: 1, 1: 5, 2: 4})] == [{1: 75}, {1: 50}]


@pytest.mark.req("R002-25", "R002-27")
def test_the_second_worked_example() -> None:
    board = "Ac Kc Jc 5c Th"
    hands = ["8c7h", "9h5h", "Ad4s", "As3h"]
    strengths = {player: evaluate(f"{hand} {board}") for player, hand in enumerate(hands)}
    split = split_pots([25, 50, 100, 100])
    assert [(pot.name, pot.amount, pot.players) for pot in split.pots] == [
        ("Main Pot", 100, (0, 1, 2, 3)),
        ("Side Pot 1", 75, (1, 2, 3)),
        ("Side Pot 2", 100, (2, 3)),
    ]
    payments = pay_pots(split.pots, strengths)
    assert [payment.amounts for payment in payments] == [{0: 100}, {2: 38, 3: 37}, {2: 50, 3: 50}]
    assert [payment.odd_chips for payment in payments] == [(), (2,), ()]


@pytest.mark.req("R002-28")
@pytest.mark.parametrize(
    ("contributions", "folded", "pots", "returned"),
    [
        ([50, 100, 200], [], [(150, (0, 1, 2)), (100, (1, 2))], {2: 100}),
        ([50, 100, 200, 450], [], [(200, (0, 1, 2, 3)), (150, (1, 2, 3)), (200, (2, 3))], {3: 250}),
        ([50, 100, 100], [1], [(150, (0, 2)), (100, (2,))], {}),
        ([5, 10], [0], [(10, (1,))], {1: 5}),
        ([10, 50, 50], [0], [(110, (1, 2))], {}),
        ([80, 20, 30], [0], [(60, (1, 2)), (70, (2,))], {}),
        ([0, 0, 0], [], [], {}),
        ([0, 7, 0], [], [], {1: 7}),
    ],
)
def test_cases(contributions: list[int], folded: list[int], pots: list[object], returned: dict[int, int]) -> None:
    split = split_pots(contributions, folded)
    assert [(pot.amount, pot.players) for pot in split.pots] == pots
    assert split.returned == returned


def test_odd_chips_go_one_by_one_from_the_left_of_the_button() -> None:
    pot = Pot("Main Pot", 35, (0, 1, 2))
    even = {0: 5, 1: 5, 2: 5}
    assert pay_pots([pot], even, left_of_button(3, 0))[0].amounts == {1: 12, 2: 12, 0: 11}
    assert pay_pots([pot], even, left_of_button(3, 2))[0].amounts == {0: 12, 1: 12, 2: 11}
    assert pay_pots([pot], even)[0].odd_chips == (0, 1)


@pytest.mark.parametrize(
    ("contributions", "folded"), [([-1, 5], []), ([1.5, 5], []), (["5", 5], []), ([5, 5], [2]), ([5, 5], [0, 1])]
)
def test_what_makes_no_pot(contributions: list[int], folded: list[int]) -> None:
    with pytest.raises(KickerError):
        split_pots(contributions, folded)


def test_who_contests_a_pot_must_show() -> None:
    with pytest.raises(KickerError, match="player 1 contests the main pot"):
        pay_pots([Pot("Main Pot", 10, (0, 1))], {0: 5})
    assert pay_pots([Pot("Main Pot", 10, (1,))], {})[0].amounts == {1: 10}
    with pytest.raises(KickerError, match="button"):
        left_of_button(3, 3)


# --- the command -----------------------------------------------------------------------------------------------------

EXAMPLE = ["P1=25:8c7h", "P2=50:9h5h", "P3=100:Ad4s", "P4=100:As3h", "--board", "Ac Kc Jc 5c Th"]


@pytest.mark.req("R002-25", "R002-27")
def test_the_command_names_the_odd_chip(kicker: Run) -> None:
    text = kicker("pots", *EXAMPLE).stdout.decode()
    assert "Side Pot 1 pays  P3 38, P4 37  (one pair, aces, king-jack-ten kickers)" in text
    assert "the odd chip goes to P3 (listed first; no --button given)" in text
    for button in ("P3", "3"):
        text = kicker("pots", *EXAMPLE, "--button", button).stdout.decode()
        assert "the odd chip goes to P4 (first to the left of P3)" in text


@pytest.mark.req("R002-23")
def test_the_command_without_hands(kicker: Run) -> None:
    record = json.loads(kicker("pots", "A=25", "B=50", "C=100", "--json").stdout)
    assert record == {
        "pots": [
            {"name": "Main Pot", "amount": 75, "players": ["A", "B", "C"], "winners": None},
            {"name": "Side Pot 1", "amount": 50, "players": ["B", "C"], "winners": None},
        ],
        "returned": {"C": 50},
        "hands": [],
        "paid": {},
    }


def test_players_without_a_name_have_a_number(kicker: Run) -> None:
    assert kicker("pots", "25", "50", "100").stdout.decode().splitlines() == [
        "Main Pot          75  contested by Player 1, Player 2, Player 3",
        "Side Pot 1        50  contested by Player 2, Player 3",
        "returned          50  to Player 3 (uncalled)",
    ]


def test_json_has_the_winners_of_each_pot(kicker: Run) -> None:
    record = json.loads(kicker("pots", *EXAMPLE, "--json").stdout)
    assert [pot["winners"] for pot in record["pots"]] == [{"P1": 100}, {"P3": 38, "P4": 37}, {"P3": 50, "P4": 50}]
    assert record["paid"] == {"P1": 100, "P3": 88, "P4": 87}


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (
            ["A=50", "B=100", "C=150:fold"],  # nobody knows who wins the main pot
            ["Main Pot         150  contested by A, B", "Side Pot 1       150  uncontested: B takes it"],
        ),
        (
            ["A=5:fold", "B=10"],
            ["Main Pot          10  uncontested: B takes it", "returned           5  to B (uncalled)"],
        ),
    ],
)
def test_a_pot_that_one_player_contests_alone(kicker: Run, arguments: list[str], lines: list[str]) -> None:
    printed = kicker("pots", *arguments).stdout.decode().splitlines()
    assert printed[:2] == lines
    assert printed[2:] in ([], ["total            B 10"])
    record = json.loads(kicker("pots", *arguments, "--json").stdout)
    assert record["pots"][-1]["winners"] == {"B": record["pots"][-1]["amount"]}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["25", "x"], "cannot read 'x'; write the chips put in"),
        (["25", "-5"], "unknown option"),
        (["A=2.5", "B=5"], "cannot read 'A=2.5'; write the chips put in"),
        (["A=5", "A=5"], "two players are called 'A'"),
        (["A=5:AsKs", "B=5:AsQs", "--board", "2c 3c 4c 5d 6d"], "As appears twice in the hands and on the board"),
        (["A=5:AsKs", "B=5", "--board", "2c 3c 4c 5d 6d"], "B contests the main pot: give B's cards"),
        (["A=5:AsKs", "B=5:QdQh"], "A has 2 cards with the board, not five to seven; is --board missing?"),
        (["A=5", "B=5", "--button", "Z"], "unknown player 'Z' for --button; choose from A, B"),
        (["A=5:fold", "B=5:fold"], "everybody has folded"),
    ],
)
def test_bad_pots(kicker: Run, arguments: list[str], says: str) -> None:
    result = kicker("pots", *arguments)
    if result.returncode == 1:
        assert says in one_sentence(result)
    else:
        assert says in result.stderr.decode()


@pytest.mark.req("R002-26")
def test_the_scores_of_the_worked_example() -> None:
    board = "Ac Kc Jc 5c Th"
    flush, fives, aces, other_aces = (
        rank_seven(f"{hand} {board}").score for hand in ("8c 7h", "9h 5h", "Ad 4s", "As 3h")
    )
    assert f"{flush:.3f}" == "500.851"
    assert flush > aces == other_aces > fives


@pytest.mark.req("R002-29")
def test_five_chairs_are_labelled_from_first_to_fifth(kicker: Run) -> None:
    chairs = ["A=25:2h3d", "B=30:KhKd", "C=50:8c7h", "D=100:9h5h", "E=100:QsQd"]
    lines = kicker("pots", *chairs, "--board", "Ac Kc Jc 5c Th").stdout.decode().splitlines()
    assert [int(line.split("contested")[0].split()[-1]) for line in lines[:4]] == [125, 20, 60, 100]
    assert [line.split()[:3] for line in lines[4:9]] == [
        ["1st", "C", "500.851"],
        ["2nd", "E", "499.000"],
        ["3rd", "B", "347.265"],
        ["4th", "D", "118.708"],
        ["5th", "A", "0.851"],
    ]
    record = json.loads(kicker("pots", *chairs, "--board", "Ac Kc Jc 5c Th", "--json").stdout)
    assert [hand["position"] for hand in record["hands"]] == ["1st", "2nd", "3rd", "4th", "5th"]
    assert record["hands"][0]["score"] == rank_seven("8c 7h Ac Kc Jc 5c Th").score


@pytest.mark.req("R002-29")
def test_hands_that_tie_share_their_label(kicker: Run) -> None:
    lines = kicker("pots", *EXAMPLE).stdout.decode().splitlines()
    assert [line.split()[:3] for line in lines[3:7]] == [
        ["1st", "P1", "500.851"],
        ["2nd", "P3", "150.774"],
        ["2nd", "P4", "150.774"],
        ["3rd", "P2", "118.708"],
    ]


def test_labels_of_many() -> None:
    labels = [ordinal(number) for number in (1, 2, 3, 4, 5, 10, 11, 12, 13, 21, 22, 23)]
    assert labels == ["1st", "2nd", "3rd", "4th", "5th", "10th", "11th", "12th", "13th", "21st", "22nd", "23rd"]
