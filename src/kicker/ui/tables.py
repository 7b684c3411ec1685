"""The tables that people sit down to: rules, stakes that rise, chips, and bots around a person.

The prompt and the terminal begin their games here, so that the same choices give the same game in both.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.games import Limit, Rules, classic_draw, classic_holdem
from kicker.games import draw as draw_rules
from kicker.games import holdem as holdem_rules
from kicker.players.specs import PlayerSpec
from kicker.sitting import Sitting
from kicker.table import Schedule, Table

LEVELS: Final = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
"""How many times the first stakes each level asks for."""
CLASSIC_CHIPS: Final = {"draw": 1000, "holdem": 2000}
"""What everybody begins with in the games of other programs."""
USUAL_BOTS: Final = {"holdem": ("sharp", "cpu"), "draw": ("drawer",)}
"""Who plays unless somebody says who."""


def holdem_sitting(
    seats: int, person: int, bots: str, seed: int | str, *, stack: int = 1000, blinds: str = "5/10", ante: int = 0,
    betting: Limit = "no-limit", rise: int = 20,
) -> Sitting:  # fmt: skip
    """Hold'em for a person and bots, with blinds that rise every `rise` deals."""
    rules = holdem_rules(parse_blinds(blinds), ante, betting)
    around = bots_around(person, seats, bots, rules)
    # In the first deal the person is the first to act: nobody likes to wait for a game to begin.
    button = person if seats < 4 else (person - 3) % seats
    names, schedule = seat_names(person, around), rising(rules, rise)
    return Sitting(Table(rules, [stack] * seats, names=names, seed=seed, schedule=schedule, button=button), around)


def draw_sitting(
    seats: int, person: int, bots: str, seed: int | str, *, stack: int = 1000, ante: int = 5,
    betting: Limit = "no-limit", rise: int = 20,
) -> Sitting:  # fmt: skip
    """Five-card draw with raises for a person and bots, with an ante that rises every `rise` deals."""
    rules = draw_rules(ante=ante, min_bet=2 * ante, betting=betting)
    rules.check_seats(seats)
    around = bots_around(person, seats, bots, rules)
    button = (person - 1) % seats  # the first to act, as above
    return Sitting(Table(rules, [stack] * seats, seed=seed, schedule=rising(rules, rise), button=button), around)


def classic_draw_table(seats: int, seed: int | str) -> Table:
    """The draw game with an ante of 5 that rises by 1; the first seat is always the first to act."""
    stacks = [CLASSIC_CHIPS["draw"]] * seats
    return Table(classic_draw(), stacks, seed=seed, schedule=Schedule(ante_step=1), button=seats - 1, fixed_button=True)


def classic_draw_sitting(seats: int, person: int, bots: str, seed: int | str) -> Sitting:
    """The draw game with one bet to match, for a person and bots."""
    table = classic_draw_table(seats, seed)
    return Sitting(table, bots_around(person, seats, bots, table.rules))


def classic_holdem_sitting(seed: int | str) -> Sitting:
    """The console game: heads-up against cpu with a buy-in; the person acts first on every street."""
    stacks = [CLASSIC_CHIPS["holdem"]] * 2
    table = Table(classic_holdem(), stacks, names=["You", "CPU"], seed=seed, button=1, fixed_button=True)
    return Sitting(table, {1: "cpu"})


def rising(rules: Rules, every: int) -> Schedule:
    """Blinds and antes that rise every so many deals, never if 0; the last level stays."""
    if not every:
        return Schedule()
    levels = tuple((tuple(blind * factor for blind in rules.blinds), rules.ante * factor) for factor in LEVELS)
    return Schedule(every=every, levels=levels)


def parse_blinds(text: str) -> tuple[int, int]:
    """Small and big blind, written like 5/10."""
    words = text.split("/")
    if len(words) == 2 and all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        small, big = map(int, words)
        if 0 < small <= big:
            return small, big
    raise KickerError(f"{shorten(text)} is no pair of blinds: write them like 5/10, the small one first", "chips")


def bots_around(person: int, seats: int, names: str, rules: Rules) -> dict[int, str]:
    """Which bot has which seat: as many names as there are bots, or fewer that repeat; the usual ones for no name."""
    if not 0 <= person < seats:
        raise KickerError(f"there is no seat {person + 1}: there are {seats}", "seats")
    usual = USUAL_BOTS[rules.game.name]
    if names in ("", ",".join(usual)):
        names = ",".join(usual[: seats - 1])
    listed = [name.strip() for name in names.split(",")]
    if len(listed) > seats - 1:
        raise KickerError(f"{shorten(names)} are {len(listed)} bots for {seats - 1} seats", "bot")
    for name in listed:
        PlayerSpec.parse(name).check(rules, seats)
    others = [seat for seat in range(seats) if seat != person]
    return {seat: listed[place % len(listed)] for place, seat in enumerate(others)}


def seat_names(person: int, bots: Mapping[int, str]) -> list[str]:
    """What the seats are called: bots by their kind, with numbers where there are several of one."""
    kinds = {seat: re.split("[/:]", name.split()[0])[-1] or name for seat, name in bots.items()}
    names = {person: "You"}
    for seat, kind in kinds.items():
        alike = [other for other in kinds if kinds[other] == kind]
        names[seat] = kind if len(alike) == 1 else f"{kind} {alike.index(seat) + 1}"
    return [names[seat] for seat in range(len(names))]
