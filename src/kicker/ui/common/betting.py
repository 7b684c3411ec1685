"""Reading and offering bets of a person, in the same way at the prompt and in the full-screen terminal."""

from __future__ import annotations

import re

from kicker.cards import shorten
from kicker.errors import KickerError
from kicker.games import BRING_IN, CALL, CHECK, Action, Event, Rules, View, parse_action, raise_to
from kicker.games.wagers import RaiseVerb, raise_verb

TRIALS = 100_000
POT_SHARES = {"1/3": 1 / 3, "1/2": 1 / 2, "2/3": 2 / 3, "pot": 1.0}
_AMOUNT = r"(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})"  # 1500 or 1,500; 1,5 is a slip


def asks_to_hold(rules: Rules) -> bool:
    """Return True for games that ask to fold, hold or bet: those with a street on which holding is not allowed."""
    return bool(rules.must_open)


def offers_fold(view: View) -> bool:
    """Return True if folding is offered: not with a bring-in to pay, nor if checking is free (unless the game asks)."""
    options = view.options
    return not options.bring_in and (not options.may_check or asks_to_hold(view.rules))


def stay_words(view: View) -> tuple[str, str]:
    """Return the words for staying in without a raise and for folding; empty if not offered."""
    options = view.options
    call = f"call {options.call_amount:,}" if options.call_amount else ""
    call = f"bring in {options.bring_in:,}" if options.bring_in else call
    free = "hold" if asks_to_hold(view.rules) else "check"
    return free if options.may_check else call, "fold" if offers_fold(view) else ""


def verb_now(view: View) -> RaiseVerb:
    """Return what a raise is called now."""
    options = view.options
    return raise_verb(view.rules, view.street, options.bet, options.min_raise_to)


def betting_words(view: View) -> str:
    """Return the keys that can be used now: `c call 10, r raise to 20 up to 990, f fold`."""
    options = view.options
    stay, fold = stay_words(view)
    words = [f"c {stay}"] if stay else []
    if options.may_raise:
        most = f" up to {options.max_raise_to:,}" if options.max_raise_to > options.min_raise_to else ""
        words.append(f"{'r' if options.bet else 'b'} {verb_now(view)} {options.min_raise_to:,}{most}")
    if fold:
        words.append(f"f {fold}")
    return ", ".join(words)


def is_news(event: Event, person: int | None) -> bool:
    """Return False for others' hidden cards and for what the title or the table shows; an ante counts if it is
    all in."""
    if event.kind in ("dealt", "drew"):
        return event.seat == person or bool(event.known)
    return event.kind not in ("button", "ante", "level", "over") or (event.kind == "ante" and not event.stack)


def refusal_words(action: Action, view: View, answer: str = "") -> str | None:
    """Explain a refused action in words for the person, with keys and no seat number; None if it is legal. The `answer`
    is what the person typed, if it was typed."""
    refusal = view.options.refusal(action, to_seat=True)
    if refusal is None or view.options.phase == "drawing":
        return refusal
    asked = shorten(answer) if answer else str(action)
    return f"{asked} is not possible: {betting_words(view)}"


def read_bet(answer: str, view: View) -> Action:
    """Read a person's answer as an action; `IllegalAction` says what is wrong with it."""
    options = view.options
    words = answer.split()
    key = words[0] if words else ""
    if len(words) == 1 and key in ("c", "call"):
        return BRING_IN if options.bring_in else CALL if options.call_amount else CHECK
    if len(words) == 1 and key in ("check", "k", "hold", "h"):
        return CHECK  # never a call: a player who types check does not mean to pay
    if len(words) == 1 and key in ("f", "fold") and not offers_fold(view):
        free = "you must pay the bring-in" if options.bring_in else "checking is free"
        raise KickerError(f"{free}: press c", "action")
    if (len(words) == 1 and key in ("a", "all", "allin", "all-in")) or words == ["all", "in"]:
        return all_in(view)
    if len(words) == 1 and key in POT_SHARES:
        return pot_raise(view, POT_SHARES[key])
    if found := re.fullmatch(rf"(?:r|b|raise|bet|complete)(?: to)? ?{_AMOUNT}", " ".join(words), re.ASCII):
        return raise_to(int(found[1].replace(",", "")))
    if key in ("r", "b", "raise", "bet", "complete") and options.may_raise:
        if len(words) == 1 and options.min_raise_to == options.max_raise_to:
            return raise_to(options.min_raise_to)  # there is no other amount, as in fixed limit
        raise KickerError(f"say how much: {key} {options.min_raise_to}", "action")
    short = {"f": "fold"}.get(key, "")
    try:
        return parse_action(" ".join([short, *words[1:]]) if short else " ".join(words))
    except KickerError:
        raise KickerError(
            f"{shorten(answer)} is not an action: {betting_words(view)}; ? shows all keys", "text"
        ) from None


def all_in(view: View) -> Action:
    """Return an all-in: a raise, or a call for less."""
    options, seat = view.options, view.seat
    assert seat is not None
    if options.may_raise and options.max_raise_to == view.bets[seat] + view.stacks[seat]:
        return raise_to(options.max_raise_to)
    if options.call_amount and options.call_amount >= view.stacks[seat]:
        return CALL
    raise KickerError(f"you cannot go all in here: {betting_words(view)}", "action")


def pot_raise(view: View, share: float) -> Action:
    """Return a bet of a share of the pot, or a raise by that share of the pot after a call, as close as legal."""
    options = view.options
    if not options.may_raise:
        raise KickerError(f"you cannot raise here: {betting_words(view)}", "action")
    target = options.bet + round(share * (view.pot + options.call_amount))
    return raise_to(min(max(target, options.min_raise_to), options.max_raise_to))
