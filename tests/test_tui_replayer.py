"""The replayer in the room as people use it: by keys and by mouse, at two sizes, over all kinds of records."""

import asyncio
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot

from kicker.ui.common.replaying import all_hands, amount, find_files, make_viewing, outcome_of
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.cards import name_of
from kicker.ui.tui.felt import draw_scene
from kicker.ui.tui.replay_view import Picture, replay_scene
from kicker.ui.tui.replayer import VERDICTS, ReplayScreen
from kicker.ui.tui.rows import Rows
from tests.replayer import (
    HANDS,
    LARGE,
    OWN,
    SMALL,
    drawn,
    lines_in,
    press,
    settle,
    state_of,
    until,
    visit,
    words_in,
    words_of,
)

pytestmark = pytest.mark.usefixtures("quiet_room")


# --- all records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "first"), [(SMALL, 0), (LARGE, 24)])
def test_every_own_record_leads_to_its_verdict_or_its_fault(size: tuple[int, int], first: int) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for index, found in enumerate(HANDS[first:], first):
            assert (screen.index, screen.place) == (index, 0)
            verdict, why, *_ = outcome_of(found)
            if screen.opened.viewing is None:
                assert why in words_in(screen, "Picture")
                assert found.file.endswith("session.phhs")
            else:
                while screen.place < len(screen.opened.story) - 1:
                    screen.action_step(1)
                await pilot.pause()
                reason = why.partition(": ")[2]
                assert f"{verdict.replace('_', ' ')}{': ' * bool(reason)}{reason}" in words_in(screen, "#story")
            await pilot.press("right")
            assert "end of the hand; PgDn opens" in words_in(screen, "#status")
            await press(pilot, "pagedown")
        assert "this is the last hand" in words_in(screen, "#status")
        marks = [VERDICTS[screen.verdicts[index]] for index in range(first, len(HANDS))]
        assert sorted(marks) == sorted("✓✓≠✗✗✓✓?" if first else "✓" * 19 + "%" * 6 + "½" + "???" + "≠" + "✗✗")

    visit(OWN, scenario, size, index=first)


def test_real_records(outside_data: Path) -> None:
    files = find_files([str(outside_data / "phh" / "wsop"), str(outside_data / "phh" / "handhq")])

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for index, found in zip(range(12), all_hands(files), strict=False):
            assert screen.index == index
            await press(pilot, "end")
            assert outcome_of(found).verdict in words_in(screen, "#story")
            await press(pilot, "pagedown")

    visit(files, scenario, LARGE)


def test_real_tables_have_room_for_everything(outside_data: Path) -> None:
    files = find_files([str(outside_data / "phh")])
    for found in list(all_hands(files))[::40]:
        viewing = make_viewing(found, None)
        for place, state in [*enumerate(viewing.replay.states)][::3]:
            scene = replay_scene(viewing, place, Settings(), dict.fromkeys(range(len(state.live)), "100.0%"))
            for width, height in ((80, 14), (106, 46)):
                text = "\n".join(strip.text for strip in draw_scene(scene, width, height))
                for seat in scene.seats:
                    assert seat.name[:11] in text
                    assert seat.stack[0] in text
                    assert seat.bet in text
                assert text.count("out") >= state.live.count(False)
                assert state.over or text.count("100.0%") == sum(state.live)
                assert scene.title in text
                pots = state.view(None).pots if not state.over else ()
                assert len(pots) < 2 or all(amount(viewing.record, pot.amount) in text for pot in pots)
                assert all(name_of(card) in text for card in scene.board or () if card)


# --- whose view ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "size"),
    [("side-pots", SMALL), ("decimal-money", LARGE), ("draw", SMALL), ("draw", LARGE), ("early-shows", SMALL)],
)
def test_one_seat_never_sees_what_is_hidden_and_all_cards_are_all(name: str, size: tuple[int, int]) -> None:
    path = OWN / f"{name}.phh"
    hidden_ever, shown_ever = 0, 0

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        nonlocal hidden_ever, shown_ever
        assert screen.opened.viewing is not None
        record = screen.opened.viewing.record
        for viewer in [None, *range(len(record.names))]:
            assert screen.opened.viewing.viewer == viewer
            eyes = "all cards" if viewer is None else f"seen by {record.names[viewer]}"
            for place in range(len(screen.opened.story)):
                screen.action_go(place)
                state, table = state_of(screen), drawn(screen.query_one(Picture))
                text = "\n".join([table, drawn(screen.query_one("#story")), drawn(screen.query_one("#status"))])
                assert f"step {place} of {len(screen.opened.story) - 1}, {eyes}" in text
                for seat, hand in enumerate(state.hands):
                    known = [name_of(card) for card in hand if card not in record.unknown]
                    if viewer in (None, seat) or state.is_shown(seat):
                        assert all(card in table for card in known)
                        shown_ever += viewer not in (None, seat)
                    else:
                        assert not any(card in text for card in known)
                        hidden_ever += len(known)
                assert not any(name_of(card) in text for card in record.unknown)
            await press(pilot, "home", "v")
        assert screen.opened.viewing.viewer is None

    visit(path, scenario, size)
    assert hidden_ever > 20
    assert shown_ever


def test_the_view_goes_with_the_player_to_the_next_hand() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        assert "T♥" not in words_in(screen)
        assert "seen by Ada" in words_in(screen, "#status")
        assert "7♣" in words_in(screen, "Picture")
        assert "10♥" not in words_in(screen)
        await press(pilot, "pagedown")
        assert "seen by Ada" in words_in(screen, "#status")
        assert "8♠" in words_in(screen, "Picture")  # Ada is p2 now
        assert "Q♣" not in words_in(screen)
        await press(pilot, "pagedown")  # where nobody has a name
        assert "'Ada' is not a player; choose from p1, p2" in words_in(screen, "Picture")
        assert screen.verdicts[2] == "mismatched"
        await press(pilot, "v")
        assert "all cards" in words_in(screen, "#status")
        assert "7♣" in words_in(screen, "Picture")

    visit(OWN / "session.phhs", scenario, seat="Ada")


# --- keys ------------------------------------------------------------------------------------------------------------


def test_jumping_to_streets_and_actions() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for key, place in [("f", 5), ("t", 8), ("r", 10), ("s", 12), ("p", 0), ("end", 16), ("home", 0), ("enter", 1)]:
            await press(pilot, key)
            assert (key, screen.place) == (key, place)
        for key, place in [("n", 2), ("right", 3), ("left", 2), ("b", 1)]:
            await press(pilot, key)
            assert (key, screen.place) == (key, place)
        for key, place in [("d", 5), ("d", 8), ("d", 10), ("d", 5)]:  # street by street, and round again
            await press(pilot, key)
            assert (key, screen.place) == (key, place)
        await press(pilot, "p", "b")
        assert "start of the hand" in words_in(screen, "#status")
        await press(pilot, "g", "1", "x", "2", "enter")
        assert "12 Dov bets 300" in words_in(screen, "#story")
        assert [line[:2] for line in lines_in(screen, "#story") if "12 Dov bets" in line] == [" ▸"]
        await press(pilot, "g", "5", "escape")
        assert screen.is_current
        assert "12 Dov bets 300" in words_in(screen, "#story")
        await press(pilot, "right")
        assert "13 Ben calls 300" in words_in(screen, "#story")

    visit(OWN / "side-pots.phh", scenario)


def test_jumping_where_all_are_all_in_and_to_a_draw() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "t")  # nobody bets on the turn
        assert len(state_of(screen).board) == 5
        assert "turn K♦" in words_in(screen, "#story")
        await press(pilot, "pagedown")
        assert screen.index == 2
        await press(pilot, "f")
        assert "there is no flop in this hand" in words_in(screen, "#status")
        await press(pilot, "h", "6", "enter")
        assert "five-card draw" in words_in(screen, "#heading")
        await press(pilot, "d")
        assert state_of(screen).phase == "drawing"
        await press(pilot, "h", "9", "9", "enter")
        assert screen.index == 5
        assert "there is no hand 99: there are 6 hands" in words_in(screen, "#status")

    visit([OWN / "session.phhs", OWN / "draw.phh"], scenario, LARGE, index=1)


def test_quick_fingers_lose_no_key() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for key in ("h", "4", "backspace", "3", "0", "enter", "f", "right", "g", "1", "5", "enter", "left"):
            pilot.app.simulate_key(key)
        await settle(pilot)
        assert screen.index == 29
        assert "▸ 13 Ben calls 300" in words_in(screen, "#story")

    visit(OWN, scenario)


def test_stepping_tells_what_happened_so_far_and_no_more() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        assert "4 Zoe raises" not in words_in(screen)
        await press(pilot, "n")
        assert "4 Zoe raises to €0.50" in words_in(screen, "#story")
        assert "Pot €0.85" in words_in(screen, "Picture")
        assert "● €0.50" in words_in(screen, "Picture")
        assert "▶Vera" in words_in(screen, "Picture")
        assert "Zoe D" in words_in(screen, "Picture")
        await press(pilot, "end")
        picture = words_in(screen, "Picture")
        assert "+€0.25" in picture
        assert "-€0.50" in picture
        assert "Otto wins" in picture

    visit(OWN / "decimal-money.phh", scenario)


def test_playing_goes_step_by_step_to_the_end_and_stops_when_told() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        screen.action_play()
        places = [screen.place]
        while screen.place < len(screen.opened.story) - 1:
            await asyncio.sleep(0.002)
            assert screen.place == len(screen.opened.story) - 1 or "playing" in screen._status("").plain
            places += [screen.place] * (screen.place != places[-1])
        assert places == list(range(len(screen.opened.story)))
        await pilot.pause()
        assert "playing" not in words_in(screen, "#status")
        screen.action_play()  # again, from the start
        assert screen.place == 0
        while screen.place < 3:
            await asyncio.sleep(0.002)
        screen.action_play()
        assert screen._timer is None
        assert screen.place < len(screen.opened.story) - 1

    visit(OWN / "side-pots.phh", scenario, settings=Settings(speed="instant"))


def test_playing_takes_the_pause_of_the_settings() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        begun = perf_counter()
        await pilot.press("space")
        while screen.place < 2:
            await asyncio.sleep(0.01)
        assert perf_counter() - begun >= 0.3
        place = screen.place
        screen.action_step(-1)  # whoever goes by hand ends the playing
        assert (screen.place, screen._timer) == (place - 1, None)

    visit(OWN / "side-pots.phh", scenario, settings=Settings(speed="fast"))


def test_every_key_is_described_and_escape_leaves() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        own = [active.binding for active in screen.active_bindings.values() if active.node is screen]
        assert {"right", "enter", "n", "left", "b", "home", "end", "pagedown", "pageup", "space"} <= {
            binding.key for binding in own
        }
        assert all(binding.description or binding.key in "backspace 0123456789" for binding in own)
        await press(pilot, "question_mark")
        assert type(pilot.app.screen) is Keys
        page = words_of(
            ["".join(part.text for part in strip) for strip in pilot.app.screen._compositor.render_strips()]
        )
        assert "the next action" in page
        assert "change view: all cards, or what one player sees" in page
        await pilot.press("escape")
        assert screen.is_current
        await press(pilot, "escape")
        assert not screen.is_attached

    visit(OWN, scenario)


# --- mouse -----------------------------------------------------------------------------------------------------------


def test_clicks_and_the_wheel() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "f")
        lines = lines_in(screen, "#story")
        row = next(row for row, line in enumerate(lines) if "7 Ann raises" in line)
        await pilot.click("#story", offset=(5, row))
        assert screen.place == 3
        assert "▸ 7 Ann raises to 390" in words_in(screen, "#story")
        before = screen.place
        await pilot.click(Picture, offset=(2, 12))
        assert screen.place == before + 1
        for kind, steps in ((events.MouseScrollDown, 1), (events.MouseScrollUp, -1)):
            before = screen.place
            await pilot._post_mouse_events([kind], Picture, offset=(40, 5))
            await pilot.pause()
            assert screen.place == before + steps
        rows = screen.query_one("#hands", Rows)
        await until(pilot, lambda: rows.scroll_y > 0)  # the list has come to its place
        top, place = rows.scroll_y, screen.place
        await pilot._post_mouse_events([events.MouseScrollUp], rows, offset=(5, 3))
        await until(pilot, lambda: rows.scroll_y < top)
        assert screen.place == place
        await pilot.click("#hands", offset=(5, 1))
        await settle(pilot)
        assert screen.index == round(rows.scroll_y)
        assert "▸" in lines_in(screen, "#hands")[1]

    visit(OWN, scenario, index=29)
