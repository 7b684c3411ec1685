"""Options that take a name: an unknown name is refused with the nearest known one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from kicker.cards import unknown

if TYPE_CHECKING:
    Choice = click.Choice[str]
else:
    Choice = click.Choice  # generic only since click 8.2


class Names(Choice):
    """`click.Choice` in kicker's words: `Names("palette", PALETTES)`."""

    def __init__(self, kind: str, names: Iterable[str], *, case_sensitive: bool = True) -> None:
        super().__init__(list(names), case_sensitive)
        self.kind = kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name as it is listed."""
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            self.fail(unknown(self.kind, str(value), self.choices), param, ctx)
