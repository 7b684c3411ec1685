"""The rules of a deal: the game, antes and blinds, betting, drawing, showing and splitting.

>>> from kicker.games import holdem
>>> rules = holdem(blinds=(5, 10))
>>> state, events = rules.start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[1000, 1000], button=0)
>>> state.options.describe()
'fold, call 5 or raise to 20 up to 1000'

Games are defined in `game.py`; ready-made rules are in `catalogue.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Final, Literal, get_args

from kicker.cards import Card, count_of, unknown
from kicker.checks import of_type
from kicker.errors import KickerError, quoted
from kicker.games.course import Course
from kicker.games.game import Game, Limit

if TYPE_CHECKING:
    from kicker.games.events import Event
    from kicker.games.state import State

Step = tuple[Literal["deal", "board", "exchange", "bet"], int]
"""A step of a deal, and the index of the game's street that it belongs to."""
Raises = Literal["free", "single", "none"]
Ties = Literal["split", "first", "refund"]
DealOrder = Literal["card", "hand"]
Showdown = Literal["order", "all", "ask"]

AS_THE_GAME_ALLOWS: Final = -1
MOST_RUNS: Final = 10
"""The most times that the board can be run."""
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
    """Everything about a deal that is fixed before the cards. Amounts are whole chips.

    Lists by position start left of the button; heads-up they start with the button, which posts the small blind.
    """

    game: Game
    """The game that is played."""
    betting: Limit = "no-limit"
    """`no-limit`, `pot-limit`, `fixed-limit` or `none`."""
    blinds: tuple[int, ...] = ()
    """By position: small blind, big blind."""
    posts: tuple[int, ...] = ()
    """By position: chips that newcomers post; they are live and do not change who acts first."""
    dead_posts: bool = False
    """True if only a full big blind of a post is live: the rest, or all of a smaller post, goes into the main pot."""
    ante: int = 0
    """The ante of every seat; a seat that cannot pay it in full contests what it matched."""
    full_ante: bool = False
    """True if a seat that cannot pay the whole ante is not dealt in."""
    dead_antes: tuple[int, ...] = ()
    """By position: antes that go into the main pot as dead money, like a big blind ante for the table."""
    button_ante: int = 0
    """The ante that the button pays for the whole table."""
    button_blind: int = 0
    """The blind that the button posts besides its ante; everyone else acts before it."""
    bring_in: int = 0
    """The bring-in: the seat that opens the first street by its up card must pay it or make a full bet."""
    bomb_pot: int = 0
    """The amount of a bomb pot: every seat pays it instead of blinds and antes, and the first street has no betting."""
    min_bet: int = 0
    """The minimum bet, and the minimum raise until there is a larger one; in fixed limit the small bet."""
    big_bet: int = 0
    """The big bet of fixed limit."""
    raises: Raises = "free"
    """`free`, `single` (a seat that has acted on the street can only call or fold) or `none` (one bet to match)."""
    full_raises: bool = True
    """True if a raise must be at least as large as the last one; otherwise `min_bet` is enough."""
    max_bets: int | None = None
    """The most bets and raises on a street, including the big blind; None for no limit."""
    completes: bool = False
    """True if, in fixed limit, a raise always completes a short all-in; otherwise half a bet counts as a bet."""
    double_bets: bool = False
    """True if the second street has big bets too, as in stud when a pair shows and the first bet is a double one."""
    must_open: tuple[int, ...] = ()
    """Streets where a seat must open or fold; nobody may check."""
    openers: int = 0
    """The strength that a seat needs to open the first street; if nobody opens, the pot stays for the next deal."""
    max_draw: int = AS_THE_GAME_ALLOWS
    """The most cards a seat may draw at once."""
    reshuffle: bool | None = None
    """True if discards and folded hands are reshuffled when the deck runs out; None leaves it to the game."""
    runs: int = 1
    """The number of times that the rest of the board is dealt after all-ins; each run wins an equal part of
    every pot."""
    run_once: tuple[int, ...] = ()
    """The positions of seats that want a single board: if one of them is still in, the board is run once."""
    ties: Ties = "split"
    """The way ties are settled: `split`, `first` (the first seat left of the button wins all) or `refund`.

    A refund returns the stakes. That pays the same chips as a split, because all who contest a pot put the same into
    it.
    """
    deal_order: DealOrder = "card"
    """`card` (one card to each seat in turn) or `hand` (each seat all its cards at once)."""
    showdown: Showdown = "order"
    """The way hands are shown: `order` (in turn, and beaten hands are not shown), `all`, or `ask` (seats choose to show
    or muck)."""
    all_in_face_up: bool = True
    """True if hands are turned up, and none may be mucked, once all-ins leave nobody with a decision."""
    dead_button: bool = False
    """True if the button may be at a seat that is not dealt in."""
    forfeit: bool = False
    """True if an illegal bet costs the seat the whole match instead of the deal; the table enforces this."""
    steps: tuple[Step, ...] = field(init=False, repr=False, compare=False)
    """The steps of a deal: dealing to seats or to the board, drawing, and betting."""
    seat_cards: int = field(init=False, repr=False, compare=False)
    """The most cards a seat may take: its final hand, and those it may draw."""
    bet_sizes: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The size of a bet on each street in fixed limit."""
    draw_limits: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The most cards that a seat may draw on each street: the game's limit, or the table's own rule."""
    bet_cap: int | None = field(init=False, repr=False, compare=False)
    """The most bets and raises on a street; None for no limit."""
    course: Course = field(init=False, repr=False, compare=False)
    """These rules as the engine reads them at every decision."""

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
        object.__setattr__(self, "bet_cap", 1 if self.raises == "none" else self.max_bets)
        object.__setattr__(self, "steps", _steps(self))
        object.__setattr__(self, "bet_sizes", _bet_sizes(self))
        object.__setattr__(self, "draw_limits", _draw_limits(self))
        object.__setattr__(self, "seat_cards", self.game.hand_cards + sum(self.draw_limits))
        object.__setattr__(self, "course", Course(self))

    def _check_customs(self) -> None:
        """Refuse customs that this game cannot have."""
        game = self.game
        if self.bring_in and not game.brings_in:
            raise KickerError(f"{game.title} has no bring-in: no card is dealt face up", "rules")
        if self.bring_in and self.betting != "none" and self.bring_in > self.min_bet:
            raise KickerError(f"a bring-in of {self.bring_in} is more than the smallest bet of {self.min_bet}", "rules")
        if self.button_blind and any(self.blinds):
            raise KickerError("give blinds or button_blind, not both", "rules")
        if self.bomb_pot and len(game.streets) < 2:
            raise KickerError(f"{game.title} has only one street to bet on: no bomb pots", "rules")
        if type(self.runs) is not int or not 1 <= self.runs <= MOST_RUNS:
            raise KickerError(f"runs must be a whole number from 1 to {MOST_RUNS}, not {quoted(self.runs)}", "rules")
        if self.runs > 1 and not game.board_cards:
            raise KickerError(f"{game.title} has no board to run several times", "rules")

    def __getstate__(self) -> dict[str, object]:
        # A compiled `Course` can be read only where kicker was built in the same way, so each side makes its own.
        return {item.name: getattr(self, item.name) for item in fields(self) if item.name != "course"}

    def __setstate__(self, values: dict[str, object]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "course", Course(self))

    @property
    def title(self) -> str:
        """The rules as players say them: `no-limit hold'em`, `no-limit five-card draw, jackpots`."""
        if self.betting == "none":
            return f"{self.game.title} without betting"
        return f"{self.betting} {self.game.title}" + (", jackpots" if self.openers else "")

    @property
    def big_blind(self) -> int:
        """The unit of results: the largest blind; without blinds the smallest bet, or the ante (the buy-in) if that is
        larger. 0 if there are no forced bets."""
        return max(self.blinds, default=0) or self.button_blind or max(self.min_bet, self.ante)

    @property
    def largest_ante(self) -> int:
        """The largest ante, paid by every seat or by one seat for the whole table."""
        return max([self.ante, self.button_ante, *self.dead_antes])

    @property
    def least_stack(self) -> int:
        """The chips that a seat needs to be dealt in."""
        return 0 if self.betting == "none" else max(1, self.ante * self.full_ante)

    def live_post(self, post: int) -> int:
        """Return the live part of a newcomer's post."""
        if not self.dead_posts:
            return post
        largest = max(self.blinds, default=0)
        return largest if post >= largest else 0

    def cards_needed(self, seats: int) -> int:
        """Return the most cards that a deal may need.

        If discards are reshuffled, there must be enough for all hands and the last draw. In stud, the last card can be
        a common one.
        """
        game = self.game
        if self.reshuffle and game.exchanges:
            return seats * game.hand_cards + self.max_draw + game.board_cards
        if game.last_may_be_common:
            return seats * (self.seat_cards - 1) + 1
        return seats * self.seat_cards + game.board_cards

    def check_seats(self, seats: int) -> int:
        """Refuse a number of seats that these rules cannot deal; return the most cards that a deal may need."""
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
        return need

    @property
    def most_seats(self) -> int:
        """The most seats that can play by these rules."""
        able = [
            seats for seats in range(2, self.game.most_seats + 1) if self.cards_needed(seats) <= len(self.game.deck)
        ]
        return max(able, default=0)

    def start(
        self, deck: str | Iterable[Card], stacks: Sequence[int], button: int, out: Collection[int] = (), pot: int = 0
    ) -> tuple[State, tuple[Event, ...]]:
        """Begin a deal: collect blinds and antes, deal from the front of `deck`, and return the state at the first
        decision with the events so far.

        Seats in `out`, and in games with bets those without chips, are not dealt in. `pot` is what is already in the
        pot from an unopened deal. A dead button is at a seat that is not dealt in.
        """
        from kicker.games import beginning, progress

        return progress.begin(beginning.set_up(self, deck, stacks, button, out, pot))

    @property
    def every_rule(self) -> dict[str, object]:
        """All fields for JSON, defaults included; the game by its name."""
        values = {item.name: getattr(self, item.name) for item in fields(self) if item.init}
        return values | {"game": self.game.name}

    @property
    def unusual(self) -> dict[str, object]:
        """The fields that differ from the game's defaults, by name."""
        usual = {item.name: item.default for item in fields(self) if item.init} | {
            "max_draw": self.game.most_exchanged,
            "reshuffle": self.game.reshuffles,
        }
        return {name: value for name, value in self.every_rule.items() if value != usual[name] and name != "game"}

    def as_dict(self) -> dict[str, object]:
        """Return the rules for JSON, without defaults."""
        return {"game": self.game.name} | self.unusual

    @classmethod
    def from_dict(cls, values: dict[str, object]) -> Rules:
        """Return the rules that `as_dict` wrote."""
        from kicker.games.catalogue import find_game

        known = {item.name for item in fields(cls) if item.init}
        for name in of_type("rules", values, dict):
            if name not in known:
                raise KickerError(unknown("rule", str(name), known), "rules")
        game = find_game(str(values.get("game", "")))
        rest = {k: tuple(v) if isinstance(v, list) else v for k, v in values.items() if k != "game"}
        return cls(game, **rest)  # type: ignore[arg-type]


def check_stack(chips: object, least: int = 0) -> None:
    """Refuse anything that is not a stack of at least `least` chips."""
    if type(chips) is not int or chips < least:
        raise KickerError(f"a stack must be a whole number, {least} or more, not {quoted(chips)}", "chips")


def _steps(rules: Rules) -> tuple[Step, ...]:
    """Return the steps of a deal, street by street."""
    steps: list[Step] = []
    for number, street in enumerate(rules.game.streets):
        steps += [("deal", number)] * bool(street.down or street.up)
        steps += [("board", number)] * bool(street.board)
        steps += [("exchange", number)] * bool(street.exchange)
        steps += [("bet", number)] * (rules.betting != "none" and not (rules.bomb_pot and number == 0))
    return tuple(steps)


def _bet_sizes(rules: Rules) -> tuple[int, ...]:
    big = [street.big_bet or (number == 1 and rules.double_bets) for number, street in enumerate(rules.game.streets)]
    return tuple([rules.big_bet if each else rules.min_bet for each in big])


def _draw_limits(rules: Rules) -> tuple[int, ...]:
    allowed = [street.exchange for street in rules.game.streets]
    usual = rules.max_draw == rules.game.most_exchanged
    return tuple([most if usual or not most else rules.max_draw for most in allowed])
