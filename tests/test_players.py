"""Bots: legal wherever they play, the same for the same seed, and deciding as their pages say."""

import json
import random
from dataclasses import replace

import pytest

from kicker.cards import parse_cards
from kicker.discards import best_discard
from kicker.errors import KickerError
from kicker.games import (
    CALL,
    CHECK,
    FOLD,
    STAND_PAT,
    Action,
    Limit,
    Rules,
    State,
    View,
    classic_draw,
    classic_holdem,
    discard,
    draw,
    holdem,
    raise_to,
)
from kicker.hands import Category, evaluate
from kicker.match import Match, play_match
from kicker.players import BOTS, Learns, make_bot
from kicker.players.cpu import BUCKETS, TIERS, Cpu, bucket_of, conveyed, raise_size
from kicker.players.drawer import Drawer
from kicker.table import play_deal, shuffled
from tests.conftest import few_or_many

HOLDEM = [name for name, bot in BOTS.items() if bot.plays("holdem")]
DRAW = [name for name, bot in BOTS.items() if bot.plays("draw")]


def some_rules(dice: random.Random, game: str) -> tuple[Rules, int]:
    """Rules and a number of seats."""
    limits: list[Limit] = ["no-limit", "no-limit", "pot-limit", "fixed-limit"]
    betting = dice.choice(limits)
    if game == "holdem":
        if dice.random() < 0.15:
            return classic_holdem(), 2
        big = dice.choice([2, 10, 100])
        return holdem((big // 2, big), dice.choice([0, 0, big // 5]), betting), dice.randint(2, 6)
    if dice.random() < 0.5:
        return classic_draw(dice.randint(1, 30)), dice.randint(2, 5)
    return draw(betting=betting, max_draw=dice.choice([1, 3, 5]), ante=dice.randint(0, 3) or 1), dice.randint(2, 5)


def situations(name: str, count: int, seed: str) -> int:
    """Ask a bot in that many random situations, on any stacks; random play leads there. Returns how many."""
    dice = random.Random(seed)
    bot, other = make_bot(name, seed), make_bot("random", seed)
    asked = deal = 0
    while asked < count:
        deal += 1
        rules, seats = some_rules(dice, dice.choice([game for game in ("holdem", "draw") if BOTS[name].plays(game)]))
        seats = min(seats, BOTS[name].most_seats)
        stacks = [dice.choice([1, 3, 40, 40, 200, 1000, 20_000]) + rules.least_stack for _ in range(seats)]
        state, _ = rules.start(shuffled(seed, deal), stacks, dice.randrange(seats))
        while state.to_act is not None:
            view = state.view(state.to_act)
            action = bot.act(view)
            assert view.options.refusal(action) is None, (view, action)
            asked += 1
            # Often somebody else's action is taken, so that the bot sees what it would not do itself.
            state, _ = state.apply(action if dice.random() < 0.4 else other.act(view))
        if isinstance(bot, Learns):
            bot.learn(state.view(dice.randrange(seats)))
    return asked


@few_or_many(2_000, 20_000)
@pytest.mark.parametrize("name", ["folder", "caller", "random", "maniac"])
def test_simple_bots_are_legal_on_any_stacks_and_seats(name: str, count: int) -> None:
    assert situations(name, count, f"{name}/{count}") >= count


@pytest.mark.parametrize(
    ("name", "count"),
    [("cpu", 100), ("solid", 100), ("novice", 100), ("gambler", 100), ("sharp", 100), ("drawer", 100)],
)
def test_thinking_bots_are_legal_on_any_stacks_and_seats(name: str, count: int) -> None:
    assert situations(name, count, f"{name}/0") >= count


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", ["cpu", "solid", "sharp", "drawer"])
def test_thinking_bots_are_legal_in_100000_situations(name: str, part: int) -> None:
    counts = {"cpu": 2_000, "solid": 2_000, "sharp": 2_000, "drawer": 1_000}
    assert situations(name, counts[name], f"long/{name}/{part}") >= counts[name]


def play(names: tuple[str, str], rules: Rules, deals: int, seed: int, stack: int = 1000) -> list[tuple[Action, ...]]:
    bots = [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    played = []
    for deal in range(deals):
        state = play_deal(rules.start(shuffled(seed, deal), [stack] * 2, deal % 2)[0], bots)
        played.append(state.actions)
        for seat, bot in enumerate(bots):
            if isinstance(bot, Learns):
                bot.learn(state.view(seat))
    return played


@pytest.mark.parametrize("name", HOLDEM)
def test_the_same_seed_plays_the_same_hands(name: str) -> None:
    rules = holdem((5, 10))
    assert play((name, "random"), rules, 20, 3) == play((name, "random"), rules, 20, 3)


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_can_say_why(name: str) -> None:
    bot = make_bot(name)
    rules = holdem((5, 10)) if name in HOLDEM else draw()
    state, _ = rules.start(shuffled(1, 1), [1000, 1000], 0)
    bot.act(state.view(state.to_act))
    reasons = bot.reasons  # type: ignore[attr-defined]
    assert reasons.text
    if name not in ("folder", "caller", "random", "maniac"):
        assert 0 <= reasons.equity <= 1


def test_an_unknown_bot() -> None:
    with pytest.raises(KickerError, match=r"unknown bot 'shark' \(did you mean sharp\?\); choose from caller, cpu"):
        make_bot("shark")


# --- the simple ones -------------------------------------------------------------------------------------------------


def facing_a_bet() -> State:
    state, _ = holdem((5, 10)).start(shuffled(1, 1), [1000] * 2, 0)
    return state.apply(raise_to(30))[0]


def test_what_the_simple_bots_do() -> None:
    first, _ = holdem((5, 10)).start(shuffled(1, 1), [1000] * 2, 0)
    limped, _ = first.apply(CALL)
    for name, facing, free in [
        ("folder", FOLD, CHECK),
        ("caller", CALL, CHECK),
        ("maniac", raise_to(90), raise_to(30)),
    ]:
        bot = make_bot(name)
        assert bot.act(facing_a_bet().view(1)) == facing
        assert bot.act(limped.view(1)) == free
    kinds = {make_bot("random", seed).act(facing_a_bet().view(1)).kind for seed in range(50)}
    assert kinds == {"fold", "call", "raise"}


# --- the drawer ------------------------------------------------------------------------------------------------------


def draw_state(hand: str, rules: Rules) -> State:
    cards = parse_cards(hand)
    rest = [card for card in shuffled(9, 9) if card not in cards]
    in_turn = [card for both in zip(cards, rest[:5], strict=True) for card in both]  # one card at a time
    decks = (cards + rest, in_turn + rest[5:])
    states = [rules.start(deck, [1000, 1000], 1)[0] for deck in decks]
    return next(state for state in states if set(state.hands[0]) == set(cards))


@pytest.mark.req("R001-18")
@pytest.mark.parametrize("hand", ["4C 9S 4H 3D 2D", "AS KS QS JS 2D", "AS AH AD KC KD", "2C 5D 9H JS QC"])
def test_the_drawer_throws_what_the_exact_odds_say(hand: str) -> None:
    state = draw_state(hand, classic_draw())
    while state.phase == "betting":
        state, _ = state.apply(raise_to(5) if not state.options.call_amount else CALL)
    action = Drawer().act(state.view(0))
    best = best_discard(hand, 4)
    assert action.kind == "discard"
    assert set(action.cards) == set(best[0].discards)
    assert best[0].share >= max(odds.share for odds in best)


@pytest.mark.req("R001-14")
def test_the_drawer_bets_more_with_a_better_hand() -> None:
    def bet(hand: str) -> Action:
        state = draw_state(hand, draw(ante=5, min_bet=1))
        return Drawer().act(state.view(0))

    hands = ["AS AH 4D 7C KD", "AS AH 4D 4C KD", "AS AH AD KC KD"]
    bets = [bet(hand) for hand in hands]
    assert [action.kind for action in bets] == ["raise"] * 3
    assert [action.to for action in bets] == sorted({action.to for action in bets})
    assert evaluate(hands[-1]).category == Category.FULL_HOUSE
    assert bet("2C 5D 9H JS QC") == CHECK


def test_the_bets_of_the_drawer_fit_the_pot() -> None:
    """A full house in a pot of ten is no reason to bet the stack."""
    state = draw_state("AS AH AD KC KD", classic_draw())
    action = Drawer().act(state.view(0))
    assert action.to <= max(state.options.min_raise_to, state.view(0).pot)


def after_draws(mine: str, count: int) -> State:
    """Seat 1 has drawn `count` cards, seat 0 none; seat 0 is to bet."""
    state = draw_state(mine, draw(ante=5, min_bet=1))
    while state.phase == "betting":
        state, _ = state.apply(CHECK)
    while state.phase == "drawing":
        thrown = state.hands[1][:count] if state.to_act == 1 else ()
        state, _ = state.apply(discard(thrown))
    while state.to_act != 0:
        state, _ = state.apply(CHECK)
    return state


def test_the_drawer_reads_how_many_cards_others_drew() -> None:
    """Against somebody who stood pat a pair of aces is worth much less than against somebody who drew three."""
    chances = []
    for count in (3, 1, 0):
        bot = Drawer()
        bot.act(after_draws("AS AH 4D 7C KD", count).view(0))
        assert bot.reasons is not None
        assert bot.reasons.equity is not None
        chances.append(bot.reasons.equity)
    assert chances[0] > chances[1] > chances[2]
    assert chances[0] > 0.6
    assert chances[2] < 0.5


def test_what_the_drawer_reads_does_not_depend_on_the_cards_of_others() -> None:
    state = after_draws("AS AH 4D 7C KD", 1)
    other = state._replace(hands=(state.hands[0], tuple(parse_cards("2c 2d 2h 2s 3c"))))
    assert Drawer().act(state.view(0)) == Drawer().act(other.view(0))


def test_the_drawer_stands_pat_as_a_bluff_at_times_and_then_bets() -> None:
    weak = "2C 5D 9H JS QC"
    state = draw_state(weak, draw(ante=5, min_bet=1))
    while state.phase == "betting":
        state, _ = state.apply(CHECK)
    while state.to_act != 0:
        state, _ = state.apply(discard(()))
    bluffs = 0
    for seed in range(200):
        bot = Drawer(seed)
        action = bot.act(state.view(0))
        if action == STAND_PAT:
            bluffs += 1
            later, _ = state.apply(action)
            while later.to_act != 0:
                later, _ = later.apply(discard(()) if later.phase == "drawing" else CHECK)
            assert bot.act(later.view(0)).kind == "raise"
    assert 1 <= bluffs <= 16  # 3% of 200


def test_the_drawer_remembers_who_folds() -> None:
    bot, again = Drawer(1), Drawer(2)
    state = draw_state("AS AH 4D 7C KD", draw(ante=5, min_bet=1))
    while state.to_act != 0:
        state, _ = state.apply(CHECK)
    state, _ = state.apply(raise_to(10))
    state, _ = state.apply(FOLD)
    for _ in range(20):
        bot.learn(state.view(0))
    again.recall(json.loads(json.dumps(bot.memory())))
    assert again.memory() == bot.memory()
    assert again._habits_of(state.view(0), 1).fold_rate > 0.7


@pytest.mark.req("R001-14")
@few_or_many(100, 1000)
@pytest.mark.parametrize("other", ["folder", "caller", "maniac", "random"])
def test_the_drawer_beats_the_simple_bots(other: str, count: int) -> None:
    rules = replace(classic_draw(), max_draw=2)  # fewer cards are counted faster
    tally = play_match(Match(["drawer", other], 5, rules, stack=1000, session_hands=count), count)
    assert tally.scores[0].bb100 > 0


# --- the rate-of-return bot ------------------------------------------------------------------------------------------


@pytest.mark.req("R004-26")
def test_the_chance_is_that_of_100000_random_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, object]] = []
    from kicker.odds import equity

    def watch(*players: object, **options: object) -> object:
        asked.append(options)
        return equity(*players, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("kicker.players.cpu.equity", watch)
    bot = Cpu(1)
    bot.act(facing_a_bet().view(1))
    assert [(options["trials"], options["exact"]) for options in asked] == [(100_000, False)]
    aces = tuple(parse_cards("As Ah"))
    assert abs(bot.chance(aces, (), 1, 100_000) - 0.8547) < 0.006  # wins 85.2%, ties 0.5%


@pytest.mark.req("R004-27", "R004-28")
def test_the_return_picks_a_tier() -> None:
    bot = Cpu(1, trials=2_000)
    view = facing_a_bet().view(1)
    counts = {"fold": 0, "call": 0, "raise": 0}
    for _ in range(600):
        counts[bot.act(view).kind] += 1
    assert bot.reasons is not None
    assert bot.reasons.equity is not None
    rate = bot.reasons.equity * 60 / 30
    assert f"a return of {rate:.2f}" in bot.reasons.text
    shares = next(shares for most, shares in TIERS if rate < most)
    for share, kind in zip(shares, ("fold", "call", "raise"), strict=True):
        assert abs(counts[kind] / 600 - share) < 0.07


@pytest.mark.req("R004-28")
def test_it_does_not_fold_for_nothing() -> None:
    weak = parse_cards("2c 7d As Ah Kd 9s 4h 5h Td")
    state, _ = holdem((5, 10)).start([weak[2], weak[0], weak[3], weak[1], *weak[4:]], [1000] * 2, 0)
    limped, _ = state.apply(CALL)
    assert limped.to_act == 1
    bot = Cpu(1, trials=500)
    assert FOLD not in {bot.act(limped.view(1)) for _ in range(100)}


@pytest.mark.req("R004-29", "B004-4")
def test_a_raise_aims_at_a_return_of_one() -> None:
    dice = random.Random(1)
    for _ in range(1000):
        chance, invested = dice.uniform(0.51, 0.95), dice.randint(1, 500)
        pot = 2 * invested
        size = raise_size(chance, pot, invested)
        assert size > 0
        assert abs(chance * (pot + size) / (invested + size) - 1) < 1e-9
    assert raise_size(1.0, 40, 20) == float("inf")
    strong = parse_cards("As 2c Ah 7d Kd 9s 4h 5h Td")
    state, _ = classic_holdem().start(strong, [2000, 2000], 1)
    bot = Cpu(4, trials=1_000)
    raises = {action.to for action in (bot.act(state.view(0)) for _ in range(100)) if action.kind == "raise"}
    assert raises
    assert all(to % 10 == 0 or to == 1980 for to in raises)
    assert len(raises) > 1


@pytest.mark.req("R004-30", "B004-5")
def test_what_an_action_conveys() -> None:
    assert [bucket_of(value) for value in (-3, 0.5, 0.59, 0.6, 1.0, 1.99, 2.0, 9)] == [0, 0, 0, 1, 5, 14, 15, 15]
    assert {bucket_of(0.5 + step / 10) for step in range(16)} == set(range(BUCKETS))
    state, _ = classic_holdem().start(shuffled(1, 1), [2000, 2000], 1)
    state, _ = state.apply(CHECK)
    state, _ = state.apply(raise_to(60))
    state, _ = state.apply(CALL)
    told = conveyed(state.view(0))
    # A check of 20 in 40, a bet that makes it 80 of 100, a call that makes it 80 of 160.
    assert told == [(0, (0, 2), bucket_of(1.0)), (1, (0, 2), bucket_of(1.6)), (0, (0, 2), bucket_of(1.0))]


def showdown(fold: bool) -> View:
    state, _ = classic_holdem().start(shuffled(1, 1), [2000, 2000], 1)
    state, _ = state.apply(raise_to(100))
    state, _ = state.apply(CALL)
    if fold:
        return state.apply(FOLD)[0].view(1)
    while not state.over:
        state, _ = state.apply(CHECK)
    return state.view(1)


@pytest.mark.req("R004-30", "R004-31", "R004-16", "B004-5")
def test_it_learns_only_from_cards_that_were_shown() -> None:
    bot = Cpu(1)
    bot.learn(showdown(fold=True))
    assert bot._model == {}
    view = showdown(fold=False)
    bot.learn(view)
    model = bot._model[-1]
    assert sum(count for count, _ in model) == 4
    bet = bucket_of(2 * 120 / 140)
    count, mean = model[bet]
    assert count == 1
    truth = bot.chance(view.open_cards(0), (), 1, 100_000)
    assert abs(mean - truth) < 0.03
    # A fold between showdowns adds nothing to what the next one teaches.
    bot.learn(showdown(fold=True))
    assert bot._model[-1][bet][0] == 1
    state, _ = classic_holdem().start(shuffled(2, 2), [2000, 2000], 1)
    state, _ = state.apply(raise_to(100))
    bot.act(state.view(1))
    assert bot.reasons is not None
    assert bot.reasons.equity is not None
    dealt = Cpu(1).chance(state.hands[1], (), 1, 100_000)
    assert abs(bot.reasons.equity - (dealt + 1 - mean) / 2) < 0.01


# --- the sharp one ---------------------------------------------------------------------------------------------------


def heads_up(first: str, second: str, stack: int, rest: str = "") -> State:
    """The button, seat 0, holds the first hand."""
    button, other = parse_cards(first), parse_cards(second)
    deck = [other[0], button[0], other[1], button[1], *parse_cards(rest)]
    deck += [card for card in shuffled(3, 3) if card not in deck]
    return holdem((50, 100)).start(deck, [stack] * 2, 0)[0]


def test_it_shoves_or_folds_with_a_short_stack() -> None:
    bot = make_bot("sharp")
    assert bot.act(heads_up("As Ah", "Kd 2c", 800).view(0)) == raise_to(800)
    assert bot.act(heads_up("7s 2h", "Kd 2c", 900).view(0)) == FOLD
    shoved, _ = heads_up("Kd 2c", "As Ah", 800).apply(raise_to(800))
    assert make_bot("sharp").act(shoved.view(1)) == CALL
    shoved, _ = heads_up("Kd 2c", "7s 2h", 1000).apply(raise_to(1000))
    assert make_bot("sharp").act(shoved.view(1)) == FOLD


def test_it_folds_the_worst_and_never_the_nuts() -> None:
    state = heads_up("7s 2h", "As Ah", 10_000, "Ac Ad Kd 9s 4h")
    state, _ = state.apply(raise_to(300))
    assert make_bot("sharp").act(state.view(1)).kind == "raise"
    state, _ = state.apply(CALL)
    while state.street < 3:
        state, _ = state.apply(CHECK)
    assert len(state.board) == 5
    bet, _ = state.apply(CHECK)[0].apply(raise_to(600))
    assert make_bot("sharp").act(bet.view(1)).kind in ("call", "raise")
    state, _ = state.apply(raise_to(9_700))
    assert make_bot("sharp").act(state.view(0)) == FOLD


def test_it_reads_a_range_out_of_the_betting() -> None:
    state = heads_up("Js Jh", "As Ah", 10_000, "2c 7d 9s 4h 3d")
    bot = make_bot("sharp")
    equities = []
    state, _ = state.apply(raise_to(250))
    for to in (900, 2_800):
        state, _ = state.apply(raise_to(to))
        bot.act(state.view(0))
        equities.append(bot.reasons.equity)  # type: ignore[attr-defined]
        if to == 900:
            state, _ = state.apply(raise_to(1_800))
    assert equities[1] < equities[0] < 0.77  # jacks win 77% against any two cards


def test_it_adapts_to_an_opponent_that_always_folds() -> None:
    bot, folder = make_bot("sharp"), make_bot("folder")
    rules = holdem((50, 100))
    stolen = 0
    for deal in range(60):
        state = play_deal(rules.start(shuffled(8, deal), [10_000] * 2, 0)[0], [bot, folder])
        bot.learn(state.view(0))  # type: ignore[attr-defined]
        stolen += deal >= 20 and state.payoffs[0] == 100
    assert stolen >= 39


def test_cards_of_others_do_not_matter_to_it() -> None:
    for hand in ("Kd Kc", "7s 2h", "9c 8c"):
        state = heads_up("Js Jh", hand, 10_000, "2c 7d 9s 4h 3d")
        state, _ = state.apply(raise_to(250))
        state, _ = state.apply(raise_to(900))
        action = make_bot("sharp").act(state.view(0))
        assert action == make_bot("sharp").act(heads_up_line().view(0))


def heads_up_line() -> State:
    state = heads_up("Js Jh", "As Ah", 10_000, "2c 7d 9s 4h 3d")
    state, _ = state.apply(raise_to(250))
    return state.apply(raise_to(900))[0]
