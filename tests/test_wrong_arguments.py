"""Every public function and method refuses unusable arguments, in one sentence and at once."""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kicker
from kicker.cards import SHORT
from kicker.combos import class_combos, class_of, combo_index
from kicker.errors import KickerError
from kicker.explain import explain
from kicker.games import GAMES, classic_draw, classic_holdem, jackpots, mixed, plain_draw
from kicker.games.catalogue import standard
from kicker.solitaire.hints import hint, oracle, winnable_deal
from kicker.solver import Lock, Solution, Spot, load_solution, read_sizes, solve
from kicker.table import read_summary
from kicker.tracker.where import parse_where

PATIENCE = 20_000  # more items than this nobody has to ask for


class Endless:
    """Endless cards without a length: reading all of them never ends."""

    def __iter__(self) -> Iterator[int]:
        for number in range(PATIENCE):
            yield number % 52
        raise RuntimeError("asked for all of them")


class Vast(Sequence[int]):
    """As long as `range(10**9)`, and not to be copied."""

    def __len__(self) -> int:
        return 10**9

    def __getitem__(self, place: Any) -> Any:
        if not isinstance(place, int) or place > PATIENCE:
            raise RuntimeError("asked for all of them")
        return 0


ODD: dict[str, Any] = {
    "None": None,
    "True": True,
    "zero": 0,
    "five": 5,
    "minus one": -1,
    "5,000 digits": 10**5000,
    "half": 2.5,
    "nan": float("nan"),
    "inf": float("inf"),
    "complex": 1j,
    "empty text": "",
    "text": "x",
    "card": "As",
    "two cards": "Ah Kh",
    "half a character": "\ud800",
    "bytes": b"As",
    "empty list": [],
    "list of None": [None],
    "list of a number": [5],
    "list of lists": [[5]],
    "list of text": ["x"],
    "tuple": (5,),
    "dict": {},
    "dict of numbers": {1: 2},
    "dict of None": {"x": None},
    "set": {5},
    "object": object(),
    "endless": Endless(),
    "vast": Vast(),
    "array of floats": np.zeros(3),
    "rows of floats": np.zeros((2, 7)),
    "array of text": np.array(["As"]),
    "cube": np.zeros((3, 3, 3), int),
    "no dimension": np.array(5),
    "numpy nan": np.float64("nan"),
    "numpy five": np.int64(5),
    "function": len,
    "class": int,
    "exception": ValueError("x"),
}

HAND = "2c 3c 4c 5c 7d"
PHH = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "p2 f"]
"""
RULES = kicker.holdem()
RECORD = kicker.parse_phh(PHH)
SMALL = kicker.Klondike(ranks=3, columns=2).start(1)
MATCH = kicker.Match(("folder", "folder"), session_hands=2)
POTS = kicker.split_pots([25, 50, 100]).pots

SPOT = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", 200, 900, river_bet="60%")


@cache
def solution() -> Solution:
    return solve(SPOT, iterations=10)


def table() -> kicker.Table:
    made = kicker.Table(RULES, (100, 100), players={0: "caller"}, seed=1)
    made.deal()
    return made


def all_records(path: Any) -> list[kicker.Record]:
    return list(kicker.read_records(path))


# Each function with arguments that it takes; one after the other is replaced.
FUNCTIONS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "Card": (kicker.Card, {"card": "As"}),
    "Deck": (kicker.Deck, {"cards": None, "seed": 1}),
    "Hand": (kicker.Hand, {"cards": "As Ks"}),
    "Klondike": (kicker.Klondike, {"draw": 1, "redeals": None, "both_ways": False, "ranks": 13, "columns": 7}),
    "Match": (
        kicker.Match,
        {"players": ("folder", "folder"), "seed": 0, "rules": RULES, "stack": 0, "session_hands": 0},
    ),
    "Range": (kicker.Range, {"text": "AA"}),
    "Strength": (kicker.Strength, {"number": 5}),
    "Table": (
        kicker.Table,
        {"rules": RULES, "stacks": (100, 100), "players": None, "names": None, "seed": 1, "button": 0}
        | {"fixed_button": False, "observers": (), "time_limit": None},
    ),
    "best_call": (kicker.best_call, {"stack": 10, "push": "AA", "ante": 0}),
    "best_discard": (kicker.best_discard, {"hand": HAND, "max_draw": 1}),
    "best_draw": (
        kicker.best_draw,
        {"hand": HAND, "game": GAMES["draw"], "max_draw": 0, "draws": 1, "against": "", "trials": 10, "seed": 1}
        | {"progress": None},
    ),
    "best_five": (kicker.best_five, {"cards": HAND, "board": None}),
    "best_push": (kicker.best_push, {"stack": 10, "call": "AA", "ante": 0}),
    "by_face": (kicker.by_face, {"card": "As"}),
    "by_face_low": (kicker.by_face_low, {"card": "As"}),
    "compare": (kicker.compare, {"first": HAND, "second": HAND, "board": None}),
    "discard": (kicker.discard, {"cards": "As"}),
    "draw": (kicker.draw, {"blinds": (), "ante": 1, "betting": "no-limit", "min_bet": 2, "max_draw": 3}),
    "draw_odds": (kicker.draw_odds, {"hand": HAND, "discards": "7d"}),
    "equity": (
        kicker.equity,
        {"players": ["AsAh", "KsKh"], "board": (), "dead": (), "exact": None, "error": None, "seed": 0}
        | {"threads": None, "progress": None, "table": True},
    ),
    "equity_by_hand": (
        kicker.equity_by_hand,
        {"players": ["AsAh", "KsKh"], "board": "2c 3c 4d", "dead": (), "trials": 10, "seed": 0, "progress": None},
    ),
    "equity_by_card": (
        kicker.equity_by_card,
        {"players": ["AsAh", "KsKh"], "board": "2c 3c 4d 5h", "dead": (), "seed": 0, "progress": None},
    ),
    "hand_kind": (kicker.hand_kind, {"hand": "AsAh", "board": "2c 3c 4d"}),
    "count_kinds": (kicker.count_kinds, {"player": "AA", "board": "2c 3c 4d", "dead": (), "seed": 0}),
    "blockers": (kicker.blockers, {"player": "AA", "board": "2c 3c 4d", "dead": (), "seed": 0}),
    "equity, sampled": (
        kicker.equity,
        {"players": ["AsAh", "KsKh", "QQ"], "trials": 1_000, "seed": 0, "threads": None, "progress": None},
    ),
    "evaluate": (kicker.evaluate, {"cards": HAND, "board": None}),
    "evaluate, board": (kicker.evaluate, {"cards": "2c 3c", "board": "4c 5c 7d"}),
    "evaluate_many": (kicker.evaluate_many, {"cards": [[0, 1, 2, 3, 4]], "threads": None}),
    "format_phh": (kicker.format_phh, {"record": RECORD}),
    "format_phhs": (kicker.format_phhs, {"records": [RECORD]}),
    "holdem": (kicker.holdem, {"blinds": (1, 2), "ante": 0, "betting": "no-limit", "showdown": "order"}),
    "make_bot": (kicker.make_bot, {"name": "folder", "seed": 0}),
    "parse_action": (kicker.parse_action, {"text": "fold"}),
    "parse_cards": (kicker.parse_cards, {"text": "As"}),
    "parse_phh": (kicker.parse_phh, {"text": PHH, "source": ""}),
    "pay_pots": (kicker.pay_pots, {"pots": POTS, "strengths": {0: 9, 1: 5, 2: 5}, "order": None}),
    "play_match": (
        kicker.play_match,
        {"match": MATCH, "hands": 2, "until_ci": None, "workers": 1, "cluster": None, "progress": None},
    ),
    "icm": (kicker.icm, {"stacks": [5, 3], "payouts": [2, 1]}),
    "push_or_fold": (kicker.push_or_fold, {"stack": 10, "ante": 0}),
    "raise_to": (kicker.raise_to, {"amount": 5}),
    "read_records": (all_records, {"path": "missing.phh"}),
    "replay": (kicker.replay, {"record": RECORD}),
    "solve": (kicker.solve, {"position": SMALL, "nodes": None, "seconds": None, "positions": 1_000}),
    "split_pots": (kicker.split_pots, {"contributions": [5, 6], "folded": ()}),
    "strength_counts": (kicker.strength_counts, {"size": 5, "cards": "2c 3c 4c", "dead": ()}),
    "winners": (kicker.winners, {"hands": [HAND], "board": None}),
    # What `kicker` itself does not name.
    "Lock": (Lock, {"line": "check", "plan": "always check", "hands": None}),
    "Spot": (Spot, {field.name: getattr(SPOT, field.name) for field in fields(Spot)}),
    "classic_draw": (classic_draw, {"ante": 1, "min_bet": 2}),
    "classic_holdem": (classic_holdem, {"buy_in": 100}),
    "jackpots": (jackpots, {"ante": 1, "min_bet": 2}),
    "load_solution": (load_solution, {"path": "missing"}),
    "mixed": (mixed, {"name": "horse", "bet": 8}),
    "parse_where": (parse_where, {"text": "won>5"}),
    "plain_draw": (plain_draw, {"max_draw": 3}),
    "read_sizes": (read_sizes, {"text": "60%, a", "name": "sizes"}),
    "read_summary": (read_summary, {"text": table().save()}),
    "solve a spot": (
        solve,
        {"spot": SPOT, "target": 0.01, "iterations": 2, "seconds": None, "threads": 1, "progress": None}
        | {"locks": (), "start": None, "bits": None, "memory": None, "isomorphism": True},
    ),
    "standard": (standard, {"game": GAMES["holdem"], "blinds": (1, 2), "ante": 0, "betting": "no-limit"}),
    "class_combos": (class_combos, {"name": "AKs"}),
    "class_of": (class_of, {"one": "As", "two": "Ks"}),
    "combo_index": (combo_index, {"one": "As", "two": "Ks"}),
    "explain": (explain, {"cards": HAND, "board": None}),
    "hint": (hint, {"seen": SMALL, "samples": 1, "seed": 0, "nodes": 10, "seconds": 0.1}),
    "oracle": (oracle, {"position": SMALL, "seconds": 1.0, "positions": 1_000}),
    "winnable_deal": (winnable_deal, {"rules": SMALL.rules, "random": kicker.checks.dice(1), "nodes": 500, "most": 5}),
}

METHODS: dict[str, Callable[[], Any]] = {
    "Card": lambda: kicker.Card("As"),
    "Deck": lambda: kicker.Deck(seed=1),
    "Hand": lambda: kicker.Hand("As Ks"),
    "Klondike": lambda: kicker.Klondike(),
    "Match": lambda: MATCH,
    "Notation": lambda: SHORT,
    "Position": lambda: SMALL,
    "Range": lambda: kicker.Range("AA"),
    "Solution": solution,
    "SolvedNode": lambda: solution().root,
    "Spot": lambda: SPOT,
    "Strength": lambda: kicker.Strength(5),
    "Table": table,
}

PLAIN = {
    "Action", "Blocker", "Category", "DrawOdds", "DrawShare", "Equity", "EquityByHand", "Event", "Game", "HandEquity",
    "HandKind", "KindCounts", "Notation", "Options", "Order", "Payment", "PlayerEquity", "Position",
    "Pot", "PushFold", "PushFoldTable", "Record", "Replay", "Rules", "SeatRange", "Split", "State", "Verdict",
    "View",
}  # fmt: skip
"""Types that hold what they are given, or are made by the engine: it checks them where it uses them."""
NOT_CALLED = {
    *("BOTS", "CALL", "CHECK", "FOLD", "MUCK", "ORDERS", "Player", "SHOW", "STAND_PAT", "__version__"),
    *(name for name in kicker.__all__ if isinstance(getattr(kicker, name), type)
      and issubclass(getattr(kicker, name), KickerError)),
}  # fmt: skip
KNOWN: set[str] = set()
KNOWN_METHODS = {"Notation.format_cards", "SolvedNode.first", "Table.catch_up"}

WORK = {"hands", "iterations", "trials"}
"""A huge number of these is a lot of work, and not a mistake."""


def check_answer(function: Callable[..., Any], arguments: Mapping[str, Any] | Sequence[Any], case: str) -> None:
    """It works, or one short sentence says why not."""
    try:
        if isinstance(arguments, Mapping):
            function(**arguments)
        else:
            function(*arguments)
    except KickerError as error:
        message = str(error)
        assert "\n" not in message, case
        assert 0 < len(message) < 400, case
    except Exception as error:
        raise AssertionError(f"{case}: {type(error).__name__}") from error


def test_every_public_name_is_swept() -> None:
    swept = {name.partition(",")[0] for name in FUNCTIONS} | PLAIN | NOT_CALLED
    assert set(kicker.__all__) - swept == set()


@pytest.mark.parametrize("name", sorted(set(FUNCTIONS) - KNOWN))
def test_functions_refuse_in_one_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    function, usual = FUNCTIONS[name]
    if name not in ("read_records", "load_solution"):
        function(**usual)
    for parameter in usual:
        for label, odd in ODD.items():
            if label == "5,000 digits" and parameter in WORK:
                continue
            if parameter == "workers" and isinstance(odd, int | np.integer):
                continue  # processes
            if parameter == "progress" and callable(odd):
                continue  # it is called with a result, and what it raises is its own
            check_answer(function, {**usual, parameter: odd}, f"{name}({parameter}={label})")


@pytest.mark.parametrize("name", sorted(METHODS))
def test_methods_refuse_in_one_sentence(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kind = type(METHODS[name]())
    for method in dir(kind):
        if method.startswith("_") or f"{name}.{method}" in KNOWN_METHODS or method in dir(int) + dir(tuple):
            continue
        if not inspect.isroutine(getattr(kind, method)) or isinstance(getattr(kind, method), cached_property):
            continue
        given = inspect.signature(getattr(METHODS[name](), method)).parameters.values()
        parameters = [parameter for parameter in given if parameter.kind is not parameter.KEYWORD_ONLY]
        wanted = [parameter for parameter in parameters if parameter.default is parameter.empty]
        for label, odd in ODD.items():
            if parameters and not (label == "5,000 digits" and f"{name}.{method}" == "Table.play"):
                arguments = [odd] * max(1, len(wanted))
                check_answer(getattr(METHODS[name](), method), arguments, f"{name}.{method}({label})")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: kicker.best_push(10, ["AA"]), "call must be a Range, not ['AA']"),  # type: ignore[arg-type]
        (lambda: kicker.solve(5), "position must be a Position, not 5"),  # type: ignore[arg-type]
        (lambda: kicker.solve(SMALL, nodes=2.5), "nodes must be a whole number from 1 to"),  # type: ignore[arg-type]
        (lambda: kicker.solve(SMALL, positions=-1), "positions must be a whole number from 1 to"),
        (lambda: kicker.solve(SMALL, seconds=float("nan")), "seconds must be a number above 0, not nan"),
        (lambda: hint(SMALL, samples=0), "samples must be a whole number from 1 to"),
        (lambda: kicker.Match(("folder", "folder"), stack="5"), "stack must be a whole number, 0 or more, not '5'"),  # type: ignore[arg-type]
        (lambda: kicker.evaluate(range(10**9)), "52 is not a card"),
        (lambda: kicker.evaluate_many(range(10**9)), "a row of numbers does not hold hands"),
        (lambda: kicker.Category(99), "a category must be a number from 0 to 8, not 99"),
        (lambda: kicker.Deck(5), "cards must be text like 'As Kd' or a list of cards, not 5"),  # type: ignore[arg-type]
        (lambda: kicker.winners(5), "hands must be a list like ['AhKh', 'QsQd'], not 5"),  # type: ignore[arg-type]
        (lambda: kicker.equity("AsAh"), "players must be a list like ['AsAh', 'QQ+'], not 'AsAh'"),
        (lambda: kicker.pay_pots(POTS, {0: 5, 1: 5, 2: 5}, [0, 1]), "order must list player 2"),
    ],
)
def test_what_is_said(call: Callable[[], object], says: str) -> None:
    with pytest.raises(KickerError) as raised:
        call()
    assert says in str(raised.value)


def test_numbers_of_other_kinds_are_numbers() -> None:
    assert kicker.best_push(np.float64(10), "AA") == kicker.best_push(10, "AA")
    assert kicker.split_pots(np.array([25, 50])) == kicker.split_pots([25, 50])
    assert kicker.Deck(seed=1).deal(np.int64(2)) == kicker.Deck(seed=1).deal(2)  # type: ignore[arg-type]
    assert kicker.evaluate(np.array([0, 1, 2, 3, 4])) == kicker.evaluate([0, 1, 2, 3, 4])
