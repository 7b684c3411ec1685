"""Lines that do not affect a hand: chat, people who come and go, bounties, notes of the site.

Patterns are anchored on the names at the table, because a name may contain any words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_ABOUT_A_PLAYER: Final = (
    r"said, .*",
    r"joins the table.*",
    r"leaves the table",
    r"has (?:joined|left) the table\.?",
    r"(?:has )?timed out.*",
    r"is (?:dis|re)?connected.*",
    r"has returned",
    r"is sitting out",
    r"sits out.*",
    r"is out of hand.*",
    r"was removed from the table.*",
    r"was moved .*",
    r"will be (?:allowed to play|using).*",
    r"has requested .*",
    r"re-buys and receives .*",
    r"takes the add-on .*",
    r"finished the tournament.*",
    r"wins the tournament.*",
    r"wins (?:an? |the )?.*(?:bounty|ticket|entry|for eliminating|for splitting|eliminat).*",
    r"received? .*",
    r"has been eliminated.*",
    r"adds .* chips.*",
    r"chooses to .*",
    r"(?:pays|receives) (?:cashout|insurance).*",
    r"cashed out the hand .*",
    r"leave user.*",
    r"did not respond in time",
    r"table deposit .*",
)
_TAIL = re.compile(":? ?(?:" + "|".join(_ABOUT_A_PLAYER) + ")", re.IGNORECASE)
_STRANGER = re.compile(".{1,60}?:? (?:" + "|".join(_ABOUT_A_PLAYER) + ")", re.IGNORECASE)
_NOTES = re.compile(
    r"Betting is capped.*|Pair on board.*|The deck is reshuffled.*|No low hand qualified.*|Hand was run .*"
    r"|# \{.*|Tournament .* (?:is|has) .*|(?:The )?blinds are now .*|Level .* (?:begins|started).*",
    re.IGNORECASE,
)


def is_chatter(text: str, names: Iterable[str]) -> bool:
    """Return True if a line does not affect the hand; `names` has the longest name first."""
    for name in names:
        if text.startswith(name) and _TAIL.fullmatch(text, len(name)):
            return True
    if any(text.startswith(name + ": ") for name in names):
        return False
    return bool(_NOTES.fullmatch(text) or _STRANGER.fullmatch(text))
