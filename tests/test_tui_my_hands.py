"""The screen of your own hands: list, filter, statistics, graph, notes and tags, and the way to the replayer."""

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from kicker.sites.importing import ImportCounts, check_file
from kicker.tracker.answers import ask
from kicker.tracker.listing import list_hands
from kicker.tracker.where import parse_where
from kicker.ui.common.my_hands import open_hands, open_tracker, share_words
from kicker.ui.tui.my_hands import MyHandsScreen, NoteForm
from kicker.ui.tui.replayer import ReplayScreen
from tests.conftest import OWN_DATA
from tests.room import SMALL, back_in_lobby, in_room, text, until

pytestmark = pytest.mark.usefixtures("at_once")


def import_hands() -> None:
    with open_tracker(None) as tracker:
        for path in sorted((OWN_DATA / "sites").glob("*.txt")):
            check_file(path, ImportCounts(), tracker)


async def open_screen(pilot: Pilot[None]) -> MyHandsScreen:
    await pilot.press("l")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(pilot.app.screen, MyHandsScreen))
    screen = pilot.app.screen
    assert isinstance(screen, MyHandsScreen)
    await until(pilot, lambda: "hand" in text(pilot))
    return screen


async def type_in(pilot: Pilot[None], words: str) -> None:
    for letter in words:
        await pilot.press(
            {" ": "space", "=": "equals_sign", ">": "greater_than_sign", "<": "less_than_sign"}.get(letter, letter)
        )


def test_hands_are_listed_filtered_noted_and_replayed() -> None:
    import_hands()

    async def go(pilot: Pilot[None]) -> None:
        screen = await open_screen(pilot)
        await until(pilot, lambda: len(screen.found.lines) == 7)
        await until(pilot, lambda: "888poker" not in text(pilot) and "Ks Kc" in text(pilot))
        assert all(len(line) <= SMALL[0] for line in text(pilot).splitlines())
        await pilot.press("slash")
        await type_in(pilot, "won>0")
        await pilot.press("enter")
        await until(pilot, lambda: len(screen.found.lines) == 3)
        await pilot.press("n")
        await until(pilot, lambda: isinstance(pilot.app.screen, NoteForm))
        await type_in(pilot, "ok")
        await pilot.press("tab")
        await type_in(pilot, "thin")
        await pilot.press("enter")
        await until(pilot, lambda: "#thin ok" in text(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, ReplayScreen) and "what happened" in text(pilot))
        await until(pilot, lambda: "seen by Hero" in text(pilot))
        await pilot.press("escape")
        await pilot.press("slash")
        screen.query_one("#filter").value = ""  # type: ignore[attr-defined]
        await type_in(pilot, "colour=red")
        await pilot.press("enter")
        await until(pilot, lambda: "unknown name 'colour'" in text(pilot))
        assert len(screen.found.lines) == 3  # what was there stays
        await back_in_lobby(pilot)

    in_room(go)
    with open_hands(None) as tracker:
        (line,) = list_hands(tracker, where=parse_where("tag=thin and noted"))
        assert line.note.text == "ok"


def test_the_figures_are_those_of_the_library() -> None:
    import_hands()

    async def go(pilot: Pilot[None]) -> None:
        screen = await open_screen(pilot)
        await until(pilot, lambda: screen.found.answer is not None)
        await pilot.press("2")
        await until(pilot, lambda: "VPIP" in text(pilot))
        with open_hands(None) as tracker:
            (answer,) = ask(tracker)
            groups = ask(tracker, by="position")
        vpip = answer.shares["vpip"]
        assert share_words(vpip.times, vpip.of) in text(pilot)
        assert f"{answer.bb100:+.1f} ± {answer.half_width:.1f} bb/100" in text(pilot)
        await pilot.press("b")
        expected = {(group.group, str(group.hands)) for group in groups}
        await until(pilot, lambda: expected <= {tuple(line.split()[:2]) for line in text(pilot).splitlines()})
        await pilot.press("3")
        await until(pilot, lambda: "by equity" in text(pilot))
        assert f"# won {screen.found.course[-1].won:+,.1f} bb" in text(pilot)

    in_room(go)


def test_without_hands_it_says_what_to_do() -> None:
    async def go(pilot: Pilot[None]) -> None:
        screen = await open_screen(pilot)
        await until(pilot, lambda: "kicker import" in text(pilot))
        await pilot.press("n", "enter", "2", "3", "b")
        assert screen.query_one("#list", OptionList).option_count == 0

    in_room(go)
