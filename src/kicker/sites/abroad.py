"""PokerStars' files in other languages: translates each line into English for the English reader.

The shape of a line mostly gives its meaning: the places of names, amounts and cards. Only a few words matter, and if
one word means different things in two languages (`passa`), the betting decides. Replaying the hand proves whether
everything was understood.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from kicker.sites.model import Cancelled, SiteHand
from kicker.sites.pokerstars import PokerStars

_NUMBER: Final = r"(?:#|n°|n\.º|nº|Nr\.|№|n\.)\s?"
_MONEY: Final = r"[€$£]?\s?\d(?:[\d.,\u00a0\u202f ]*\d)?(?:\s?[€$£])?"
_DATE = re.compile(r"\b(\d\d?)[./-](\d\d?)[./-](\d{4}) (?=\d)")
_TOURNAMENT = re.compile(rf"^\w+ {_NUMBER}(\d+),", re.IGNORECASE)
_LEVEL = re.compile(r"- \w+ ([IVXLC]+) \(")
_SIGN_LAST = re.compile(r"(?<=[(/+ ])(\d[\d.,]*)\s?([€$£])")
_TABLE = re.compile(r"\w+ (['\"])(?P<name>.*)\1(?: (?P<size>\d+)-max)?(?:.*?(?P<button>\d+))?\D*$")
_SEAT = re.compile(rf"(?P<word>\w+) (?P<number>\d+) ?: (?P<name>.+) \((?P<stack>{_MONEY}),?(?: [^()]*)?\)[^()]*$")
_TOTAL = re.compile(rf"[^\d|]*?({_MONEY})[^|]*\|(?:.*\|)?\D*?({_MONEY})\D*$")
_BOARD = re.compile(r"\w+:? (\[.*\])$")
_REVEALED = re.compile(r"\w+ (\d+) ?: .*?(\[[^\]]*\])")
_AMOUNTS = re.compile(_MONEY)
_CARDS = re.compile(r"\[[^\]]*\]")
_ALL_IN = re.compile(r"(?<=[\d€$£]) [^\d€$£\[]*$")
_RUNS: Final = ("", "SECOND ", "THIRD ", "FOURTH ")
_SUMMARY: Final = frozenset([
    "SYNTHÈSE", "RÉSUMÉ", "RESUMEN", "SUMÁRIO", "RESUMO", "ZUSAMMENFASSUNG", "ΣΥΝΟΨΗ", "RIEPILOGO", "SOMMARIO", "ИТОГ",
    "ИТОГИ", "ОБЗОР", "SAMENVATTING", "SAMMANFATTNING", "PODSUMOWANIE", "SUMMARY",
])  # fmt: skip
_POT = re.compile(r"\b(?:pot|pots|pote|bote|piatto|банк\w*|ποτ|pott|potten|puli)\b", re.IGNORECASE)
_SMALL = re.compile(r"small|pequeñ|petit|klein|piccol|мал|μικρ|lilla|liten|mał", re.IGNORECASE)
_BIG = re.compile(r"big|grand|gross|groß|больш|μεγάλ|stora|groot|duż", re.IGNORECASE)
_ANTE = re.compile(r"ante|анте|mise initiale", re.IGNORECASE)
_WORDS: Final = {
    "folds": "folds|se retira|desiste|passe|passt|se couche|fold|folda|пасует|фолд|сбрасывает|past|lägger sig|pasuje",
    "checks": "checks|pasa|parole|checkt|check|checke|fa check|чек|говорит чек|делает чек|checkar|czeka",
    "calls": "calls|iguala|suit|geht mit|paga|vede|chiama|call|колл|коллирует|уравнивает|делает колл|gaat mee|synar"
    "|sprawdza",
    "bets": "bets|apuesta|aposta|mise|setzt|punta|bet|ποντάρει|ставит|бет|делает ставку|zet in|satsar|stawia",
    "mucks hand": "mucks hand|descarta su mano sin mostrar|mucks|muck|jette ses cartes|wirft die hand weg"
    "|wirft hand weg|descarta a mão|descarta la mano|сбрасывает карты",
    "doesn't show hand": "doesn't show hand|no muestra su mano|ne montre pas sa main|ne montre pas"
    "|zeigt seine hand nicht|zeigt hand nicht|não mostra a mão|non mostra la mano|не показывает карты",
}
"""The verbs for each action, in the languages of PokerStars' files."""
_VERBS: Final = {word: english for english, words in _WORDS.items() for word in words.split("|")}
_LONGEST: Final = 500
"""The most characters in a line, including chat."""
_EITHER: Final = "passa"
"""A check in Portuguese, a fold in Italian."""


class PokerStarsAbroad(PokerStars):
    """A PokerStars hand in a language other than English."""

    start = re.compile(
        rf"\s*(?=.{{0,60}}PokerStars)[^\d:\"]{{0,50}}{_NUMBER}(?P<number>\d{{5,}})"
        r"(?: [^\d:\"]{0,40})?\s*:\s*(?P<rest>.*)",
        re.IGNORECASE,
    )

    def read(self) -> SiteHand | Cancelled:
        """Read the whole hand."""
        english = _Translation(self.lines).lines()
        found = PokerStars(english, self.first, self.source, self.chip_scale).read()
        return found if isinstance(found, Cancelled) else replace(found, text=self.text())


class _Translation:
    """Translates one hand into English, line by line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.foreign = [line.strip() for line in lines]
        self.names: list[str] = []
        self.runs: dict[str, int] = {}
        self.street = ""
        self.bets: dict[str, bool] = {}
        """The players who have matched the last bet on this street."""

    def lines(self) -> list[str]:
        """Return the lines in English, one for each line of the file."""
        found = PokerStarsAbroad.start.match(self.foreign[0])
        assert found is not None
        english = [self.head(found["number"], found["rest"])]
        for place, text in enumerate(self.foreign[1:], 1):
            english.append(self.line(text, place) if 0 < len(text) <= _LONGEST else text)
        return english

    def head(self, number: str, rest: str) -> str:
        """Translate the first line."""
        rest = _TOURNAMENT.sub(r"Tournament #\1,", _DATE.sub(r"\3/\2/\1 ", rest))
        return f"PokerStars Hand #{number}: " + _SIGN_LAST.sub(r"\2\1", _LEVEL.sub(r"- Level \1 (", rest))

    def line(self, text: str, place: int) -> str:
        """Any other line; a line it does not understand stays unchanged."""
        if text.startswith("*** "):
            return self.heading(text)
        if self.street == "SUMMARY":
            return _summary(text)
        if not self.street and place < 4 and (found := _TABLE.match(text)):
            size = f" {found['size']}-max" if found["size"] else ""
            button = f" Seat #{found['button']} is the button" if found["button"] else ""
            return f"Table '{found['name']}'{size}{button}"
        if not self.street and (found := _SEAT.match(text)):
            self.names = sorted([*self.names, found["name"]], key=len, reverse=True)
            return f"Seat {found['number']}: {found['name']} ({_plain(found['stack'])} in chips)"
        for name in self.names:
            rest = text[len(name) :]
            if text.startswith(name) and (said := re.match(r"\s?: ", rest)):
                return self.act(name, rest[said.end() :]) or text
        return self.line_about_player(text)

    def heading(self, text: str) -> str:
        """Translate a line of stars; the number of cards tells the street."""
        words, cards = text.partition(" ***")[0].removeprefix("*** "), _CARDS.findall(text)
        if words.upper() in _SUMMARY:
            self.street = "SUMMARY"
        elif cards:
            self.street = {1: "FLOP"}.get(len(cards), "TURN" if len(cards[0].split()) == 3 else "RIVER")
            run = self.runs.setdefault(self.street, 0)
            self.runs[self.street] += 1
            self.bets = {}
            return f"*** {_RUNS[min(run, 3)]}{self.street} *** {' '.join(cards)}"
        else:
            self.street = "SHOW DOWN" if self.street else "HOLE CARDS"
        return f"*** {self.street} ***"

    def act(self, name: str, rest: str) -> str:
        """Translate the action of a player; return empty text if it is unknown."""
        rest = _ALL_IN.sub("", rest)
        cards = _CARDS.search(rest)
        if cards:
            return f"{name}: shows {cards[0]}"
        amounts = [_plain(amount) for amount in _AMOUNTS.findall(rest)]
        words = re.split(r"[\d€$£]", rest)[0].strip(" .").lower()
        if not self.street:
            return self.post(name, words, amounts)
        if len(amounts) == 2:
            self.bets = {name: True}
            return f"{name}: raises {amounts[0]} to {amounts[1]}"
        verb = _VERBS.get(words)
        if words == _EITHER:
            verb = "checks" if self.bets.get(name, not self.bets) else "folds"
        if verb is None or (verb in ("calls", "bets")) != (len(amounts) == 1):
            return ""
        if verb == "bets":
            self.bets = {}
        if verb != "folds":
            self.bets[name] = True
        return " ".join([f"{name}: {verb}", *amounts])

    def post(self, name: str, words: str, amounts: Sequence[str]) -> str:
        """Translate chips posted before the cards."""
        small, big = bool(_SMALL.search(words)), bool(_BIG.search(words))
        what = "small & big blinds" if small and big else "small blind" if small else "big blind" if big else ""
        what = "the ante" if not what and _ANTE.search(words) else what
        if not what or len(amounts) != 1:
            return ""
        if big:
            self.bets = {name: True}
        return f"{name}: posts {what} {amounts[0]}"

    def line_about_player(self, text: str) -> str:
        """Translate a line about a player: cards dealt, a pot collected, an uncalled bet returned."""
        cards = _CARDS.findall(text)
        if cards and text.endswith("]"):
            name = next((each for each in self.names if f"{each} " in text or f"{each}:" in text), "")
            return f"Dealt to {name} {' '.join(cards)}" if name else text
        for name in self.names:
            if text.endswith(f" {name}") and (back := re.match(rf"[^:]*\(({_MONEY})\)[^\d:]*$", text[: -len(name)])):
                return f"Uncalled bet ({_plain(back[1])}) returned to {name}"
            got = (
                re.fullmatch(rf" [^\d:(]*?\(?({_MONEY})\)? (.*)", text[len(name) :]) if text.startswith(name) else None
            )
            if got and _POT.search(got[2]):
                return f"{name} collected {_plain(got[1])} from pot"
            if text.startswith(f"{name} ") and (text.endswith('"') or not _AMOUNTS.search(text[len(name) :])):
                return f"{name} is connected"  # chat, or a player comes, goes or times out
        return text


def _summary(text: str) -> str:
    """Translate a line of the summary."""
    if found := _REVEALED.match(text):
        name = re.match(r"\w+ \d+ ?: (.*?)(?: \([^()]*\))* \S+ \[", text)
        return f"Seat {found[1]}: {name[1]} mucked {found[2]}" if name else text
    if found := _BOARD.match(text):
        return f"Board {found[1]}"
    if found := _TOTAL.match(text):
        return f"Total pot {_plain(found[1])} | Rake {_plain(found[2])}"
    return text


def _plain(amount: str) -> str:
    """Return an amount with its sign before the digits."""
    amount = amount.strip(" .")
    return amount[-1] + amount[:-1].strip() if amount[-1:] in "€$£" else amount
