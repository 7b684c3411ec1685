"""Cases of the rules of the other games and of customs of tables, with the numbers that `../shared` gives them."""

import random
from collections.abc import Mapping

import pytest

from kicker.cards import DECK, Card, parse_cards
from kicker.errors import CardError, KickerError
from kicker.games import (
    BRING_IN,
    CALL,
    CHECK,
    FOLD,
    GAMES,
    Action,
    Rules,
    State,
    discard,
    holdem,
    jackpots,
    mixed,
    raise_to,
    standard,
    usual,
)  # fmt: skip
from kicker.games.beginning import has_twins
from kicker.games.catalogue import DRAW, HOLDEM
from kicker.games.dealing import shuffle_again
from kicker.table import Customs, Schedule, Table
from kicker.table.customs import Round


def deck(first: str, cards: tuple[Card, ...] = DECK) -> list[Card]:
    """A whole deck with these cards on top."""
    top = parse_cards(first)
    return top + [card for card in cards if card not in top]


def play(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = state.apply(action)
    return state


def passively(state: State) -> State:
    while not state.over:
        state, _ = state.apply(state.options.passive)
    return state


def won(state: State) -> dict[int, int]:
    return {seat: stack - 900 for seat, stack in enumerate(state.stacks)}


# --- hi-lo -----------------------------------------------------------------------------------------------------------


def test_case_30_a_split_pot_of_101() -> None:
    """One high, two equal lows: 51, 25 and 25."""
    rules = Rules(GAMES["omaha-hilo"], "pot-limit", blinds=(1, 2), deal_order="hand", showdown="all")
    cards = deck("Kc Kd Qh Qs Ac 2d 9h 9s Ad 2h Th Ts 3c 4d 8h Kh Jc")
    state, _ = rules.start(cards, [100, 100, 100], 2, pot=95)
    end = passively(state)
    shares = [(event.seat, event.amount, event.half) for event in end.history if event.kind == "won"]
    assert shares == [(0, 51, "high"), (1, 25, "low"), (2, 25, "low")]


def test_a_side_pot_without_a_low_is_not_halved() -> None:
    """The low of the shortest stack wins half of the main pot; the best high hand takes the side pot whole."""
    rules = Rules(GAMES["omaha-hilo"], "no-limit", blinds=(1, 2), deal_order="hand")
    cards = deck("Kh 5d 4s 3c  Kc Th 9s 8d  Qs Qc 4d Jd  8s 7h 5h 9h 9c")
    state, _ = rules.start(cards, [100, 300, 300], 2)
    end = play(state, raise_to(300), CALL, CALL)
    shares = [(event.seat, event.amount, event.half) for event in end.history if event.kind == "won"]
    assert shares == [(1, 400, ""), (1, 150, "high"), (0, 150, "low")]
    assert end.stacks == (150, 550, 0)


def test_no_low_and_the_high_hand_takes_all() -> None:
    rules = Rules(GAMES["omaha-hilo"], "pot-limit", blinds=(1, 2), deal_order="hand")
    state, _ = rules.start(deck("Kc Kd Qh Qs Ac 2d 9h 9s 3c Td Jh Kh 5c"), [100, 100], 1)
    end = passively(state)
    assert [(event.seat, event.half) for event in end.history if event.kind == "won"] == [(0, "")]


# --- stud ------------------------------------------------------------------------------------------------------------


def stud(name: str, ups: str, *, seats: int = 3, **more: int) -> State:
    """A deal of a stud game in which the seats show these cards first; the button is the last seat."""
    rules = Rules(GAMES[name], "fixed-limit", ante=1, bring_in=2, min_bet=10, max_bets=4, deal_order="hand")
    down = [card for card in DECK if card not in parse_cards(ups)]
    top = [card for up in parse_cards(ups) for card in (down.pop(), down.pop(), up)]
    return rules.start(top + down, [1000] * seats, seats - 1)[0]


@pytest.mark.parametrize(
    ("name", "ups", "opens"),
    [
        ("stud", "5c 2d 2c", 2),  # lowest card, clubs lowest
        ("stud", "Ac Kc Qd", 2),
        ("razz", "5c Kd Kh", 2),  # highest card, spades highest
        ("razz", "Ac 2d 2c", 1),  # aces are low
        ("stud-hilo", "3c Ad 4c", 0),
    ],
)
def test_the_bring_in_goes_by_the_open_card(name: str, ups: str, opens: int) -> None:
    state = stud(name, ups)
    assert state.to_act == opens
    assert state.options.describe() == "bring in 2 or bet 10"
    assert FOLD not in state.options
    assert CHECK not in state.options
    state = play(state, BRING_IN)
    assert state.options.describe() == "fold, call 2 or raise to 10"


def test_a_completion_is_the_first_of_four_bets_and_opens_the_betting_again() -> None:
    state = play(stud("stud", "2c Kd Qd", seats=3), BRING_IN, CALL, raise_to(10))
    assert state.to_act == 0
    assert state.options.describe() == "fold, call 8 or raise to 20"
    state = play(state, raise_to(20), raise_to(30), raise_to(40))
    assert state.options.describe() == "fold or call 20"


def test_a_bring_in_that_cannot_be_paid_costs_the_others_the_same() -> None:
    rules = Rules(GAMES["stud"], "fixed-limit", ante=1, bring_in=5, min_bet=10, deal_order="hand")
    state, _ = rules.start(deck("Ac Ad 2c Kc Kd Qc Jc Jd Tc"), [4, 100, 100], 2)
    state = play(state, BRING_IN)
    assert state.stacks[0] == 0
    assert state.options.describe() == "fold, call 5 or raise to 10"


def test_the_small_bet_on_fourth_street_also_with_an_open_pair() -> None:
    rules = usual(GAMES["stud"])
    assert [rules.bet_sizes[street] for street in range(5)] == [4, 4, 8, 8, 8]


def test_eight_seats_of_stud_that_all_stay_share_the_last_card() -> None:
    state, _ = usual(GAMES["stud"]).start(DECK, [100] * 8, 7)
    end = passively(state)
    assert len(end.board) == 1
    assert {len(hand) for hand in end.hands} == {6}
    assert end.view(0).hand_words


def test_no_chip_of_a_carried_pot_is_lost_in_stud() -> None:
    rules = Rules(GAMES["stud"], "fixed-limit", ante=1, bring_in=1, min_bet=2, deal_order="hand", showdown="all")
    hands = ["Ac", "Kd", "2c", "Ad", "Kc", "3c", "Jh", "Td", "4c", "9c", "9d", "5h", "8c", "8h", "5d", "7d", "7s", "6h"]
    state, _ = rules.start(deck(" ".join(hands)), [100, 100, 100], 2, pot=1)
    end = passively(state)
    winners = [(event.seat, event.amount) for event in end.history if event.kind == "won"]
    assert sum(amount for _, amount in winners) == sum(end.paid) + end.dead


@pytest.mark.parametrize(("aces", "gets"), [("Ah As", 1), ("As Ah", 0), ("Ac Ad", 1)])
def test_the_odd_chip_in_stud_goes_to_the_highest_card_by_suit(aces: str, gets: int) -> None:
    """Both hold A-K-Q-J-9; seat 0 is nearer left of the button."""
    rules = Rules(GAMES["stud"], "fixed-limit", ante=1, bring_in=1, min_bet=2, deal_order="hand", showdown="all")
    one, two = aces.split()
    state, _ = rules.start(deck(f"{one} Kd Qc {two} Kh Qd Js Jc 9h 9d 3c 3d 4d 4h"), [100, 100], 1, pot=1)
    end = passively(state)
    shares = {event.seat: event.amount for event in end.history if event.kind == "won"}
    assert shares[gets] == shares[1 - gets] + 1
    assert sum(shares.values()) == sum(end.paid) + 1


def test_the_odd_chip_of_the_halves_goes_to_high_in_stud_too() -> None:
    rules = Rules(GAMES["stud-hilo"], "fixed-limit", ante=1, bring_in=1, min_bet=2, deal_order="hand", showdown="all")
    cards = deck("Kd Ks Qc Ac 2d 3h Qh 4s Jc 6d Jd Th 9s Ts")
    end = passively(rules.start(cards, [100, 100], 1, pot=1)[0])
    shares = {event.half: (event.seat, event.amount) for event in end.history if event.kind == "won"}
    total = sum(end.paid) + 1
    assert shares == {"high": (0, (total + 1) // 2), "low": (1, total // 2)}


@pytest.mark.parametrize(
    ("name", "cards", "opens"),
    [
        ("stud", "5c 2c 9d 5d Kh Kd", 0),  # a pair beats two high cards
        ("stud", "9d 7c 2h 4s 8c Kd", 2),  # straights and flushes do not count
        ("stud", "Kc 2c Kd 9h 3d 9s", 0),  # of equals the nearest left of the button
        ("razz", "5c 2c 9d 5d Kh 3d", 2),  # an open pair is worse than nine-three
        ("razz", "5c Kc Ad 4d 3h 2d", 2),  # aces are low
    ],
)
def test_who_opens_fourth_street_by_what_he_shows(name: str, cards: str, opens: int) -> None:
    first, second = cards.split()[:3], cards.split()[3:]
    rules = Rules(GAMES[name], "fixed-limit", ante=1, bring_in=2, min_bet=10, max_bets=4, deal_order="hand")
    down = [str(card) for card in DECK if str(card) not in first + second]
    top = [text for up in first for text in (down.pop(), down.pop(), up)] + second
    state, _ = rules.start(deck(" ".join(top)), [1000] * 3, 2)
    while state.street == 0:
        state = play(state, state.options.passive)
    assert (state.street, state.to_act) == (1, opens)


# --- draw ------------------------------------------------------------------------------------------------------------


def test_case_24_the_deck_runs_out() -> None:
    """Eight seats, two fold, six draw three of twelve: the folded hands and discards of others are dealt again."""
    rules = Rules(DRAW, ante=1, min_bet=2, reshuffle=True)
    state, _ = rules.start(DECK, [100] * 8, 7)
    state = play(state, FOLD, FOLD, *[CHECK] * 6)
    drawn: dict[int, tuple[set[Card], set[Card]]] = {}
    while state.phase == "drawing":
        seat, thrown = state.options.to_act or 0, state.options.hand[:3]
        state = play(state, discard(thrown))
        drawn[seat] = set(thrown), set(state.hands[seat])
    assert [event.amount for event in state.history if event.kind == "reshuffled"] == [2 * 5 + 4 * 3]
    assert all(not thrown & held for thrown, held in drawn.values())
    held = [card for seat, hand in enumerate(state.hands) if state.live[seat] for card in hand]
    assert len(held) == len(set(held)) == 30
    with pytest.raises(KickerError, match="8 seats drawing up to 3 cards may need 64"):
        Rules(DRAW, ante=1).check_seats(8)


def test_cases_26_and_27_jackpots() -> None:
    """Nobody has jacks: the same dealer, another ante, a pot of 8. Who opens and wins unseen shows the openers."""
    table = Table(jackpots(), [100] * 4, seed=1)
    low = "2c 2d 3h 3s 4d 4c 5s 5h 7c 7d 8h 8s 9c 9d Th Ts Qc Qd Kh Ks"
    table.deal(deck(low))
    before = table.state.setup.button
    for _ in range(4):
        seat = table.to_act or 0
        assert not table.state.options.may_raise
        table.submit(seat, "check")
    assert (table.state.over, table.carried, table.stacks) == (True, 4, (99,) * 4)
    again = Table.load(table.save())
    for each in (table, again):
        each.deal(deck("Jc 2d 3h 3s Jd 4c 5s 5h 7c 7d 8h 8s 9c 9d Th Ts Qc Qd Kh Ks"))
    assert again.state == table.state
    assert (table.state.setup.button, table.state.view(None).pot) == (before, 8)
    opener = table.to_act or 0
    table.submit(opener, "bet 5")
    for _ in range(3):
        table.submit(table.to_act or 0, "fold")
    assert table.stacks[opener] == 106
    assert table.state.is_shown(opener)


@pytest.mark.parametrize(("stacks", "carried"), [([1, 1, 1], 0), ([1, 9, 1], 0), ([1, 9, 9], 3)])
def test_an_unopened_pot_is_played_for_if_fewer_than_two_seats_have_chips_left(stacks: list[int], carried: int) -> None:
    low = "2c 2d 3h 3s 4d 4c 5s 5h 7c 7d 8h 8s 9c 9d Th Ts Qc Qd Kh Ks"
    table = Table(jackpots(), stacks, seed=1)
    table.deal(deck(low))
    while table.to_act is not None:
        table.submit(table.to_act, "stand pat" if table.state.options.phase == "drawing" else "check")
    assert (table.carried, sum(table.stacks)) == (carried, sum(stacks) - carried)
    assert any(event.kind == "won" for event in table.state.history) == (not carried)


# --- short deck and Omaha --------------------------------------------------------------------------------------------


def test_short_deck_antes_and_the_blind_of_the_button() -> None:
    state, _ = usual(GAMES["short-deck"]).start(GAMES["short-deck"].deck, [100] * 3, 2)
    assert [(event.kind, event.seat, event.amount) for event in state.history[1:5]] == [
        ("ante", 0, 1), ("ante", 1, 1), ("ante", 2, 1), ("blind", 2, 1),
    ]  # fmt: skip
    assert state.options.describe() == "fold, call 1 or raise to 2 up to 99"
    assert state.to_act == 0
    with pytest.raises(CardError, match="2c is not in the deck of short-deck hold'em"):
        usual(GAMES["short-deck"]).start(DECK, [100] * 3, 2)


@pytest.mark.parametrize("name", ["holdem", "omaha", "omaha-6-hilo"])
def test_the_most_in_pot_limit_is_a_call_and_the_pot_after_it(name: str) -> None:
    """A pot of 100 and a bet of 50: at most 250."""
    rules = standard(GAMES[name], (25, 50), betting="pot-limit")
    state = play(rules.start(DECK, [1000, 1000], 1)[0], CALL, CHECK)
    assert state.view(None).pot == 100
    assert state.options.max_raise_to == 100
    assert play(state, raise_to(50)).options.max_raise_to == 250


def test_how_many_cards_are_exchanged_is_public_and_which_is_not() -> None:
    state = play(usual(GAMES["badugi"]).start(DECK, [100] * 3, 2)[0], CALL, CALL, CHECK)
    thrown = state.options.hand[:2]
    state = play(state, discard(thrown), discard())
    told = [event for event in state.view(2).history if event.kind in ("discard", "drew")]
    assert [(event.kind, event.seat, event.cards) for event in told] == [
        ("discard", 0, (None, None)), ("drew", 0, (None, None)), ("discard", 1, ()),
    ]  # fmt: skip
    assert next(event.cards for event in state.view(0).history if event.kind == "discard") == thrown


def test_case_29_with_four_cards() -> None:
    rules = standard(GAMES["omaha"], (100, 200))
    state, _ = rules.start(DECK, [1000, 100, 1000], 2)
    assert state.options.max_raise_to == 700


@pytest.mark.parametrize(("name", "seats"), [("omaha-6", 8), ("omaha-5", 10), ("stud", 9), ("badugi", 9)])
def test_too_many_seats_are_refused(name: str, seats: int) -> None:
    with pytest.raises(KickerError, match="seats"):
        usual(GAMES[name]).start(DECK, [100] * seats, 0)


# --- customs ---------------------------------------------------------------------------------------------------------


def test_boards_that_are_run_several_times_split_the_pot() -> None:
    rules = Rules(HOLDEM, blinds=(1, 2), runs=2, deal_order="hand")
    state, _ = rules.start(deck("As Ah Ks Kh 2c 3d 5h 9s Jd Kd 7c 8d Tc 4d"), [101, 101], 1)
    end = play(state, raise_to(101), CALL)
    assert end.boards == (tuple(parse_cards("Kd 7c 8d Tc 4d")),)
    assert [(event.seat, event.amount, event.run) for event in end.history if event.kind == "won"] == [
        (0, 101, 0), (1, 101, 1),
    ]  # fmt: skip


def test_a_bomb_pot_begins_on_the_flop() -> None:
    state, _ = Rules(HOLDEM, blinds=(1, 2), bomb_pot=5).start(DECK, [100] * 3, 0)
    assert (state.view(None).pot, state.street, len(state.board), state.to_act) == (15, 1, 3, 1)


def test_the_button_pays_an_ante_for_the_table() -> None:
    state, _ = Rules(HOLDEM, blinds=(1, 2), button_ante=3).start(DECK, [100] * 3, 0)
    assert (state.dead, state.stacks) == (3, (97, 99, 98))


def test_cards_that_would_have_come() -> None:
    state, _ = holdem().start(deck("As Ks Ah Kh 2c 3d 5h 9s Jd"), [100, 100], 0)
    assert state.rabbit == ()
    assert play(state, FOLD).rabbit == tuple(parse_cards("2c 3d 5h 9s Jd"))


def dead_button_table(busts: int) -> Table:
    """Seats 1 to 5, the button at 1; that seat loses all its chips in the first deal."""
    stacks = [1000] * 5
    stacks[busts] = 2
    table = Table(holdem(), stacks, seed=1, customs=Customs(dead_button=True))
    table.deal(deck("2c As Ks Qs Js 7d Ah Kh Qh Jh 3c 4d 8h 9s Tc"))
    table.submit(3, "fold")
    table.submit(4, "fold")
    table.submit(0, "raise 1000")
    while table.to_act is not None:
        table.submit(table.to_act, "fold" if table.to_act != busts else table.state.options.passive)
    return table


def blinds(table: Table) -> dict[int | None, int]:
    return {event.seat: event.amount for event in table.state.history if event.kind == "blind"}


def test_case_19_a_big_blind_that_is_gone_leaves_no_small_blind_and_then_a_dead_button() -> None:
    table = dead_button_table(2)
    table._stacks[2] = 0
    table.deal()
    assert (table.state.setup.button, blinds(table)) == (1, {3: 2})
    while table.to_act is not None:
        table.submit(table.to_act, "fold")
    again = Table.load(table.save())
    for each in (table, again):
        each.deal()
        assert (each.state.setup.button, blinds(each)) == (2, {3: 1, 4: 2})
        assert each.to_act == 0


def test_case_20_a_small_blind_that_is_gone_leaves_a_dead_button() -> None:
    table = dead_button_table(1)
    table._stacks[1] = 0
    table.deal()
    assert (table.state.setup.button, blinds(table)) == (1, {2: 1, 3: 2})


def away(
    seats: Mapping[int, range], *, deals: int, dead_button: bool = False, each: int = 5
) -> list[dict[int | None, str]]:
    """Play deals at 5/10 with seats that sit out some of them, counted from 1; return each deal's blinds and posts.

    A post is the chips and how much of them is live.
    """
    customs = Customs(missed_blinds=True, dead_button=dead_button)
    table = Table(holdem(blinds=(5, 10)), [1000] * each, seed=1, customs=customs)
    found: list[dict[int | None, str]] = []
    for deal in range(1, deals + 1):
        for seat, out in seats.items():
            (table.sit_out if deal in out else table.sit_in)(seat)
        table = Table.load(table.save())
        table.deal()
        paid = [event for event in table.state.history if event.kind in ("blind", "post")]
        found.append(
            {event.seat: f"{event.amount}/{event.to}" if event.kind == "post" else str(event.amount) for event in paid}
        )
        while table.to_act is not None:
            table.submit(table.to_act, "fold")
    return found


def test_a_seat_that_missed_both_blinds_posts_the_big_one_live_and_the_small_one_dead() -> None:
    assert away({3: range(1, 4)}, deals=4, each=4)[-1] == {0: "5", 1: "10", 3: "15/10"}
    assert away({3: range(2, 4)}, deals=5) == [
        {1: "5", 2: "10"},
        {2: "5", 4: "10"},  # seat 3 misses the big blind
        {4: "5", 0: "10"},  # and the small one
        {4: "5", 0: "10", 3: "15/10"},  # now it has the button
        {0: "5", 1: "10"},
    ]


def test_a_seat_that_missed_the_small_blind_alone_posts_it_dead() -> None:
    assert away({2: range(2, 4)}, deals=5) == [
        {1: "5", 2: "10"},
        {3: "5", 4: "10"},  # seat 2 has paid the big blind and misses the small one
        {4: "5", 0: "10"},
        {0: "5", 1: "10", 2: "5/0"},
        {1: "5", 2: "10"},
    ]


def test_a_seat_that_missed_the_big_blind_alone_posts_it_live() -> None:
    assert away({3: range(2, 3)}, deals=4) == [
        {1: "5", 2: "10"},
        {2: "5", 4: "10"},
        {3: "5", 4: "10"},  # seat 3 is back in time for the small blind
        {4: "5", 0: "10", 3: "10/10"},
    ]


def test_whoever_waits_for_the_big_blind_owes_nothing_else() -> None:
    assert away({3: range(2, 6)}, deals=7)[-2:] == [{2: "5", 3: "10"}, {3: "5", 4: "10"}]


def test_missed_blinds_with_a_dead_button() -> None:
    assert away({2: range(2, 4)}, deals=4, dead_button=True) == [
        {1: "5", 2: "10"},
        {3: "10"},  # nobody pays the small blind of seat 2
        {3: "5", 4: "10"},
        {4: "5", 0: "10", 2: "5/0"},
    ]
    assert away({3: range(2, 3)}, deals=4, dead_button=True) == [
        {1: "5", 2: "10"},
        {2: "5", 4: "10"},
        {4: "5", 0: "10", 3: "15/10"},  # back between the button and the small blind: both have passed
        {0: "5", 1: "10"},
    ]


def test_heads_up_both_blinds_pass_the_seat_that_sits_out() -> None:
    assert away({2: range(2, 4)}, deals=4, each=3) == [
        {1: "5", 2: "10"},
        {1: "5", 0: "10"},
        {0: "5", 1: "10"},
        {2: "5", 0: "10"},
    ]


def test_a_table_saved_by_an_older_version_owes_both_blinds() -> None:
    assert Round.from_dict({"small": 1, "big": 2, "owing": [4]}) == Round(1, 2, (4,), (4,))


def test_a_straddle_is_a_further_blind_of_one_deal() -> None:
    table = Table(holdem(blinds=(5, 10)), [1000] * 4, seed=1)
    table.straddle(3)
    table.deal()
    assert blinds(table) == {1: 5, 2: 10, 3: 20}
    assert (table.to_act, table.state.options.min_raise_to) == (0, 40)
    while table.to_act is not None:
        table.submit(table.to_act, "fold")
    table.deal()
    assert len(blinds(table)) == 2
    with pytest.raises(KickerError, match="between deals"):
        table.straddle(0)


def test_chips_are_bought_between_deals() -> None:
    table = Table(holdem(), [100, 100], seed=1)
    table.top_up(1, 50)
    table.deal()
    with pytest.raises(KickerError, match="buy chips between deals"):
        table.top_up(0, 50)
    table.submit(table.to_act or 0, "fold")
    stacks = table.stacks
    table.top_up(0, 900)
    assert table.stacks == (stacks[0] + 900, stacks[1])
    assert Table.load(table.save()).stacks == table.stacks


def test_a_mixed_game_changes_after_so_many_deals() -> None:
    assert [rules.game.name for rules in mixed("horse")] == ["holdem", "omaha-hilo", "razz", "stud", "stud-hilo"]
    assert len(mixed("8-game", 100)) == 8
    with pytest.raises(KickerError, match="unknown mixed game 'dealer'"):
        mixed("dealer")
    games = tuple(usual(GAMES[name]) for name in ("omaha-hilo", "razz", "stud"))
    table = Table(
        games[0], [1000] * 3, seed=1, schedule=Schedule(every=2, games=games), players=dict.fromkeys(range(3), "caller")
    )
    table = Table.load(table.save())
    played = []
    for _ in range(7):
        table.play(1)
        played.append(table.state.rules.game.name)
    assert played == ["omaha-hilo", "omaha-hilo", "razz", "razz", "stud", "stud", "omaha-hilo"]
    assert [event.name for event in table.log if event.kind == "game"] == ["pot-limit Omaha eight or better"]


@pytest.mark.parametrize("count", [0, 1, 2, 5, 22, 52])
def test_discards_are_shuffled_as_the_standard_library_does_it(count: int) -> None:
    for seed in range(20):
        deck = random.Random(seed).sample(DECK, len(DECK))
        cards, expected = deck[:count], deck[:count]
        shuffle_again(cards, tuple(deck), 52 + seed)
        random.Random(f"{' '.join(map(str, deck))}/{52 + seed}").shuffle(expected)
        assert cards == expected


def test_every_card_that_is_twice_in_a_deck_is_noticed() -> None:
    assert not has_twins(())
    assert not has_twins(tuple(DECK))
    for card in DECK:
        assert has_twins((*DECK, card))
        assert has_twins((card, card))
        assert not has_twins((card,))
