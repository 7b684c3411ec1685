"""The pages of the study room, all made from one HTML file."""

from __future__ import annotations

from html import escape
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

STATIC: Final = Path(__file__).parent.parent / "static"


class StudyPage(NamedTuple):
    """A page: its name is the end of its path and the beginning of its script."""

    name: str
    title: str
    about: str
    """Its purpose, in a sentence for first-time visitors."""

    @property
    def path(self) -> str:
        """The path of the page."""
        return f"/study/{self.name}" if self.name else "/study"

    @property
    def script(self) -> str:
        """The name of its script in `static/`."""
        return f"{self.name}-page.js" if self.name else "study-page.js"


STUDY_PAGES: Final = (
    StudyPage("", "Study room", "See a range, see who is ahead and why, and train until you no longer need to look."),
    StudyPage(
        "range",
        "Ranges",
        "Paint or type the hands that a player can hold, keep them under a name, and share them by link.",
    ),
    StudyPage("equity", "Equity", "Give each player a hand or a range and see how often each of them wins, and why."),
    StudyPage(
        "solve",
        "Solve",
        "Describe a hand of two players from the flop on, and find out how each should play, and what it is worth.",
    ),
    StudyPage(
        "walk",
        "Walk",
        "Walk through a solved spot, action by action and card by card, and see how every hand plays and what it wins.",
    ),
    StudyPage("report", "Reports", "Solve one spot on many flops and see what changes with the texture of the board."),
    StudyPage(
        "train",
        "Trainer",
        "Decide, see what the solution does and what your choice costs, and review your mistakes.",
    ),
    StudyPage(
        "charts",
        "Charts",
        "Which hands to shove and to call with when stacks are short, for chips or prizes, and which to open with at a "
        "table of six.",
    ),
)
"""All pages, in the order in which they are listed."""


def page_html(page: StudyPage) -> str:
    """Return the HTML of a page; its script fills in the content."""
    links = [
        f'<a href="{each.path}"{current}>{escape(each.title if each.name else "Study")}</a>'
        for each in STUDY_PAGES
        for current in [' aria-current="page"' if each is page else ""]
    ]
    tiles = [
        f'<a class="tile" href="{each.path}"><b>{escape(each.title)}</b><span>{escape(each.about)}</span></a>'
        for each in STUDY_PAGES
        if each.name
    ]
    room = "" if page.name else f'<div class="tiles">{"".join(tiles)}</div>'
    template = Template((STATIC / "study.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(page.title), about=escape(page.about), script=page.script, links="".join(links), room=room
    )
