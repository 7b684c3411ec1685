"""Customs of tables where people choose them: mixed games, straddles, bomb pots, several boards, rebuys, antes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from kicker.errors import KickerError
from kicker.games import MIXES, Rules, State, holdem, mixed
from kicker.match import Match, match_schedule, play_match
from kicker.match.session import match_rules
from kicker.records import Record, format_phh, parse_phh, replay
from kicker.table import Customs, Schedule, Table
from kicker.ui.common.between import wishes
from kicker.ui.common.offer import find_offer, offers, playable
from kicker.ui.common.options import OptionError
from tests.conftest import Run

CALLERS = dict.fromkeys(range(3), "caller")


def bots(rules: Rules, customs: Customs, count: int = 3, **more: object) -> Table:
    """A table of bots that call."""
    stacks = [1000] * count
    return Table(rules, stacks, players=dict.fromkeys(range(count), "caller"), seed=7, customs=customs, **more)  # type: ignore[arg-type]


def all_in(customs: Customs, stacks: tuple[int, ...] = (100, 100, 100), refusing: tuple[int, ...] = ()) -> State:
    """The end of a deal of people in which the first to act goes all in, and everybody calls."""
    table = Table(holdem(), list(stacks), seed=3, customs=customs)
    for seat in refusing:
        table.run_it(seat, agreed=False)
    table = Table.load(table.save())
    table.deal()
    table.submit(table.to_act or 0, f"raise {stacks[0]}")
    while table.to_act is not None:
        table.submit(table.to_act, "call")
    return table.state


# --- mixed games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MIXES)
def test_a_mixed_game_is_offered_and_played_like_any_other(name: str) -> None:
    offer = find_offer(name)
    terms = offer.terms({"seats": 3, "each": 2, "bet": 12, "rise": 4})
    table = offer.begin(terms, ["A", "B", "C"], CALLERS, seed=1)
    parts = MIXES[name].parts
    for deal in range(2 * len(parts) + 1):
        table = Table.load(table.save())  # it can be left anywhere
        table.play(1)
        game, betting = parts[deal // 2 % len(parts)]
        assert (table.state.rules.game, table.state.rules.betting) == (game, betting)
        level = min(deal // 4, 17)
        assert table.state.rules.min_bet == 12 * [1, 2, 3, 4, 6][level]
        changes = [event.name for event in table.log if event.kind == "game"]
        if deal % 2:
            following, limit = parts[(deal // 2 + 1) % len(parts)]
            assert changes[-1] == f"{limit} {following.title}"
    assert sum(table.stacks) == 3000


def test_the_button_waits_while_nobody_posts_blinds() -> None:
    table = bots(mixed("horse")[0], Customs(), schedule=Schedule(every=2, games=mixed("horse")))
    buttons = []
    for _ in range(12):
        table.play(1)
        buttons.append(table.state.setup.button)
    assert buttons == [0, 1, 2, 0, 1, 1, 1, 1, 1, 1, 1, 2]


def test_every_game_and_mix_names_its_options() -> None:
    for offer in offers():
        assert offer.game.name in playable()
        told = offer.as_dict()
        json.dumps(told)
        assert {option["name"] for option in told["options"]} <= {option.name for option in offer.options}
    customs = {name: {option.name for option in find_offer(name).options if option.custom} for name in playable()}
    assert "straddle" not in customs["razz"]
    assert "runs" not in customs["badugi"]
    assert {"straddle", "runs", "bombs", "rebuys"} <= customs["horse"]


@pytest.mark.parametrize(
    ("game", "asked", "message"),
    [
        ("horse", {"bet": 3}, "bet must be a whole number from 4 to 1,000,000,000, not '3'"),
        ("horse", {"blinds": "5/10"}, "HORSE has no choice of blinds; leave it out"),
        ("razz", {"straddle": "always"}, "razz has no choice of straddle; leave it out"),
        ("holdem", {"straddle": "sometimes"}, "unknown straddle 'sometimes'; choose from allowed, always, no"),
        ("holdem", {"runs": 11}, "boards must be a whole number from 1 to 10, not '11'"),
        ("holdem", {"bombs": -1}, "bomb pots must be a whole number from 0 to 10,000, not '-1'"),
        ("holdem", {"rebuys": "perhaps"}, "unknown rebuys 'perhaps'; choose from no, yes"),
        ("8-game", {"seats": 9}, "seats must be a whole number from 2 to 8, not '9'"),
    ],
)
def test_what_cannot_be_chosen_gets_one_sentence(game: str, asked: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        find_offer(game).terms(asked)
    assert str(caught.value) == message


def test_a_mixed_match_plays_all_its_games() -> None:
    match = Match(["caller", "folder"], 1, match_rules("horse"), schedule=match_schedule("horse", 2), session_hands=20)
    names = [match.rules_of(deck, deck % 2).game.name for deck in range(1, 11)]
    assert Counter(names) == dict.fromkeys([game.name for game in MIXES["horse"].games], 2)
    assert play_match(match, 20).hands == 20
    with pytest.raises(KickerError, match="stakes cannot rise in a match"):
        Match(["caller", "folder"], schedule=Schedule(ante_step=1))


# --- customs ---------------------------------------------------------------------------------------------------------


def test_a_straddle_in_every_hand_goes_round() -> None:
    table = bots(holdem(blinds=(5, 10)), Customs(straddle="always"), 4)
    posted = []
    for _ in range(4):
        table.play(1)
        posted.append({event.seat: event.amount for event in table.state.history if event.kind == "blind"})
    assert posted == [{1: 5, 2: 10, 3: 20}, {2: 5, 3: 10, 0: 20}, {3: 5, 0: 10, 1: 20}, {0: 5, 1: 10, 2: 20}]


def test_only_the_seat_left_of_the_big_blind_is_offered_a_straddle() -> None:
    table = Table(holdem(blinds=(5, 10)), [1000] * 4, seed=1, customs=Customs())
    assert [any(wish.name == "straddle" for wish in wishes(table, seat)) for seat in range(4)] == [0, 0, 0, 1]
    next(wish for wish in wishes(table, 3) if wish.name == "straddle").do(table)
    assert table.next_straddler() is None
    broke = Table(holdem(), [0, 100, 100], seed=1, customs=Customs(runs=2))
    assert wishes(broke, 0) == []
    with pytest.raises(KickerError, match="no straddles at this table"):
        Table(holdem(), [100] * 4, customs=Customs(straddle="no")).straddle(3)


def test_a_bomb_pot_every_third_hand() -> None:
    table = bots(holdem(blinds=(5, 10)), Customs(bomb_every=3, bomb_blinds=4, missed_blinds=True))
    for deal in range(1, 7):
        table.play(1)
        paid = {event.amount for event in table.state.history if event.kind == "ante"}
        blinds = [event for event in table.state.history if event.kind == "blind"]
        assert (paid, bool(blinds)) == (({40}, False) if deal % 3 == 0 else (set(), True))
        told = [event.amount for event in table.log if event.kind == "bomb pot"]  # of this deal and the one before
        assert told == [40] * (deal in (3, 4, 6))


@pytest.mark.parametrize("runs", [2, 3, 8])
def test_several_boards_share_each_pot_and_are_recorded(runs: int) -> None:
    state = all_in(Customs(runs=runs))
    assert len(state.boards) == runs - 1
    dealt = [card for board in (state.board, *state.boards) for card in board]
    assert len(set(dealt)) == 5 * runs
    by_run = Counter[int]()
    for event in state.history:
        if event.kind == "won":
            by_run[event.run] += event.amount
    assert sum(by_run.values()) == 300
    assert max(by_run.values()) - min(by_run.values()) <= 1
    again = replay(parse_phh(format_phh(Record.from_state(state, ["A", "B", "C"]))))
    assert again.verdict == "ok"
    order = state.setup.order
    assert [again.final.payoffs[place] for place in range(3)] == [state.payoffs[seat] for seat in order]
    assert again.final.boards == state.boards


def test_who_does_not_agree_and_is_in_keeps_it_at_one_board() -> None:
    assert not all_in(Customs(runs=2), refusing=(1,)).boards
    table = Table(holdem(), [100] * 3, seed=3, customs=Customs(runs=2))
    table.run_it(1, agreed=False)
    table.deal()
    table.submit(0, "raise 100")
    table.submit(1, "fold")  # whoever folds does not mind
    table.submit(2, "call")
    assert len(table.state.boards) == 1
    assert "NT'" in format_phh(Record.from_state(all_in(Customs(runs=2), refusing=(1,))))
    with pytest.raises(KickerError, match="the board is dealt once"):
        Table(holdem(), [100] * 2).run_it(0, agreed=True)


@pytest.mark.parametrize("agree", [True, False])
def test_bots_agree_by_the_custom_of_the_table(agree: bool) -> None:
    table = Table(holdem(), [100, 100], players={1: "caller"}, seed=3, customs=Customs(runs=2, bots_run=agree))
    table.deal()
    table.submit(0, "raise 100")
    table.advance()
    assert bool(table.state.boards) == agree


def test_chips_are_bought_up_to_the_buy_in_and_bots_buy_when_they_have_none() -> None:
    table = Table(holdem(), [100, 100], players={1: "caller"}, seed=5, customs=Customs(buy_in=100))
    for _ in range(6):
        if table.for_sale(0):
            wish = next(wish for wish in wishes(table, 0) if wish.name == "buy")
            wish.do(table)
        assert table.for_sale(0) == 0
        assert min(table.stacks) > 0
        table.deal()
        assert table.for_sale(0) == 0
        while table.to_act is not None:
            if table.to_act == 0:
                options = table.state.options
                table.submit(0, f"raise {options.max_raise_to}" if options.may_raise else options.passive)
            table.advance()
        assert not table.finished
        assert table.champion is None
        table = Table.load(table.save())
    bought = sum(event.amount for event in table.log if event.kind == "bought")
    assert bought >= 0


def test_one_seat_may_pay_the_ante_for_the_table_and_it_rises() -> None:
    for by, field in (("button", "button_ante"), ("big blind", "dead_antes")):
        offer = find_offer("holdem")
        terms = offer.terms({"seats": 3, "ante": 10, "ante_by": by, "rise": 1})
        table = offer.begin(terms, ["A", "B", "C"], CALLERS, seed=1)
        for ante in (10, 20):
            table.play(1)
            paid = [event for event in table.state.history if event.kind == "ante"]
            assert [event.amount for event in paid] == [ante]
            assert table.state.rules.largest_ante == ante
            assert getattr(table.state.rules, field)


def test_who_leaves_and_comes_back_owes_the_blinds() -> None:
    table = Table(holdem(blinds=(5, 10)), [1000] * 4, seed=1, customs=Customs(missed_blinds=True))
    table.deal()
    while table.to_act is not None:
        table.submit(table.to_act, "fold")
    chips = table.leave(0)
    table.join(0, "A", chips, owes=True)
    table.deal()
    posted = {event.seat: event.amount for event in table.state.history if event.kind in ("post", "blind")}
    assert posted == {2: 5, 3: 10, 0: 15}


@pytest.mark.parametrize(
    ("customs", "message"),
    [
        ({"runs": 0}, "runs must be a whole number from 1 to 10, not 0"),
        ({"straddle": "never"}, "unknown straddle 'never'"),
        ({"bomb_every": -1}, "bomb_every must be a whole number, 0 or more, not -1"),
        ({"dead_button": 1}, "dead_button must be True or False"),
    ],
)
def test_customs_that_cannot_be_are_refused(customs: dict[str, object], message: str) -> None:
    with pytest.raises(KickerError) as caught:
        Table(holdem(), [100, 100], customs=Customs(**customs))  # type: ignore[arg-type]
    assert message in str(caught.value)


# --- at the prompt ---------------------------------------------------------------------------------------------------


def test_horse_at_the_prompt_says_what_comes_next_and_goes_on(kicker: Run) -> None:
    arguments = ["play", "horse", "--seats", "2", "--bots", "caller", "--each", "1", "--seed", "4"]
    answers = "f\n" + "\nf\nc\n" * 4
    told = kicker(*arguments, input=answers.encode()).stdout.decode()
    assert "Hand 1, fixed-limit hold'em, blinds 5/10" in told
    assert "Next: fixed-limit Omaha eight or better, blinds 5/10" in told
    assert "Next: fixed-limit razz, ante 2" in told
    again = kicker("play", "horse", "--resume", input=b"q\n")
    assert again.returncode == 0
    assert b"Game saved; resume it with kicker play horse --resume" in again.stdout


def test_wishes_at_the_prompt(kicker: Run) -> None:
    arguments = ["play", "holdem", "--seats", "3", "--bots", "caller", "--seed", "4", "--runs", "2", "--rebuys", "yes"]
    told = kicker(*arguments, "--straddle", "allowed", input=b"f\nu\nx\nb\no\n\ni\n?\nq\n").stdout.decode()
    assert "Straddles allowed, run it twice, rebuys up to 1,000." in told
    assert "You run the board once" in told
    assert "You sit out" in told
    assert "You are sitting out. Press Enter for the next hand" in told
    assert "You are back" in told
    assert "u           agree to run it twice" in told


def test_a_replay_on_the_pages_shows_the_board_that_would_have_come_and_no_hidden_card() -> None:
    from kicker.ui.web.archive import hand_json, record_text

    state, _ = holdem().start("As Ks Ah Kh 2c 3d 5h 9s Jd 8c 7h", [100, 100], 0)
    state, _ = state.apply("fold")
    row = {"number": 1, "record": record_text(state, ["Ada", "Bo"], []), "ended": 0.0}
    for seat in (0, 1):
        told = hand_json(row, seat)
        assert told["rabbit"] == ["2c", "3d", "5h", "9s", "Jd"]
        hidden = {str(card) for card in state.hands[1 - seat]} | {"8c", "7h"}
        assert not any(f'"{card}' in json.dumps(told) for card in hidden)


def test_a_hand_that_ended_early_has_its_rabbit(home: Path, kicker: Run) -> None:
    kicker("play", "holdem", "--seats", "2", "--bots", "caller", "--seed", "3", input=b"f\nq\n")
    hands = next((home / "hands").glob("*.phhs"))
    assert "_kicker_rabbit = 'KsQs6h4s9h'" in hands.read_text()
