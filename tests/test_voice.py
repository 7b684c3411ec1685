"""How kicker speaks: phrases that sound translated are nowhere in its texts."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.sources import nodes_of, text_of

WRONG = {
    r"(?<![Tt]here )\bis no (?!longer|more|less|fewer)(?=[a-z`{])": "is not a ...",
    r"\bare no (?=proof|deck|shuffle|hand\b|range\b)": "are not a ...",
    r"\bso many\b": "this many, a number of",
    r"\bevery so many": "every nth",
    r"\bsuch an? \b": "like this",
    r"\b[Oo]ne's own\b|\boneself\b": "your own, the player's own",
    r"\bthat (?:is|was) over\b": "finished",
    r"takes? it for itself": "expands it",
    r"\bready bots?\b": "bots",
    r"\bthrows? (?:\d|none|cards?|away|the (?:first|cards))": "discards",
    r"\bthrown away\b": "deleted, discarded",
    r"\bgets? [\d{][^ ]* back\b": "uncalled bet of 40 returned",
    r"nobody called it": "uncalled bet of 40 returned",
    r"told otherwise": "otherwise",
    r"\bparted by\b": "separated by",
    r"\bnot surely\b": "not significant",
    r"\bhow sure\b": "how certain",
    r"\bgoes on with (?:it|one|the|that)\b": "resumes it",
    r"\bwas asked for\b.*\bnot\b": "unexpected",
    r"\bfrom 0 on\b": "0 or more, from 0 up",
    r"(?<!no )(?<!which )\bone (?:may|could|is told|skips)\b": "you can",
    r"\blearnt of\b": "read on",
    r"\bsomebody is called\b": "the name is taken",
    r"\b(?:were|was) not enough\b": "limit reached",
    r"\b[Ww]hoever\b": "anyone who, the player who, the operator",
    r"\bone (?:board |lock )?a line\b": "one per line",
    r"\b(?:[Gg]o|[Rr]oll) on from there\b": "restore its memory",
    r"\b(?:process|number)(?:es)? of its own\b": "a separate process, its own number",
    r"\b(?:is|was|are|were) asked for again\b": "kicker asks again",
    r"\bthat (?:was|is) (?:asked for|looked at)\b": "requested, selected",
    r"kicker's folder|\byour data (?:folder|directory)\b": "kicker's home folder",
    r"\b(?:separated by|with) blanks\b": "spaces",
    r"\bwhat (?:it|they) holds? \|": "meaning, content",
    r"\bsome \$\{Math": "about",
    r"\b[Ww]ho is ahead with what\b": "equity by hand",
}
"""A pattern for each phrase that voice forbids, and what to say instead."""

PRESCRIBED = {
    "docs/requirements.md": "the words of the requirements",
}
MADE = "src/kicker/ui/web/manual/"
"""`make docs` makes these pages from the docs."""


@cache
def texts() -> list[Path]:
    """All that people read: sources, pages and documents."""
    source = ROOT / "src" / "kicker"
    found = [*source.rglob("*.py"), *source.rglob("*.js"), *source.rglob("*.html")]
    found += [*(ROOT / "docs").rglob("*.md"), *(ROOT / "examples").glob("*.py"), *ROOT.glob("*.md")]
    names = {path: path.relative_to(ROOT).as_posix() for path in found}
    skipped = (*PRESCRIBED, MADE)
    return sorted(path for path, name in names.items() if not name.startswith(skipped))


@pytest.mark.parametrize("wrong", WRONG)
def test_no_text_sounds_translated(wrong: str) -> None:
    pattern = re.compile(wrong)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in texts()
        if pattern.search(text_of(path))  # a line at a time takes five times as long
        for number, line in enumerate(text_of(path).splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == [], f"write {WRONG[wrong]!r} instead"


RIDDLE = re.compile(r"(?:What|Where|Who|Whose|Whom|Whether|Why|How|So many)\b")
"""The first words of a docstring that asks instead of telling."""


def docstrings(path: Path) -> list[tuple[int, str]]:
    """The line and the text of every docstring of a source, those of fields included."""
    return [
        (part.lineno, part.value.value)
        for node in nodes_of(path)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for part in node.body
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)
    ]


def test_docstrings_tell_and_do_not_ask() -> None:
    sources = sorted((ROOT / "src" / "kicker").rglob("*.py"))
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text.splitlines()[0]}"
        for path in sources
        for line, text in docstrings(path)
        if RIDDLE.match(text)
    ]
    assert found == [], "begin with a noun or with a verb such as `Return`"
