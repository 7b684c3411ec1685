"""The replayer in the room as people use it: by keys and by mouse, at two sizes, over all kinds of records."""

import asyncio
import re
import shutil
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from kicker.errors import RecordError
from kicker.games import State
from kicker.odds import equity
from kicker.ui.replay import all_hands, find_files, make_viewing, verdict_of
from kicker.ui.tui.app import Room
from kicker.ui.tui.base import Keys, Settings
from kicker.ui.tui.cards import name_of
from kicker.ui.tui.replay_view import ASCII_SIGNS, SIGNS, Picture, Rows, draw_snapshot, snapshot_of
from kicker.ui.tui.replayer import ReplayScreen
from tests.conftest import OWN_DATA

SMALL, LARGE = (80, 24), (160, 50)
OWN = OWN_DATA / "phh"
HANDS = list(all_hands(find_files([str(OWN)])))

Scenario = Callable[[Pilot[Any], ReplayScreen], Awaitable[None]]


pytestmark = pytest.mark.usefixtures("quiet_room")


class Bare(Room):
    """The room without a lobby."""

    def get_default_screen(self) -> Screen[Any]:
        return Screen()


def visit(
    files: Path | Sequence[Path],
    scenario: Scenario,
    size: tuple[int, int] = SMALL,
    settings: Settings | None = None,
    **where: Any,
) -> None:
    """Open the replayer, do something there, and close the room."""

    async def run() -> None:
        app = Bare()
        app.settings = settings or Settings()
        async with app.run_test(size=size) as pilot:
            screen = ReplayScreen([files] if isinstance(files, Path) else files, **where)
            await app.push_screen(screen)
            await settle(pilot)
            await scenario(pilot, screen)

    asyncio.run(run())


async def settle(pilot: Pilot[Any]) -> None:
    """Until nothing is being read or counted any more."""
    await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


async def press(pilot: Pilot[Any], *keys: str) -> None:
    await pilot.press(*keys)
    await settle(pilot)


def lines_in(screen: ReplayScreen, part: str = "") -> list[str]:
    """What is on the terminal, or in one part of it."""
    lines = ["".join(segment.text for segment in strip) for strip in screen._compositor.render_strips()]
    return part_of(screen, lines, part) if part else lines


def part_of(screen: ReplayScreen, lines: list[str], part: str) -> list[str]:
    region = screen.query_one(part).region
    return [line[region.x : region.right] for line in lines[region.y : region.bottom]]


def words_of(lines: list[str]) -> str:
    """All on one line, without scroll bars, so that broken sentences are whole again."""
    return " ".join(re.sub("[▁▂▃▄▅▆▇]", "", " ".join(lines)).split())


def words_in(screen: ReplayScreen, part: str = "") -> str:
    return words_of(lines_in(screen, part))


def drawn(widget: Widget) -> str:
    """All that a widget shows, also what is scrolled out of sight, without waiting for the terminal."""
    if isinstance(widget, Rows):
        return "\n".join(widget._line(row).plain for row in range(widget.count))
    if isinstance(widget, Static):
        return str(widget.content)
    return "\n".join(widget.render_line(y).text for y in range(widget.size.height))


def state_of(screen: ReplayScreen) -> State:
    assert screen.opened.viewing is not None
    return screen.opened.viewing.replay.states[screen.place]


# --- all records -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "first"), [(SMALL, 0), (LARGE, 12)])
def test_every_own_record_leads_to_its_verdict_or_its_fault(size: tuple[int, int], first: int) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for index, found in enumerate(HANDS[first:], first):
            assert (screen.index, screen.place) == (index, 0)
            verdict, why = verdict_of(found)
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
            assert "there is nothing more" in words_in(screen, "#status")
            await press(pilot, "pagedown")
        assert "this is the last hand" in words_in(screen, "#status")
        marks = [SIGNS.verdicts[screen.verdicts[index]] for index in range(first, len(HANDS))]
        assert sorted(marks) == sorted("✓✓≠✗✗✓✓?" if first else "✓" * 14 + "½" + "??" + "≠" + "✗✗")

    visit(OWN, scenario, size, index=first)


def test_real_records(outside_data: Path) -> None:
    files = find_files([str(outside_data / "phh" / "wsop"), str(outside_data / "phh" / "handhq")])

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for index, found in zip(range(12), all_hands(files), strict=False):
            assert screen.index == index
            await press(pilot, "end")
            assert verdict_of(found)[0] in words_in(screen, "#story")
            await press(pilot, "pagedown")

    visit(files, scenario, LARGE)


def test_real_tables_have_room_for_everything(outside_data: Path) -> None:
    files = find_files([str(outside_data / "phh")])
    for found in list(all_hands(files))[::40]:
        viewing = make_viewing(found, None)
        for place, state in [*enumerate(viewing.replay.states)][::3]:
            snapshot = snapshot_of(viewing, place, SIGNS, dict.fromkeys(range(len(state.live)), "100.0%"), {})
            for width, height in ((80, 14), (106, 46)):
                text = "\n".join(strip.text for strip in draw_snapshot(snapshot, Settings(), SIGNS, width, height))
                for seat in snapshot.seats:
                    assert seat.name[:12] in text
                    assert seat.stack in text
                    assert seat.bet in text
                assert text.count("out") >= state.live.count(False)
                assert snapshot.pot in text
                assert all(chips in text for _, chips in snapshot.pots)
                assert all(name_of(card) in text for card in snapshot.board or () if card)


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
                assert f"step {place} of {len(screen.opened.story) - 1} · {eyes}" in text
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
        assert "'Ada' does not play: p1, p2 do" in words_in(screen, "Picture")
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
        await press(pilot, "d")
        assert "there is no draw in this hand" in words_in(screen, "#status")
        assert screen.place == 1
        await press(pilot, "b", "b")
        assert "this is where it begins" in words_in(screen, "#status")
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

    visit([OWN / "session.phhs", OWN / "draw.phh"], scenario, index=1)


def test_quick_fingers_lose_no_key() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for key in ("h", "4", "backspace", "1", "8", "enter", "f", "right", "g", "1", "5", "enter", "left"):
            pilot.app.simulate_key(key)
        await settle(pilot)
        assert screen.index == 17
        assert "▸ 13 Ben calls 300" in words_in(screen, "#story")

    visit(OWN, scenario)


def test_stepping_tells_what_happened_so_far_and_no_more() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        assert "4 Zoe raises" not in words_in(screen)
        await press(pilot, "n")
        assert "4 Zoe raises to €0.50" in words_in(screen, "#story")
        assert "pot €0.85" in words_in(screen, "Picture")
        assert "● €0.50" in words_in(screen, "Picture")
        assert "▶Vera" in words_in(screen, "Picture")
        assert "Zoe D" in words_in(screen, "Picture")
        await press(pilot, "end")
        picture = words_in(screen, "Picture")
        assert "+€0.25" in picture
        assert "-€0.50" in picture
        assert "the deal is over" in picture

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

    visit(OWN / "side-pots.phh", scenario, settings=Settings(speed="at once"))


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
        assert "whose view: all cards, or what one seat sees" in page
        await pilot.press("escape")
        assert screen.is_current
        await press(pilot, "escape")
        assert not screen.is_attached

    visit(OWN, scenario)


# --- mouse -----------------------------------------------------------------------------------------------------------


async def until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Wait for something that happens in its own time."""
    for _ in range(400):
        if true():
            return
        await pilot.pause(0.05)
    assert true()


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

    visit(OWN, scenario, index=17)


# --- equity ----------------------------------------------------------------------------------------------------------


def shares(players: list[str], board: str = "", dead: str = "") -> list[str]:
    return [f"{player.equity:.1%}" for player in equity(players, board, dead).players]


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_equity_is_that_of_the_hands_that_are_known(size: tuple[int, int]) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e")
        known = ["QsQc", "JdTd", "KhKs", "7c7h"]
        for key, board in (("p", ""), ("f", "7d5s2c"), ("t", "7d5s2cQd"), ("s", "7d5s2cQdKc")):
            await press(pilot, key)
            wanted = shares(known, board)
            assert len(set(wanted)) > 1
            text = words_in(screen, "Picture")
            assert sorted(part for part in text.split() if part.endswith("%")) == sorted(wanted)
            assert "equity exact" in words_in(screen, "#status")
            for name, share in zip(("Ann", "Ben", "Cleo", "Dov"), wanted, strict=True):
                assert box_of(screen, name).count(share) == 1
        await press(pilot, "f", "v")  # what Ann knows
        assert box_of(screen, "Ann").count(shares(["QsQc", *["random"] * 3], "7d5s2c")[0]) == 1
        assert "random deals" in words_in(screen, "#status")
        await press(pilot, "e")
        assert "%" not in words_in(screen)

    visit(OWN / "side-pots.phh", scenario, size)


def box_of(screen: ReplayScreen, name: str) -> str:
    """The lines around a name on the table."""
    lines = lines_in(screen, "Picture")
    row, column = next((row, line.index(name)) for row, line in enumerate(lines) if f"{name}  " in line)
    return "\n".join(line[column : column + 24] for line in lines[row : row + 7])


def test_a_folded_hand_that_is_known_is_dead_and_the_unknown_are_random() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e", "t")
        wanted = shares(["AhTh", "AcTd"], "Tc8d2h5c", "7s6s")
        assert [part for part in words_in(screen, "Picture").split() if part.endswith("%")] == wanted
        await press(pilot, "end")
        assert "%" not in words_in(screen)  # nothing is left to win
        await press(pilot, "pagedown")
        assert box_of(screen, "Nils").count(shares(["QhJh", "random", "random"])[0]) == 1
        assert words_in(screen, "Picture").count("%") == 3

    visit([OWN / "decimal-money.phh", OWN / "unknown-cards.phh"], scenario)


def test_in_draw_each_known_hand_has_its_name() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "e")
        assert "one pair" in words_in(screen, "Picture")  # Uma's aces
        assert "full house" in words_in(screen, "Picture")
        assert "three of a kind" not in words_in(screen, "Picture")  # Siv's jacks: two cards are not known
        await press(pilot, "d", "n")
        assert "three of a kind" in words_in(screen, "Picture")
        await press(pilot, "v", "v")  # Tom, who has folded, sees nothing
        assert "full house" not in words_in(screen)

    visit(OWN / "draw.phh", scenario)


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("empty", "no records in '{}': their names end in .phh or .phhs"),
        ("missing.phh", "cannot read '{}': no such file or directory"),
        ("notes.txt", "'{}' is no record: those end in .phh (one hand) or .phhs (many)"),
        ("none.phhs", "there are no hands in {}"),
        ("bytes.phh", "{}: byte 1 is not text: records are UTF-8"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(tmp_path: Path, name: str, says: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "none.phhs").write_text("# nothing\n")
    (tmp_path / "bytes.phh").write_bytes(b"\xff\xfe")

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for keys in ([], ["right", "left", "end", "e", "v", "f", "space", "pagedown", "pageup", "g", "3", "enter"]):
            await press(pilot, *keys)
            shown = "".join(line.strip() for line in lines_in(screen, "Picture")).replace(" ", "")
            assert says.format(tmp_path / name).replace(" ", "") in shown
        await press(pilot, "escape")
        assert not screen.is_attached

    visit(tmp_path / name, scenario)


def test_a_damaged_hand_is_passed_by(tmp_path: Path) -> None:
    text = (OWN / "heads-up.phh").read_text()
    damaged = text[:200]
    (tmp_path / "x.phhs").write_text(f"[1]\n{text}\n[2]\n{damaged}\n[3]\n{text}\n")
    shutil.copy(OWN / "cut-short.phh", tmp_path / "z.phh")
    second = list(all_hands([tmp_path / "x.phhs"]))[1].record
    assert isinstance(second, RecordError)

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        assert "hand 1 of 4" in words_in(screen, "#hands")
        await press(pilot, "pagedown")
        shown = "".join(line.strip() for line in lines_in(screen, "Picture")).replace(" ", "")
        assert str(second).replace(" ", "") in shown
        assert "✗ x [2]" in words_in(screen, "#hands")
        await press(pilot, "pagedown", "end")
        assert words_in(screen, "#story").endswith("result Ida Quill +115, Bo -115 ok")
        await press(pilot, "pagedown", "end")
        assert "undetermined: the record ends before the deal is over" in words_in(screen, "#story")
        await press(pilot, "pageup", "pageup", "pageup")
        assert screen.index == 0
        await press(pilot, "pageup")
        assert "this is the first hand" in words_in(screen, "#status")

    visit(tmp_path, scenario)


# --- many hands ------------------------------------------------------------------------------------------------------


def many(path: Path, hands: int) -> Path:
    text = (OWN / "heads-up.phh").read_text()
    path.write_text("".join(f"[{number}]\n{text}\n" for number in range(1, hands + 1)))
    return path


@pytest.mark.parametrize("index", [0, -1])
def test_a_long_file_opens_at_any_hand(tmp_path: Path, index: int) -> None:
    """`python -m benchmarks terminal` measures how long keys wait meanwhile."""

    async def run() -> None:
        app = Bare()
        async with app.run_test(size=SMALL) as pilot:
            screen = ReplayScreen([many(tmp_path / "long.phhs", 2000)], index=index)
            await app.push_screen(screen)
            while screen.opened.viewing is None:
                await asyncio.sleep(0.002)
            assert screen.index == (0 if index == 0 else 1999)
            assert (screen.hands.count < 2000) == (index == 0)
            await press(pilot, *["right"] * 3, *["pagedown" if index == 0 else "pageup"] * 3)
            assert screen.index == (3 if index == 0 else 1996)
            # How far it was read ahead depends on which of the two was faster, the keys or the reading.
            place = r"hand 4 of 40[0-4]\+" if index == 0 else "hand 1,997 of 2,000"
            assert re.search(place, words_in(screen, "#hands"))

    asyncio.run(run())


def test_the_list_is_read_on_where_somebody_scrolls_to_its_end(tmp_path: Path) -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        rows = screen.query_one("#hands", Rows)
        assert rows.count == 401
        rows.scroll_end(animate=False)
        await settle(pilot)
        await settle(pilot)
        assert 700 <= rows.count < 1000
        place = rows.scroll_y
        assert place > 350  # nobody is thrown back
        await press(pilot, "right")
        assert (screen.place, rows.scroll_y) == (1, place)
        await press(pilot, "h", "9", "9", "0", "enter")
        assert screen.index == 989
        assert rows.count == 1000
        assert "hand 990 of 1,000" in words_in(screen, "#hands")

    visit(many(tmp_path / "long.phhs", 1000), scenario)


def test_leaving_while_something_is_read_or_counted_does_no_harm(tmp_path: Path) -> None:
    path = many(tmp_path / "long.phhs", 2000)

    async def run() -> None:
        app = Bare()
        async with app.run_test(size=SMALL) as pilot:
            for keys in (["escape"], ["e", "escape"], ["v", "e", "right", "escape"]):
                screen = ReplayScreen([path, OWN / "unknown-cards.phh"], index=-1 if len(keys) < 2 else 2)
                await app.push_screen(screen)
                for key in keys:
                    await pilot.press(key)
                assert app.screen is not screen
                await settle(pilot)
        assert app.return_code in (None, 0)

    asyncio.run(run())


# --- the room it has -------------------------------------------------------------------------------------------------


def test_any_size_keeps_everything_in_sight() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        await press(pilot, "f", "e")
        for width, height in [
            (160, 50),
            (80, 24),
            (100, 30),
            (131, 60),
            (60, 20),
            (200, 24),
            (80, 50),
            (40, 14),
            (80, 24),
        ]:
            await pilot.resize_terminal(width, height)
            await settle(pilot)
            assert screen.size == (width, height)
            picture = words_in(screen, "Picture")
            for words in ("Ann", "Ben", "Cleo", "Dov", "pot 1,310", "1,100", "7♦", "J♦", "%", "all in"):
                assert words in picture
            assert "▸ 9 Dov calls 290" in words_in(screen, "#story")
            assert "step 5 of 16" in words_in(screen, "#status")
            assert all(len(line) == width for line in lines_in(screen))
            await press(pilot, "right")
            assert screen.place == 6
            await press(pilot, "left")

    visit(OWN / "side-pots.phh", scenario)


def test_plain_characters_are_enough() -> None:
    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        for key in ("f", "e", "v", "end"):
            await press(pilot, key)
            for part in ("#heading", "Picture", "#hands", "#story", "#status"):
                assert words_in(screen, part).replace("│", "").isascii(), part
        assert f"{ASCII_SIGNS.now}1 + side-pots" in words_in(screen, "#hands")

    visit(OWN / "side-pots.phh", scenario, LARGE, Settings(ascii=True))


def test_many_side_pots_leave_the_seats_alone() -> None:
    (found,) = all_hands([OWN / "side-pots.phh"])
    viewing = make_viewing(found, None)
    snapshot = snapshot_of(viewing, 5, SIGNS, {}, {})
    assert snapshot.pots == (("main pot", "440"), ("side pot 1", "870"))
    rich = snapshot._replace(pots=tuple((f"side pot {number}", "1,234,567") for number in range(1, 4)))
    for size, pots in (((80, 14), "1,234,567, side pot 2"), ((106, 46), " 1,234,567 + 1,234,567 + 1,234,567 ")):
        text = "\n".join(strip.text for strip in draw_snapshot(rich, Settings(), SIGNS, *size))
        assert pots in text
        assert all(seat.name in text and seat.stack in text for seat in snapshot.seats)


def test_seats_sit_where_the_record_says(tmp_path: Path) -> None:
    text = (OWN / "side-pots.phh").read_text()
    (tmp_path / "x.phh").write_text(f"{text}\nseats = [3, 4, 1, 2]\n")

    async def scenario(pilot: Pilot[Any], screen: ReplayScreen) -> None:
        lines = lines_in(screen, "Picture")
        assert "Ann" in lines[0]  # in turn from the bottom: Cleo, Dov to the left, Ann, Ben to the right
        assert "Cleo" in lines[-3]
        assert next(line for line in lines if "Dov" in line).index("Dov") < 10

    visit(tmp_path / "x.phh", scenario)
