"""When the room in the terminal has come to rest, for tests that press keys and look.

Textual's own way goes by processor time: it takes at least 20 ms for each key, and says nothing on a busy machine.
"""

import asyncio
import time
from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Any

from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack

PATIENCE = 60.0
ROUNDS = 2
"""The number of checks in a row that must find no message waiting, because handling one may send another."""
TURNS = 6
"""Turns of the event loop in each round."""


async def until_quiet(min_sleep: float = 0.0, max_sleep: float = 1.0) -> None:
    """Wait until nobody in the room has a message to read or something to draw.

    A screen draws itself 60 times a second at most; here it need not wait for that. What works beside the room, in a
    thread, cannot be seen from here: a test that needs it waits for it.
    """
    room = active_app.get()
    end = time.monotonic() + PATIENCE
    rounds = 0
    while rounds < ROUNDS:
        assert time.monotonic() < end, "the room does not come to rest"
        for _ in range(TURNS):
            await asyncio.sleep(0)
        if is_quiet(room):
            rounds += 1
        else:
            rounds = 0
            if room.screen_stack and room.screen.is_running:
                room.screen._on_timer_update()


def is_quiet(room: Any) -> bool:
    """Whether nothing waits to be read, laid out or drawn."""
    if room._exit or not room.screen_stack:
        return True
    if room._resize_event is not None:
        return False
    screen = room.screen
    if screen._layout_required or screen._scroll_required or screen._repaint_required or screen._recompose_required:
        return False
    if screen._dirty_widgets or screen._callbacks:
        return False
    return all(part._message_queue.empty() for part in (room, *screen.walk_children(with_self=True)))


@lru_cache(2000)
def parameters_of(function: Callable[..., object]) -> int:
    return len(signature(function).parameters)


def count_parameters(function: Callable[..., object]) -> int:
    """In place of `textual._callback._count_parameters`, which looks at the same signatures again and again."""
    plain = getattr(function, "__func__", None)
    return parameters_of(function) if plain is None else parameters_of(plain) - 1


def draw_nothing(compositor: Compositor, full: bool = False, screen_stack: Any = None, simplify: bool = False) -> Any:
    """In place of `Compositor.render_update`, whose frames go to no terminal here: it took nearly half of the time.

    A picture (`export_screenshot`) asks for all of it and gets it.
    """
    visible_screen_stack.set(screen_stack or [])
    if full:
        return compositor.render_full_update(simplify=simplify)
    compositor._dirty_regions.clear()
    return None
