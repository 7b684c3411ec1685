"""What is constant in a deal: the game, who pays what before it, how it is bet, drawn, shown and split.

>>> rules = holdem(blinds=(5, 10))
>>> state, events = rules.start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[1000, 1000], button=0)
>>> state.options.describe()
'fold, call 5 or raise to 20 up to 1000'

The games of other programs are values of `Rules` too: `NAMED` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final

from kicker.cards import Card, count_of
from kicker.errors import KickerError

if TYPE_CHECKING:
    from kicker.games.events import Event
    from kicker.games.state import State

Step = tuple[str, int]

_HOLDEM_STREETS = ("preflop", "flop", "turn", "river")
_DRAW_STREETS = ("before the draw", "after the draw")
_CHOICES: Final = {
    "game": ("holdem", "draw"),
    "betting": ("no-limit", "pot-limit", "fixed-limit", "none"),
    "raises": ("free", "single", "none"),
    "ties": ("split", "first", "refund"),
    "deal_order": ("card", "hand"),
    "showdown": ("order", "all", "ask"),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything about a deal that is decided before the cards are. Amounts are whole chips.

    Lists by position begin left of the button and go round; heads-up they begin with the button, which posts the small
    blind.
    """

    game: str = "holdem"
    """`holdem` (two cards each, five on the board) or `draw` (five cards each, one draw)."""
    betting: str = "no-limit"
    """`no-limit`, `pot-limit`, `fixed-limit` or `none`."""
    blinds: tuple[int, ...] = ()
    """By position: small blind, big blind."""
    posts: tuple[int, ...] = ()
    """By position: live chips of newcomers, which do not change who acts first."""
    ante: int = 0
    """What every seat pays; a seat that cannot pay it all contests what it matched."""
    full_ante: bool = False
    """A seat that cannot pay the whole ante is not dealt in."""
    dead_antes: tuple[int, ...] = ()
    """By position: antes that belong to the main pot whole, like a big blind's ante for the table."""
    min_bet: int = 0
    """The smallest bet, and the smallest raise until somebody raises by more; in fixed limit the small bet."""
    big_bet: int = 0
    """The bet of fixed limit from the turn on, or after the draw."""
    raises: str = "free"
    """`free`, `single` (a seat that has acted on the street can only call or fold) or `none` (one bet to match)."""
    full_raises: bool = True
    """A raise must be at least as large as the last one; otherwise `min_bet` is enough."""
    max_bets: int | None = None
    """How many bets and raises a street may have, the big blind counted; None for any number."""
    must_open: tuple[int, ...] = ()
    """Streets on which nobody may check: open or fold."""
    max_draw: int = 3
    """How many cards may be thrown."""
    ties: str = "split"
    """`split`, `first` (the first seat left of the button takes it all) or `refund` (stakes back: the same chips as
    split, because all who contest a pot put the same into it)."""
    deal_order: str = "card"
    """`card` (one card to each seat in turn) or `hand` (each seat all its cards at once)."""
    showdown: str = "order"
    """`order` (in turn, and hands that are beaten are not shown), `all`, or `ask` (seats show or muck by choice)."""
    forfeit: bool = False
    """An illegal bet costs the seat the whole match instead of the deal; the table sees to it."""
    steps: tuple[Step, ...] = field(init=False, repr=False, compare=False)
    """What happens in turn: `deal` n cards each, `bet`, `board` n cards, `draw`."""

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise KickerError(f"{getattr(self, name)!r} is no {name}: there are {', '.join(choices)}", "rules")
        for name in ("full_ante", "full_raises", "forfeit"):
            if type(getattr(self, name)) is not bool:
                raise KickerError(f"{getattr(self, name)!r} is no {name}: true or false is", "rules")
        for name in ("blinds", "posts", "dead_antes", "must_open"):
            if type(getattr(self, name)) is not tuple:
                raise KickerError(f"{getattr(self, name)!r} is no {name}: a tuple of numbers is", "rules")
        amounts = [self.ante, self.min_bet, self.big_bet, *self.blinds, *self.posts, *self.dead_antes, *self.must_open]
        for amount in amounts:
            if type(amount) is not int or amount < 0:
                raise KickerError(f"{amount!r} is no amount of chips: whole numbers from zero on are", "rules")
        if self.betting != "none" and not self.min_bet:
            object.__setattr__(self, "min_bet", max([1, *self.blinds]))
        if self.betting == "fixed-limit" and not self.big_bet:
            object.__setattr__(self, "big_bet", 2 * self.min_bet)
        if any(self.posts) and not any(self.blinds):
            raise KickerError("newcomers post chips only where there are blinds", "rules")
        if any(blind and post for blind, post in zip(self.blinds, self.posts, strict=False)):
            raise KickerError("a seat posts a blind or a newcomer's chips, not both", "rules")
        if self.ante and any(self.dead_antes):
            raise KickerError("antes are either paid by every seat or dead, not both", "rules")
        if type(self.max_draw) is not int or not 0 <= self.max_draw <= 5:
            raise KickerError(f"{self.max_draw!r} cards cannot be drawn: 0 to 5 can", "rules")
        if self.max_bets is not None and (type(self.max_bets) is not int or self.max_bets < 1):
            raise KickerError(f"{self.max_bets!r} bets on a street are too few: at least 1 is, or None", "rules")
        object.__setattr__(self, "steps", _steps(self))

    @property
    def hole_cards(self) -> int:
        """How many cards a seat is dealt."""
        return 2 if self.game == "holdem" else 5

    @property
    def streets(self) -> tuple[str, ...]:
        """The names of the betting rounds."""
        return _HOLDEM_STREETS if self.game == "holdem" else _DRAW_STREETS

    @property
    def big_blind(self) -> int:
        """The unit in which results are told: the largest blind; without blinds the smallest bet, or the ante (the
        buy-in) if that is larger. 0 where nobody pays anything."""
        return max(self.blinds, default=0) or max(self.min_bet, self.ante)

    @property
    def least_stack(self) -> int:
        """The chips that a seat needs to be dealt in."""
        return 0 if self.betting == "none" else max(1, self.ante * self.full_ante)

    @property
    def bet_cap(self) -> int | None:
        """How many bets and raises a street may have in the end."""
        return 1 if self.raises == "none" else self.max_bets

    def bet_size(self, street: int) -> int:
        """The bet of fixed limit on a street."""
        return self.min_bet if street < len(self.streets) // 2 else self.big_bet

    def cards_needed(self, seats: int) -> int:
        """How many cards such a deal may take."""
        return seats * 2 + 5 if self.game == "holdem" else seats * (5 + self.max_draw)

    def check_seats(self, seats: int) -> None:
        """Refuse a table that these rules cannot deal."""
        if seats < 2:
            raise KickerError(f"{count_of(seats, 'seat')}: a deal needs at least 2", "seats")
        if self.game == "holdem" and seats > 10:
            raise KickerError(f"{seats} seats are too many for hold'em: 2 to 10 play it", "seats")
        if self.game == "draw" and self.cards_needed(seats) > 52:
            raise KickerError(
                f"{seats} seats drawing up to {count_of(self.max_draw, 'card')} may need {self.cards_needed(seats)}:"
                " seats × (5 + max_draw) ≤ 52",
                "seats",
            )

    def start(
        self, deck: str | Iterable[Card], stacks: Sequence[int], button: int, out: Collection[int] = ()
    ) -> tuple[State, tuple[Event, ...]]:
        """Begin a deal: blinds and antes are paid, cards dealt from the front of `deck`, and a seat has to act.

        Seats in `out`, and in games with bets those without chips, are not dealt in.
        """
        from kicker.games.progress import start

        return start(self, deck, stacks, button, out)

    def as_dict(self) -> dict[str, object]:
        """The rules for JSON, with what is as usual left out."""
        usual = Rules.__dataclass_fields__
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.init}
        return {name: value for name, value in values.items() if value != usual[name].default or name == "game"}

    @classmethod
    def from_dict(cls, values: dict[str, object]) -> Rules:
        """The inverse of `as_dict`."""
        known = {item.name for item in fields(cls) if item.init}
        for name in values:
            if name not in known:
                raise KickerError(f"{name!r} is no rule: there are {', '.join(sorted(known))}", "rules")
        return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})  # type: ignore[arg-type]


def _steps(rules: Rules) -> tuple[Step, ...]:
    bet: list[Step] = [] if rules.betting == "none" else [("bet", 0)]
    if rules.game == "holdem":
        steps = [("deal", 2), *bet, ("board", 3), *bet, ("board", 1), *bet, ("board", 1), *bet]
    else:
        steps = [("deal", 5), *bet, ("draw", 0), *bet]
    return tuple(steps)


# --- the games -------------------------------------------------------------------------------------------------------


def holdem(
    blinds: tuple[int, ...] = (1, 2), ante: int = 0, betting: str = "no-limit", showdown: str = "order"
) -> Rules:
    """Texas hold'em; fixed limit has four bets a street, of the big blind and twice that."""
    cap = 4 if betting == "fixed-limit" else None
    return Rules("holdem", betting, blinds, ante=ante, max_bets=cap, showdown=showdown)


def draw(
    blinds: tuple[int, ...] = (), ante: int = 1, betting: str = "no-limit", min_bet: int = 2, max_draw: int = 3
) -> Rules:
    """Five-card draw with raises, an ante by default."""
    cap = 4 if betting == "fixed-limit" else None
    smallest = max([min_bet, *blinds])
    return Rules("draw", betting, blinds, ante=ante, min_bet=smallest, max_bets=cap, max_draw=max_draw)


def classic_draw(ante: int = 5, min_bet: int = 5, *, strict_min: bool = False, ties: str = "first") -> Rules:
    """The draw game with one bet to match per round and no raises; up to four cards, all hands shown.

    Before the draw a seat bets or folds; after it, it may hold. With `strict_min` a bet must be more than the minimum.
    """
    return Rules(
        "draw",
        ante=ante,
        full_ante=True,
        min_bet=min_bet + strict_min,
        raises="none",
        must_open=(0,),
        max_draw=4,
        ties=ties,
        deal_order="hand",
        showdown="all",
        forfeit=True,
    )


def plain_draw(max_draw: int = 3) -> Rules:
    """Five cards one at a time, one draw of up to three, no bets: the best hand is shown and wins."""
    return Rules("draw", "none", max_draw=max_draw, showdown="all")


def classic_holdem(buy_in: int = 20) -> Rules:
    """The heads-up game with a buy-in instead of blinds, where a seat that has acted can only call or fold.

    Any raise from one chip on is legal; all hands are shown; stakes go back on a tie.
    """
    return Rules("holdem", ante=buy_in, min_bet=1, raises="single", full_raises=False, ties="refund", showdown="all")


NAMED: Final[dict[str, Callable[[], Rules]]] = {
    "holdem": holdem,
    "pot-limit-holdem": lambda: holdem(betting="pot-limit"),
    "limit-holdem": lambda: holdem(betting="fixed-limit"),
    "draw": draw,
    "pot-limit-draw": lambda: draw(betting="pot-limit"),
    "limit-draw": lambda: draw(betting="fixed-limit"),
    "classic-draw": classic_draw,
    "plain-draw": plain_draw,
    "classic-holdem": classic_holdem,
}
"""Ready rules by name."""
