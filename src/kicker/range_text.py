"""Reading and writing ranges as text. What a range can do is in `ranges.py`.

>>> len([weight for weight in read_weights("QQ+, AK") if weight])
34

A range is written as items separated by commas, semicolons or white space, in upper or lower case, the ten as T
or 10:

    QQ  QQ+  QQ-  99-55     a pair, this pair and all higher or lower ones, a span of pairs
    AKs  AKo  AK            suited, offsuit, both
    AJo+  A5s-              the lower card goes up or down: AJo AQo AKo, A5s A4s A3s A2s
    KTs-K7s  KTs-7s         the lower card runs from one rank to the other
    JTs-54s                 both cards run, with the same gap at both ends
    Ax  Axs  Axo            any ace, suited aces, offsuit aces
    AhKd  Ah Kd             two cards
    AhTh+  As5s-As2s        the same steps, in these suits
    AhXh  AhXx              the ace of hearts with any heart, with any card
    random  any  all        everything
    pairs suited offsuit    all hands of a kind
    broadway                two cards from ten to ace, pairs included
    top 15%  15%            the best hands against a random one, in whole classes, as near as they come; of short deck
                            by an order of their own
    10%-20%                 the best 20% without the best 10%
    76s:0.5  76s:50%        any item with a weight; also 76s@50, 76s(0.5), 50%76s and [50]76s, 87s[/50]
    !QQ+                    removes an item

Items are applied from left to right, and a later weight replaces an earlier one: `22+, AA:0.5` has half of
the aces, `random, !QQ+` has no high pair and `!QQ+, random` has all of them. Text that cannot be read raises
`RangeError`, and so does text with two possible readings: `AKs 50%`, `33,3%`, `AKs@0.5`, `76s+`, `all pairs`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from kicker.cards import DECK, RANKS, Card, shorten
from kicker.combos import (
    CLASSES,
    COMBOS,
    FACES,
    MEMBERS,
    ROW_OF,
    ROWS,
    SLOPE_OF,
    best_combos,
    class_of,
    combo_index,
    format_combo,
)
from kicker.errors import RangeError, quoted

# --- writing ---------------------------------------------------------------------------------------------------------


def format_weights(weights: Sequence[float]) -> str:
    """Return the shortest text for 1,326 weights, in the order of `Range.format`."""
    whole: dict[float, set[str]] = {}
    loose: dict[float, list[int]] = {}
    for name, members in MEMBERS.items():
        if len({weights[place] for place in members}) == 1:
            whole.setdefault(weights[members[0]], set()).add(name)
        else:
            for place in members:
                loose.setdefault(weights[place], []).append(place)
    items: list[str] = []
    for weight in sorted({*whole, *loose} - {0.0}, reverse=True):
        names = whole.get(weight, set())
        written = ["random"] if len(names) == len(CLASSES) else list(_runs(names))
        written += map(format_combo, sorted(loose.get(weight, ()), reverse=True))
        items += [item if weight == 1 else f"{item}:{weight!r}" for item in written]
    return ",".join(items)


def _runs(names: set[str]) -> Iterator[str]:
    for row in ROWS:
        for present, run in groupby(row, names.__contains__):
            if present:
                ends = list(run)
                first, last = ends[0], ends[-1]
                yield first if first == last else f"{last}+" if first == row[0] else f"{first}-{last}"


# --- reading -------------------------------------------------------------------------------------------------------

_RANK: Final = "(?:10|[2-9TJQKA])"
_SUIT: Final = "[cdhs♣♦♥♠]"
_CARD: Final = f"{_RANK}{_SUIT}"
_MASK: Final = f"(?:{_CARD}|X{_SUIT}|XX)"  # a card, any card of a suit, any card
_NUMBER: Final = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[-+]?[0-9]+)?"
_WITH_COMMA: Final = "[0-9]{1,2},[0-9]+"

# An item continues across spaces beside '-', ':', '@' and '(', after '!' and 'top', before '%' and between cards, and
# across a comma between the digits of a weight or a percentage. Every character other than a separator is part of a
# word, so that nothing is skipped: a word that is not an item is refused when it is read.
_INSIDE: Final = r"[^\s,;:@(-]"
_PART: Final = rf"(?:{_MASK}[ \t]+(?={_MASK}(?:\+|(?!{_INSIDE}))))*{_INSIDE}*(?:[ \t]+%{_INSIDE}*)?"
_WORD: Final = (
    r"\[[^][]*\][^][]*\[/[^][]*\]"
    rf"|(?:top[ \t]*)?{_WITH_COMMA}[ \t]*%[^\s,;]*"
    rf"|(?=[^\s,;])(?:![ \t]*)?(?:top[ \t]*)?{_PART}"
    rf"(?:[ \t]*[:@(][ \t]*{_WITH_COMMA}(?![^\s,;%)])[%)]*|[ \t]*[-:@(][ \t]*{_PART})*"
)
_DASHES: Final = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))

_GROUP: Final = rf"\[({_NUMBER})\](.*)\[/({_NUMBER})\]"
_ITEM: Final = rf"(!?)({_NUMBER}%(?=[^-:@(]))?([^:@(]*)([:@]{_NUMBER}%?|\({_NUMBER}%?\))?"
_SHARE: Final = rf"(?:top)?({_NUMBER})%"
_SLICE: Final = rf"(?:top)?({_NUMBER})%?-({_NUMBER})%"
_CLASSES: Final = rf"({_RANK})({_RANK})([so]?)(\+|-(?:({_RANK})?({_RANK})([so]?))?)?"
_TWO_CARDS: Final = rf"({_CARD})({_CARD})(\+|-(?:({_CARD})?({_CARD}))?)?"
_WITH_ANY: Final = f"({_RANK})X([so]?)"
_MASKS: Final = f"({_MASK})({_MASK})"
_NAMED: Final[dict[str, Callable[[str], bool]]] = {
    **dict.fromkeys(("random", "any", "all"), lambda _: True),
    "pairs": lambda name: name[0] == name[1],
    "suited": lambda name: name.endswith("s"),
    "offsuit": lambda name: name.endswith("o"),
    "broadway": lambda name: name[0] in "AKQJT" and name[1] in "AKQJT",
}


_FLAGS: Final = re.ASCII | re.IGNORECASE | re.DOTALL  # without ASCII, a Kelvin sign is a king and a long s a suit


def _match(pattern: str, text: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, text, _FLAGS)


def read_weights(text: str, deck: Iterable[Card] = DECK) -> list[float]:
    """Return the weights that a text stands for; only this function knows where in the text an item is.

    Percentages are shares of the hands of the deck.
    """
    if not isinstance(text, str):
        raise RangeError(f"a range must be text like 'QQ+, AKs', not {quoted(text)}", "type")
    weights = [0.0] * len(COMBOS)
    start, end, before = 0, 0, ""
    for match in re.finditer(_WORD, text.translate(_DASHES), re.IGNORECASE):
        word, together = match[0].strip(), ""
        try:
            combos, weight = _read(word, deck)
            if before and not text[end : match.start()].strip(" \t\u00a0"):
                together = text[start : match.end()].strip()
                _check_apart(before, word)
        except RangeError as fault:
            if not together:
                start = match.start()
            shown = together or text[start : match.end()].strip()
            place = f" (character {start + 1} of {shorten(text)})" if text.strip() != shown else ""
            # An item between brackets has already said what is wrong with it.
            message = str(fault) if fault.position is not None else f"cannot read {shorten(shown)}{place}: {fault}"
            raise RangeError(message, fault.code, start) from None
        start, end, before = match.start(), match.end(), word
        for index in combos:
            weights[index] = weight
    return weights


def _check_apart(one: str, two: str) -> None:
    """Refuse two items separated by a space alone if they might be meant as one."""
    if two.startswith("!"):
        return
    shares = [_match(rf"{_NUMBER}[ \t]*%", word) for word in (one, two)]
    if any(shares) and not all(shares):
        share, item = (one, two) if shares[0] else (two, one)
        weighted, pair = f"{item}:{''.join(share.split())}", f"{one}, {two}"
        raise RangeError(f"write {shorten(weighted)} for a weight or {shorten(pair)} for two items", "share")
    if any(shares) or one.lower() in _NAMED or two.lower() in _NAMED:
        raise RangeError("put a comma between two items", "item")


def _read(word: str, deck: Iterable[Card]) -> tuple[Sequence[int], float]:
    """Return the combinations and the weight of an item; errors say only what to write instead."""
    if match := _match(_GROUP, word):
        return _read_group(deck, *match.groups())
    if word.startswith("["):
        raise RangeError("write weighted items like '[50]AKs, AQs[/50]'", "weight")
    if re.search(r"[^ \t]-[ \t]+[^ \t]", word):
        raise RangeError(f"write {shorten(''.join(word.split()))}, or a comma after the '-'", "span")
    if re.search(_WITH_COMMA, word):
        point = shorten(word.replace(",", "."))
        raise RangeError(f"write {point}, or a space after the comma for two items", "weight")
    tight = "".join(word.split())
    if re.search(r"[ \t]-$", word):
        raise RangeError(*_advice(tight))
    match = _match(_ITEM, tight)
    if match is None:
        raise RangeError("write a weight like ':0.5', ':50%' or '@50' after an item", "weight")
    away, before, what, after = match.groups()
    combos = read_item(what, deck)
    if before and after:
        raise RangeError("give one weight", "weight")
    if away and (before or after):
        raise RangeError("an item after '!' has no weight", "weight")
    return combos, 0.0 if away else _weight(before or after or "100%")


def _read_group(deck: Iterable[Card], opened: str, items: str, closed: str) -> tuple[Sequence[int], float]:
    """Items between brackets with their weight in percent."""
    if opened != closed:
        raise RangeError(f"close '[{opened}]' with '[/{opened}]'", "weight")
    weights = read_weights(items, deck)
    if not {0.0, 1.0}.issuperset(weights):
        raise RangeError("items between brackets have no other weight", "weight")
    return [place for place, held in enumerate(weights) if held], _weight(f"@{opened}")


def _weight(text: str) -> float:
    """Return the weight written as '50%', ':0.5', ':50%', '@50', '@50%', '(0.5)' or '(50%)'."""
    number = text.strip(":@()%")
    value, in_percent = float(number), text.rstrip(")").endswith("%")
    if text.startswith("@") and not in_percent and 0 < value <= 1:
        raise RangeError(f"write ':{number}' or ':{number}%' after an item", "weight")
    if not in_percent and not text.startswith("@") and 1 < value <= 100:
        raise RangeError(f"a weight is from 0 to 1; write ':{number}%' for a percentage", "weight")
    weight = value / 100 if in_percent or text.startswith("@") else value
    if weight > 1:
        raise RangeError("a weight is from 0 to 1, or from 0% to 100%", "weight")
    return weight


def read_item(what: str, deck: Iterable[Card] = DECK) -> Sequence[int]:
    """Return the indices of the combinations of an item without spaces or weight."""
    if match := _match(_CLASSES, what):
        return _members_of(_classes(*match.groups()))
    if match := _match(_TWO_CARDS, what):
        return _suited_runs(*match.groups())
    if test := _NAMED.get(what.lower()):
        return _members_of(filter(test, CLASSES))
    if match := _match(_SHARE, what):
        return best_combos(float(match[1]), deck)
    if match := _match(_SLICE, what):
        low, high = sorted(map(float, match.groups()))
        best = frozenset(best_combos(low, deck))
        return [place for place in best_combos(high, deck) if place not in best]
    if match := _match(_WITH_ANY, what):
        rank, kind = _ranks(match[1]), match[2].lower()
        return _members_of(name for name in CLASSES if rank in name[:2] and name.endswith(kind))
    if (match := _match(_MASKS, what)) and what.upper() != "XXXX":
        return _masked(match[1], match[2])
    raise RangeError(*_advice(what))


def _advice(what: str) -> tuple[str, str]:
    """Return what to write instead of something that is not an item, and the error code."""
    if match := _match(f"({_RANK})({_RANK}).*", what):
        two = _ranks(match[1], match[2])
        pair = f"write '{two}', '{two}+' or a span like '99-55'"
        return (pair if two[0] == two[1] else f"write '{two}s', '{two}o' or '{two}', also with a '+'"), "item"
    if _match(_NUMBER, what):
        return "write a weight like 'AKs:0.5' or a share like 'top 15%'", "item"
    if what.lower().startswith("top") or what.endswith("%"):
        return "write a share like 'top 15%' or '10%-20%'", "share"
    if "x" in what.lower():
        return "write 'Ax', 'Axs', 'Axo', 'AhXh' or 'AhXx', or 'random' for any two cards", "item"
    if _match(f"{_CARD}.*", what):
        return "write two cards like 'AhKd', or 'AhTh+' or 'As5s-As2s' for several hands", "item"
    return "write an item like 'QQ+', 'AKs', 'AhKd', 'top 15%' or 'random'", "item"


def _members_of(classes: Iterable[str]) -> list[int]:
    return [place for name in classes for place in MEMBERS[name]]


def _ranks(*ranks: str) -> str:
    """Return ranks as a class has them: `AT` for '10' and 'a'."""
    return "".join(sorted(("T" if rank == "10" else rank.upper() for rank in ranks), key=FACES.index))


def _ends(one: str, two: str, kind: str) -> list[str]:
    ranks = _ranks(one, two)
    if ranks[0] != ranks[1]:
        return [ranks + letter for letter in kind.lower() or "so"]
    if kind:
        raise RangeError(f"a pair is neither suited nor offsuit, write '{ranks}'", "item")
    return [ranks]


def _classes(one: str, two: str, kind: str, tail: str | None, *end: str | None) -> Iterator[str]:
    """Yield the classes of 'AKs', 'AK', 'AJo+', 'A5s-', '99-55', 'KTs-K7s', 'KTs-7s' or 'JTs-54s', taken apart."""
    names = _ends(one, two, kind)
    if tail is None:
        yield from names
    elif tail in ("+", "-"):
        for name in names:
            yield from _up_or_down(name, tail, kind)
    else:
        high, low, other_kind = end
        others = _ends(high or _ranks(one, two)[0], low or "", other_kind or "")
        for name, other in zip(names, others, strict=False):
            line = next((line for line in (ROW_OF[name], SLOPE_OF.get(name, ())) if other in line), None)
            if line is None or len(names) != len(others):
                message = "write a span like '99-55', 'KTs-K7s' with one high card or 'JTs-54s' with one gap"
                raise RangeError(message, "span")
            first, last = sorted((line.index(name), line.index(other)))
            yield from line[first : last + 1]


def _up_or_down(name: str, sign: str, kind: str) -> Sequence[str]:
    """Return a class and those above or below it: pairs, or the lower card goes up or down.

    Connectors are refused: '76s+' means 76s to those who let the lower card rise, and 76s 87s ... AKs to others.
    """
    row, slope = ROW_OF[name], SLOPE_OF.get(name, ())
    last = slope[0 if sign == "+" else -1] if slope else name
    if name != last and slope is SLOPE_OF["AK" + name[2]]:
        wide, others = f"{name[:2]}{kind}", f"{last[:2]}{kind}"
        alone = wide if sign == "+" else f"{wide}-{row[-1][:2]}{kind}"
        raise RangeError(f"write '{alone}', or '{wide}-{others}' for the connectors", "span")
    place = row.index(name)
    return row[: place + 1] if sign == "+" else row[place:]


def _suited_runs(one: str, two: str, tail: str | None, high: str | None, low: str | None) -> list[int]:
    """Return the combinations of 'AhKd', 'AhTh+', 'AhTh-', 'As5s-As2s' or 'As5s-2s': the suits stay the same."""
    ranks, kind, suits = _in_suits(one, two)
    end: tuple[str, str, str] | tuple[()] = ()
    if low:
        to_ranks, to_kind, to_suits = _in_suits(high or ranks[0] + suits[0], low)
        if to_suits != suits:
            raise RangeError("write a span whose ends have the same suits, like 'As5s-As2s'", "span")
        end = (*to_ranks, to_kind)
    names = _classes(*ranks, kind, tail, *end)
    return [combo_index(name[0] + suits[0], name[1] + suits[1]) for name in names]


def _in_suits(one: str, two: str) -> tuple[str, str, str]:
    """Return the ranks, the kind and the suits of two cards, the higher card first."""
    low, high = COMBOS[combo_index(one, two)]
    return RANKS[high >> 2] + RANKS[low >> 2], class_of(low, high)[2:], high.suit + low.suit


def _masked(one: str, two: str) -> list[int]:
    """Return the combinations of 'AhXh' or 'AhXx': a card of each mask."""
    first, second = _cards_of(one), _cards_of(two)
    return [
        place
        for place, (low, high) in enumerate(COMBOS)
        if (low in first and high in second) or (low in second and high in first)
    ]


def _cards_of(mask: str) -> frozenset[Card]:
    if mask.upper() == "XX":
        return frozenset(DECK)
    if mask[0] in "xX":
        suit = Card(f"A{mask[1]}").suit
        return frozenset(card for card in DECK if card.suit == suit)
    return frozenset([Card(mask)])
