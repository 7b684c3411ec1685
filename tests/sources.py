"""Texts and sources, for tests that read all of them: each is read and parsed once."""

import ast
from functools import cache
from pathlib import Path


@cache
def text_of(path: Path) -> str:
    """What is in a file."""
    return path.read_text()


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that a Python source is made of."""
    return tuple(ast.walk(ast.parse(text_of(path))))
