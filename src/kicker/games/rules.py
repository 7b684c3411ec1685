"""What is constant in a deal: the game, who pays what before it, how it is bet, drawn, shown and split.

>>> from kicker.games import holdem
>>> rules = holdem(blinds=(5, 10))
>>> state, events = rules.start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[1000, 1000], button=0)
>>> state.options.describe()
'fold, call 5 or raise to 20 up to 1000'

Not here: what a game is (`game.py`), and ready rules (`catalogue.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final, Literal, get_args

from kicker.cards import Card, count_of, unknown
from kicker.checks import of_type
from kicker.errors import KickerError, quoted
from kicker.games.game import Game, Limit

if TYPE_CHECKING:
    from kicker.games.events import Event
    from kicker.games.state import State

Step = tuple[Literal["deal", "board", "exchange", "bet"], int]
"""Something that happens in a deal, and on which street of the game."""
Raises = Literal["free", "single", "none"]
Ties = Literal["split", "first", "refund"]
DealOrder = Literal["card", "hand"]
Showdown = Literal["order", "all", "ask"]

AS_THE_GAME_ALLOWS: Final = -1
MOST_RUNS: Final = 10
"""No board is run more often."""
_AMOUNTS: Final = (
    "ante", "min_bet", "big_bet", "blinds", "posts", "dead_antes", "must_open", "button_ante", "button_blind",
    "bring_in", "bomb_pot", "openers", "run_once",
)  # fmt: skip
_CHOICES: Final = {
    "betting": get_args(Limit),
    "raises": get_args(Raises),
    "ties": get_args(Ties),
    "deal_order": get_args(DealOrder),
    "showdown": get_args(Showdown),
}


@dataclass(frozen=True, slots=True)
class Rules:
    """Everything about a deal that is decided before the cards are. Amounts are whole chips.

    Lists by position begin left of the button and go round; heads-up they begin with the button, which posts the small
    blind.
    """

    game: Game
    """What is played."""
    betting: Limit = "no-limit"
    """`no-limit`, `pot-limit`, `fixed-limit` or `none`."""
    blinds: tuple[int, ...] = ()
    """By position: small blind, big blind."""
    posts: tuple[int, ...] = ()
    """By position: chips that newcomers post; they are live and do not change who acts first."""
    dead_posts: bool = False
    """Of a post only a whole big blind is live: the rest of it, or all of a smaller one, belongs to the main pot."""
    ante: int = 0
    """What every seat pays; a seat that cannot pay it all contests what it matched."""
    full_ante: bool = False
    """A seat that cannot pay the whole ante is not dealt in."""
    dead_antes: tuple[int, ...] = ()
    """By position: antes that belong to the main pot whole, like a big blind's ante for the table."""
    button_ante: int = 0
    """What the button pays into the main pot for the whole table."""
    button_blind: int = 0
    """What the button posts as a blind, besides its ante; everybody else acts before it."""
    bring_in: int = 0
    """What the seat that opens the first street by its open card must pay, unless it bets a full bet."""
    bomb_pot: int = 0
    """What every seat pays instead of blinds and antes; the first street is not bet on."""
    min_bet: int = 0
    """The smallest bet, and the smallest raise until there is a larger one; in fixed limit the small bet."""
    big_bet: int = 0
    """The bet of fixed limit on the streets that the game plays with the big bet."""
    raises: Raises = "free"
    """`free`, `single` (a seat that has acted on the street can only call or fold) or `none` (one bet to match)."""
    full_raises: bool = True
    """A raise must be at least as large as the last one; otherwise `min_bet` is enough."""
    max_bets: int | None = None
    """How many bets and raises a street may have, the big blind counted; None for any number."""
    completes: bool = False
    """In fixed limit a raise always completes what an all-in falls short of; otherwise half a bet counts as a bet."""
    double_bets: bool = False
    """The second street has big bets too, as in stud when a pair lies open and the first bet is a double one."""
    must_open: tuple[int, ...] = ()
    """Streets without checks: open or fold."""
    openers: int = 0
    """The strength that a seat needs to open the first street; if nobody opens, the pot stays for the next deal."""
    max_draw: int = AS_THE_GAME_ALLOWS
    """How many cards a seat may exchange at once."""
    reshuffle: bool | None = None
    """When the deck runs out, discards and folded hands are shuffled and dealt again; None: as usual in the game."""
    runs: int = 1
    """How often the rest of the board is dealt once all are all in; each run wins its part of the pots."""
    run_once: tuple[int, ...] = ()
    """Positions of the seats that do not agree to that: where one of them is in, the board is dealt once."""
    ties: Ties = "split"
    """`split`, `first` (the first seat left of the button takes it all) or `refund` (stakes back: the same chips as
    split, because all who contest a pot put the same into it)."""
    deal_order: DealOrder = "card"
    """`card` (one card to each seat in turn) or `hand` (each seat all its cards at once)."""
    showdown: Showdown = "order"
    """`order` (in turn, and hands that are beaten are not shown), `all`, or `ask` (seats show or muck by choice)."""
    all_in_face_up: bool = True
    """True if all hands are turned up, and none may be mucked, once all-ins leave no more decisions."""
    dead_button: bool = False
    """The button may be at a seat that is not dealt in."""
    forfeit: bool = False
    """An illegal bet costs the seat the whole match instead of the deal; the table sees to it."""
    steps: tuple[Step, ...] = field(init=False, repr=False, compare=False)
    """What happens in turn: cards are dealt to seats or to the board, exchanged, or bet on."""
    seat_cards: int = field(init=False, repr=False, compare=False)
    """How many cards a seat may take: those it holds at the end, and those it may exchange."""

    def __post_init__(self) -> None:
        if not isinstance(self.game, Game):
            raise KickerError(f"{quoted(self.game)} is not a Game; kicker.games.catalogue lists them", "rules")
        for name, choices in _CHOICES.items():
            if of_type(name, getattr(self, name), str) not in choices:
                raise KickerError(unknown(name, getattr(self, name), choices), "rules")
        if self.reshuffle is None:
            object.__setattr__(self, "reshuffle", self.game.reshuffles)
        for name in ("dead_posts", "full_ante", "full_raises", "all_in_face_up", "dead_button", "forfeit", "reshuffle",
                     "completes", "double_bets"):  # fmt: skip
            if type(getattr(self, name)) is not bool:
                raise KickerError(f"{name} must be True or False", "rules")
        for name in ("blinds", "posts", "dead_antes", "must_open", "run_once"):
            if type(getattr(self, name)) is not tuple:
                raise KickerError(f"{name} must be a tuple of numbers", "rules")
        for name in _AMOUNTS:
            value = getattr(self, name)
            for amount in value if type(value) is tuple else (value,):
                if type(amount) is not int or amount < 0:
                    raise KickerError(f"an amount must be a whole number, 0 or more, not {quoted(amount)}", "rules")
        if self.betting != "none" and not self.min_bet:
            smallest = max([1, self.button_blind, self.bring_in, *self.blinds])
            object.__setattr__(self, "min_bet", smallest)
        if self.betting == "fixed-limit" and not self.big_bet:
            object.__setattr__(self, "big_bet", 2 * self.min_bet)
        if any(self.posts) and not any(self.blinds):
            raise KickerError("newcomers post chips only where there are blinds", "rules")
        if any(blind and post for blind, post in zip(self.blinds, self.posts, strict=False)):
            raise KickerError("a seat posts a blind or a newcomer's chips, not both", "rules")
        if self.ante and any(self.dead_antes):
            raise KickerError("antes are either paid by every seat or dead, not both", "rules")
        self._check_customs()
        if type(self.max_draw) is int and self.max_draw == AS_THE_GAME_ALLOWS:
            object.__setattr__(self, "max_draw", self.game.most_exchanged)
        if type(self.max_draw) is not int or not 0 <= self.max_draw <= self.game.hand_cards:
            raise KickerError(f"max_draw must be a whole number from 0 to {self.game.hand_cards}", "rules")
        if self.max_bets is not None and (type(self.max_bets) is not int or self.max_bets < 1):
            raise KickerError("max_bets must be at least 1, or None", "rules")
        object.__setattr__(self, "steps", _steps(self))
        exchanged = sum(map(self.draw_limit, range(len(self.game.streets))))
        object.__setattr__(self, "seat_cards", self.game.hand_cards + exchanged)

    def _check_customs(self) -> None:
        """Refuse customs that this game does not have."""
        game = self.game
        if self.bring_in and not game.brings_in:
            raise KickerError(f"{game.title} has no bring-in: no open card says who pays it", "rules")
        if self.bring_in and self.betting != "none" and self.bring_in > self.min_bet:
            raise KickerError(f"a bring-in of {self.bring_in} is more than the smallest bet of {self.min_bet}", "rules")
        if self.button_blind and any(self.blinds):
            raise KickerError("give blinds or button_blind, not both", "rules")
        if self.bomb_pot and len(game.streets) < 2:
            raise KickerError(f"{game.title} has only one street to bet on: no bomb pots", "rules")
        if type(self.runs) is not int or not 1 <= self.runs <= MOST_RUNS:
            raise KickerError(f"runs must be a whole number from 1 to {MOST_RUNS}, not {quoted(self.runs)}", "rules")
        if self.runs > 1 and not game.board_cards:
            raise KickerError(f"{game.title} has no board that could be run several times", "rules")

    @property
    def title(self) -> str:
        """What is played, as people say it: `no-limit hold'em`."""
        return f"{self.game.title} without betting" if self.betting == "none" else f"{self.betting} {self.game.title}"

    @property
    def big_blind(self) -> int:
        """The unit in which results are told: the largest blind; without blinds the smallest bet, or the ante (the
        buy-in) if that is larger. 0 if there are no forced bets."""
        return max(self.blinds, default=0) or self.button_blind or max(self.min_bet, self.ante)

    @property
    def largest_ante(self) -> int:
        """What a seat pays as an ante: every seat its own, or one of them for the whole table."""
        return max([self.ante, self.button_ante, *self.dead_antes])

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
        doubled = self.double_bets and street == 1
        return self.big_bet if doubled or self.game.streets[street].big_bet else self.min_bet

    def live_post(self, post: int) -> int:
        """How much of a newcomer's post is a bet."""
        if not self.dead_posts:
            return post
        largest = max(self.blinds, default=0)
        return largest if post >= largest else 0

    def draw_limit(self, street: int) -> int:
        """How many cards a seat may exchange on a street: what the game allows there, or the table's own rule."""
        allowed = self.game.streets[street].exchange
        return allowed if not allowed or self.max_draw == self.game.most_exchanged else self.max_draw

    def cards_needed(self, seats: int) -> int:
        """How many cards a deal may take.

        Where discards are dealt again, there must be enough for the last who draws besides all hands. Where seats get
        cards on several streets, the last one can be a card for all.
        """
        game = self.game
        if self.reshuffle and game.exchanges:
            return seats * game.hand_cards + self.max_draw + game.board_cards
        last = game.streets[-1]
        if len(game.streets) > 1 and last.down + last.up == 1 and not game.board_cards:
            return seats * (self.seat_cards - 1) + 1
        return seats * self.seat_cards + game.board_cards

    def check_seats(self, seats: int) -> None:
        """Refuse a table that these rules cannot deal."""
        game, need = self.game, self.cards_needed(seats)
        if seats < 2:
            raise KickerError(f"{count_of(seats, 'seat')}: a deal needs at least 2", "seats")
        if need > len(game.deck):
            drawing = f" drawing up to {count_of(self.max_draw, 'card')}" if game.exchanges and self.max_draw else ""
            raise KickerError(
                f"{seats} seats{drawing} may need {need} cards, and {game.title} has {len(game.deck)};"
                f" at most {self.most_seats} seats can play",
                "seats",
            )
        if seats > game.most_seats:
            raise KickerError(f"{seats} seats are too many for {game.title}: 2 to {game.most_seats} play it", "seats")

    @property
    def most_seats(self) -> int:
        """How many seats can play by these rules."""
        able = [
            seats for seats in range(2, self.game.most_seats + 1) if self.cards_needed(seats) <= len(self.game.deck)
        ]
        return max(able, default=0)

    def start(
        self, deck: str | Iterable[Card], stacks: Sequence[int], button: int, out: Collection[int] = (), pot: int = 0
    ) -> tuple[State, tuple[Event, ...]]:
        """Begin a deal: blinds and antes are paid, cards dealt from the front of `deck`, and a seat has to act.

        Seats in `out`, and in games with bets those without chips, are not dealt in. `pot` is what lies there already,
        from a deal that nobody could open. The button may be a seat that is not dealt in: then it is a dead button.
        """
        from kicker.games.beginning import set_up
        from kicker.games.progress import begin

        return begin(set_up(self, deck, stacks, button, out, pot))

    @property
    def every_rule(self) -> dict[str, object]:
        """All fields for JSON, also those that are as usual; the game by its name."""
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.init}
        return values | {"game": self.game.name}

    @property
    def unusual(self) -> dict[str, object]:
        """The fields, by name, that are not as usual in the game."""
        usual = {item.name: item.default for item in fields(self) if item.init} | {
            "max_draw": self.game.most_exchanged,
            "reshuffle": self.game.reshuffles,
        }
        return {name: value for name, value in self.every_rule.items() if value != usual[name] and name != "game"}

    def as_dict(self) -> dict[str, object]:
        """The rules for JSON, with what is as usual left out."""
        return {"game": self.game.name} | self.unusual

    @classmethod
    def from_dict(cls, values: dict[str, object]) -> Rules:
        """The inverse of `as_dict`."""
        from kicker.games.catalogue import find_game

        known = {item.name for item in fields(cls) if item.init}
        for name in values:
            if name not in known:
                raise KickerError(unknown("rule", name, known), "rules")
        game = find_game(str(values.get("game", "")))
        rest = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k != "game"}
        return cls(game, **rest)  # type: ignore[arg-type]


def check_stack(chips: object, least: int = 0) -> None:
    """Refuse what cannot be the chips of a seat."""
    if type(chips) is not int or chips < least:
        raise KickerError(f"a stack must be a whole number, {least} or more, not {quoted(chips)}", "chips")


def _steps(rules: Rules) -> tuple[Step, ...]:
    """What happens in turn, street by street."""
    steps: list[Step] = []
    for number, street in enumerate(rules.game.streets):
        steps += [("deal", number)] * bool(street.down or street.up)
        steps += [("board", number)] * bool(street.board)
        steps += [("exchange", number)] * bool(street.exchange)
        steps += [("bet", number)] * (rules.betting != "none" and not (rules.bomb_pot and number == 0))
    return tuple(steps)
