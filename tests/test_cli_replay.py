"""`kicker replay` as people and programs use it: printed, stepped through on a terminal, verified, as JSON."""

import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kicker.cards import parse_cards
from kicker.games import FOLD, holdem
from kicker.records import Record, format_phh, read_records
from kicker.ui.common.replaying import FoundHand, make_viewing
from kicker.ui.replay import hand_lines
from tests.conftest import OWN_DATA, ROOT, Run
from tests.test_cli import one_sentence

OWN = OWN_DATA / "phh"
NOT_PLAYED = "unknown variant 'NX'; kicker plays FT, NT, NS, PO, FO/8, F7S, F7S/8, FR, N2L1D, F2L3D, FB, N5D and others"


def lines_of(kicker: Run, *arguments: str) -> list[str]:
    result = kicker("replay", *arguments)
    assert result.stderr == b""
    assert result.returncode == 0
    return result.stdout.decode().splitlines()


# --- printed ---------------------------------------------------------------------------------------------------------


def test_a_hand_is_printed_line_by_line(kicker: Run) -> None:
    assert lines_of(kicker, str(OWN / "decimal-money.phh")) == [
        "hand 7, no-limit hold'em, blinds €0.10/€0.25, 3 players",
        "    Vera  €25.00",
        "    Otto  €30.51",
        "    Zoe   €12.40  button",
        "    Vera posts a blind of €0.10",
        "    Otto posts a blind of €0.25",
        "    Vera is dealt Ah Th",
        "    Otto is dealt Ac Td",
        "    Zoe is dealt 7s 6s",
        "  4 Zoe raises to €0.50",
        "  5 Vera calls €0.40",
        "  6 Otto calls €0.25",
        "flop Tc 8d 2h, pot €1.50",
        "  8 Vera bets €0.61",
        "  9 Otto calls €0.61",
        " 10 Zoe folds",
        "turn 5c, pot €2.72",
        " 12 Vera checks",
        " 13 Otto checks",
        "river Js, pot €2.72",
        " 15 Vera checks",
        " 16 Otto checks",
        " 17 Vera shows Ah Th: one pair, tens, ace-jack-eight kickers",
        " 18 Otto shows Ac Td: one pair, tens, ace-jack-eight kickers",
        "    Vera wins €1.36",
        "    Otto wins €1.36",
        "result Vera +€0.25, Otto +€0.25, Zoe -€0.50",
        "ok",
    ]


def test_the_page_on_records_shows_what_is_printed() -> None:
    (block,) = re.findall(
        r"```console\n\$ kicker (.*?)\n(.*?)```", (ROOT / "docs" / "records.md").read_text(), re.DOTALL
    )
    command = [sys.executable, "-m", "kicker", *block[0].split()]
    assert subprocess.run(command, capture_output=True, cwd=ROOT, check=True).stdout.decode() == block[1]


def test_draws_side_pots_and_chips_that_come_back_have_their_words(kicker: Run) -> None:
    drawn = lines_of(kicker, str(OWN / "draw.phh"))
    assert drawn[0] == "hand 1, no-limit five-card draw, ante 1, 4 players"
    assert "    Uma pays an ante of 1" in drawn
    assert " 11 Uma discards 9c 5h 2d" in drawn
    assert "    Uma draws Ah Ks 2s" in drawn
    assert " 13 Siv discards 2 cards" in drawn
    assert " 15 Rex stands pat" in drawn
    shared = lines_of(kicker, str(OWN / "side-pots.phh"))
    assert "  5 Cleo raises to 100, all in" in shared
    assert shared[-5:-1] == [
        "    Dov wins 600 from side pot 2",
        "    Ann wins 870 from side pot 1",
        "    Cleo wins 440 from the main pot",
        "result Ann +470, Ben -700, Cleo +330, Dov -100",
    ]
    assert "    p5 posts 2 to come in" in lines_of(kicker, str(OWN / "posts.phh"))
    assert "    Uncalled bet of 240 returned to p1" in lines_of(kicker, str(OWN / "pot-limit.phh"))


def test_cards_that_are_not_known_are_never_made_up(kicker: Run) -> None:
    shown = lines_of(kicker, str(OWN / "unknown-cards.phh"))
    assert "    Mei is dealt ?? ??" in shown
    assert shown[-4:] == [
        " 17 Nils shows Qh Jh: two pair, queens and fours, jack kicker",
        " 18 Mei goes to showdown with cards that are not in the record",
        "    Nils was paid 27 according to the record",
        "undetermined: the hand of Mei is unknown",
    ]
    for path in sorted(OWN.glob("*.phh")):
        (record,) = read_records(path)
        told = set(re.findall(r"[2-9TJQKA][cdhs]", path.read_text()))
        printed = "\n".join(hand_lines(make_viewing(FoundHand(str(path), 1, record), None)))
        assert set(re.findall(r"\b[2-9TJQKA][cdhs]\b", printed)) <= told
        assert {str(card) for card in record.unknown}.isdisjoint(told)


def test_an_unknown_hand_that_wins_is_not_put_into_words(kicker: Run) -> None:
    assert lines_of(kicker, str(OWN / "unknown-but-clear.phh"))[-4:] == [
        " 17 p3 mucks",
        "    p1 wins 14",
        "result p1 +8, p2 -2, p3 -6",
        "ok",
    ]
    assert " 16 p1 shows ?? ??" in lines_of(kicker, str(OWN / "unknown-but-clear.phh"))


@pytest.mark.parametrize("seat", ["2", "p2", "Otto", "OTTO"])
def test_a_seat_sees_its_own_cards_and_those_that_are_shown(kicker: Run, seat: str) -> None:
    shown = lines_of(kicker, str(OWN / "decimal-money.phh"), "--seat", seat)
    assert "    Vera is dealt ?? ??" in shown
    assert "    Otto is dealt Ac Td" in shown
    assert " 17 Vera shows Ah Th: one pair, tens, ace-jack-eight kickers" in shown
    assert "7s" not in " ".join(shown)
    drawn = lines_of(kicker, str(OWN / "draw.phh"), "--seat", "Rex")
    assert " 11 Uma discards 3 cards" in drawn


def test_many_hands_are_printed_one_after_the_other(kicker: Run) -> None:
    result = kicker("replay", str(OWN / "session.phhs"))
    assert result.returncode == 1
    assert result.stdout.decode().count("\n\n") == 2
    assert result.stdout.decode().splitlines()[-1].startswith("mismatched: finishing_stacks do not fit: ")
    assert result.stderr.decode().splitlines() == [
        f"Error: {OWN / 'session.phhs'} [4]: {NOT_PLAYED}",
        f"Error: {OWN / 'session.phhs'} [5]: action 3 'p1 f': p2 is to act",
    ]
    second = lines_of(kicker, str(OWN / "session.phhs"), "--hand", "2")
    assert second[0] == "hand 42, no-limit hold'em, blinds 5/10, 2 players"
    assert second[-2:] == ["result Ben -95, Ada +95", "ok"]


def test_folders_are_read_in_the_order_that_people_expect(kicker: Run, tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    text = (OWN / "heads-up.phh").read_text()
    for number, name in enumerate(["a/10.phh", "a/9.phh", "a/b/1.phh", "a/x.txt"]):
        (tmp_path / name).write_text(text.replace("'the last one'", str(number)))
    heads = [line for line in lines_of(kicker, "a") if line.startswith("hand ")]
    assert [head.split(",")[0] for head in heads] == ["hand 1", "hand 0", "hand 2"]


# --- JSON ------------------------------------------------------------------------------------------------------------


def test_json_holds_the_record_and_its_events(kicker: Run) -> None:
    path = str(OWN / "decimal-money.phh")
    shown = json.loads(lines_of(kicker, path, "--json")[0])
    assert set(shown) == {"file", "hand", "record", "scale", "events", "stacks", "payoffs", "verdict", "reason", "rake"}
    assert (shown["file"], shown["hand"], shown["scale"], shown["verdict"]) == (path, 1, 100, "ok")
    assert shown["record"]["blinds_or_straddles"] == [0.1, 0.25, 0]
    assert shown["payoffs"] == [25, 25, -50]
    assert {"kind": "raise", "seat": 2, "amount": 50, "to": 50, "stack": 1190} in shown["events"]
    hidden = lines_of(kicker, path, "--json", "--seat", "Zoe")[0]
    assert not any(card in hidden for card in ("AhTh", "Ah Th, ", '"cards": "Ac Td", "only"'))
    dealt = [event for event in json.loads(hidden)["events"] if event["kind"] == "dealt"]
    assert [event["cards"] for event in dealt] == ["?? ??", "?? ??", "7s 6s"]


def test_json_has_a_line_for_each_hand_and_none_for_made_up_cards(kicker: Run) -> None:
    result = kicker("replay", str(OWN / "session.phhs"), str(OWN / "unknown-cards.phh"), "--json")
    shown = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(hand["hand"], hand["verdict"]) for hand in shown] == [
        (1, "ok"), (2, "ok"), (3, "mismatched"), (1, "undetermined"),
    ]  # fmt: skip
    assert shown[3]["stacks"] is None
    dealt = [event["cards"] for event in shown[3]["events"] if event["kind"] == "dealt"]
    assert dealt == ["Qh Jh", "?? ??", "?? ??"]


def test_stacks_that_are_not_known_are_null_in_json_and_no_number_in_text(kicker: Run) -> None:
    path = str(OWN / "cash-games.phhs")
    shown = [json.loads(line) for line in lines_of(kicker, path, "--json")]
    assert shown[0]["record"]["starting_stacks"] == ["inf", "inf", "inf"]
    assert (shown[0]["stacks"], shown[0]["payoffs"]) == ([None, None, None], [-100, -600, 700])
    assert {event["stack"] for event in shown[0]["events"] if "stack" in event} == {None}
    assert (shown[2]["stacks"], shown[2]["payoffs"]) == ([None, 0, None], [40, -40, 0])
    assert (shown[4]["verdict"], shown[4]["rake"], shown[4]["scale"]) == ("raked", 325, 100)
    text = lines_of(kicker, path)
    assert text[1:4] == ["    Wren  unknown", "    Moss  unknown", "    Lark  unknown  button"]
    assert "raked: the house took 3.25 of 165.00" in text
    assert not any("000,000" in line for line in text)


# --- check -----------------------------------------------------------------------------------------------------------


def test_check_counts_everything_below_a_folder(kicker: Run) -> None:
    result = kicker("replay", "--check", str(OWN))
    assert result.returncode == 1
    assert result.stdout.decode().splitlines() == [
        f"mismatched: {OWN / 'session.phhs'} [3]: finishing_stacks do not fit: the replay gives p1 105, in the record"
        " 110; p2 95, in the record 90",
        f"skipped: {OWN / 'session.phhs'} [4]: {NOT_PLAYED}",
        f"mismatched: {OWN / 'session.phhs'} [5]: action 3 'p1 f': p2 is to act",
        "32 hands: 19 ok, 6 raked, 1 half chip, 3 undetermined, 2 mismatched, 1 skipped",
        "rake: 7.25 and $5.35 in 6 hands",
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [("12345678901234567", 12345678901234567), ("123456789012345678.5", "123456789012345678.5"), ("0.25", 0.25)],
)
def test_money_keeps_its_digits_in_json(kicker: Run, tmp_path: Path, written: str, read: object) -> None:
    text = (OWN / "decimal-money.phh").read_text()
    (tmp_path / "hand.phh").write_text(f"{text.rstrip()}\n_rake = {written}\n")
    assert json.loads(lines_of(kicker, "hand.phh", "--json")[0])["record"]["_rake"] == read


def test_check_as_json(kicker: Run, tmp_path: Path) -> None:
    shutil.copy(OWN / "session.phhs", tmp_path)
    (tmp_path / "broken.phh").write_bytes(b"\xff\xfe")
    result = kicker("replay", "--check", "--json", ".")
    assert result.returncode == 1
    assert json.loads(result.stdout) == {
        "hands": 6,
        "ok": 2,
        "raked": 0,
        "half_chip": 0,
        "undetermined": 0,
        "mismatched": 3,
        "skipped": 1,
        "rake": {},
        "failed": [
            {"file": "broken.phh", "hand": 1, "verdict": "mismatched",
             "reason": "broken.phh: byte 1 is not UTF-8 text"},
            {"file": "session.phhs", "hand": 3, "verdict": "mismatched",
             "reason": "session.phhs [3]: finishing_stacks do not fit: the replay gives p1 105, in the record 110;"
                       " p2 95, in the record 90"},
            {"file": "session.phhs", "hand": 4, "verdict": "skipped",
             "reason": f"session.phhs [4]: {NOT_PLAYED}"},
            {"file": "session.phhs", "hand": 5, "verdict": "mismatched",
             "reason": "session.phhs [5]: action 3 'p1 f': p2 is to act"},
        ],
    }  # fmt: skip


def test_check_is_content_with_what_fits_and_what_is_skipped(kicker: Run) -> None:
    path = str(OWN / "session.phhs")
    assert lines_of(kicker, path, "--check", "--hand", "1")[-1] == (
        "1 hand: 1 ok, 0 raked, 0 half chip, 0 undetermined, 0 mismatched, 0 skipped"
    )
    assert lines_of(kicker, path, "--check", "--hand", "4")[-1].endswith(" 0 mismatched, 1 skipped")
    assert kicker("replay", path, "--check", "--hand", "3").returncode == 1


def test_check_of_real_records(kicker: Run, outside_data: Path) -> None:
    folders = [str(outside_data / "phh" / name) for name in ("handhq", "pluribus", "wsop")]
    result = kicker("replay", "--check", "--json", *folders)
    assert result.returncode == 0
    assert json.loads(result.stdout) == {
        "hands": 981, "ok": 873, "raked": 55, "half_chip": 1, "undetermined": 52, "mismatched": 0, "skipped": 0,
        "rake": {"$": 9.05}, "failed": [],
    }  # fmt: skip


def test_real_records_of_other_games_are_replayed_to_the_chip(kicker: Run, outside_data: Path) -> None:
    folder = outside_data / "phh" / "wsop-other-games"
    counts = json.loads(kicker("replay", "--check", "--json", str(folder)).stdout)
    assert counts["hands"] == counts["ok"] == len(list(folder.glob("*.phh"))) == 19
    assert counts["failed"] == []


def test_real_records_of_games_that_are_not_played_are_skipped_with_a_sentence(
    kicker: Run, outside_data: Path, tmp_path: Path
) -> None:
    """Real hands under the code of a game that kicker does not play: Chinese poker is not even bet on."""
    files = sorted((outside_data / "phh" / "wsop-other-games").glob("f7s-0*.phh"))
    for file in files:
        (tmp_path / file.name).write_text(file.read_text().replace("variant = 'F7S'", "variant = 'FCP'"))
    counts = json.loads(kicker("replay", "--check", "--json", str(tmp_path)).stdout)
    assert counts["hands"] == counts["skipped"] == len(files) == len(counts["failed"]) == 4
    assert all("unknown variant 'FCP'" in failed["reason"] for failed in counts["failed"])


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["missing.phh"], "cannot read 'missing.phh': no such file or directory"),
        (["empty"], "no hand histories in 'empty'; their names end in .phh or .phhs"),
        (["notes.txt"], "'notes.txt' is not a record; names end in .phh (one hand) or .phhs (many)"),
        (["hand.phh", "--hand", "2"], "there is no hand 2; the files have 1 hand"),
        (["hand.phh", "--hand", "2", "--check"], "there is no hand 2; the files have 1 hand"),
        (["hand.phh", "--seat", "Cid"], "hand.phh: 'Cid' is not a player; choose from Ida Quill, Bo"),
        (["hand.phh", "--seat", "3"], "hand.phh: '3' is not a player; choose from Ida Quill, Bo"),
        (["folder.phh"], "no hand histories in 'folder.phh'"),
        ([""], "'' is not a record"),
    ],
)
def test_wrong_input_is_one_sentence(kicker: Run, tmp_path: Path, arguments: list[str], says: str) -> None:
    shutil.copy(OWN / "heads-up.phh", tmp_path / "hand.phh")
    (tmp_path / "notes.txt").write_text("notes")
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.phh").mkdir()
    sentence = one_sentence(kicker("replay", *arguments))
    assert sentence.startswith(f"Error: {says}")


@pytest.mark.parametrize("arguments", [[], ["x.phh", "--hand", "0"], ["x.phh", "--check", "--seat", "2"]])
def test_wrong_usage(kicker: Run, arguments: list[str]) -> None:
    assert kicker("replay", *arguments).returncode == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_one_failure_of_many(kicker: Run, tmp_path: Path) -> None:
    shutil.copy(OWN / "heads-up.phh", tmp_path / "a.phh")
    (tmp_path / "b.phh").touch(mode=0)
    counts = json.loads(kicker("replay", "--check", "--json", ".").stdout)
    assert (counts["hands"], counts["ok"], counts["mismatched"]) == (2, 1, 1)


def test_who_stops_reading_ends_it_quietly(tmp_path: Path) -> None:
    text = (OWN / "heads-up.phh").read_text()
    (tmp_path / "many.phhs").write_text("".join(f"[{number}]\n{text}" for number in range(3000)))
    command = f"{sys.executable} -m kicker replay many.phhs | head -1"
    result = subprocess.run(command, shell=True, capture_output=True, cwd=tmp_path, timeout=60)
    assert result.stdout == b"hand the last one, no-limit hold'em, blinds 5/10, 2 players\n"
    assert result.stderr == b""


# --- at a terminal ---------------------------------------------------------------------------------------------------


class Terminal:
    """A person at a terminal, who types lines and looks at the screen after each."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self.leader, follower = pty.openpty()
        clean = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kicker", "replay", *arguments],
            stdin=follower, stdout=follower, stderr=follower, env=clean | environment, start_new_session=True,
        )  # fmt: skip
        os.close(follower)
        self.raw = self.wait()

    def wait(self, end: str = "? help] ") -> str:
        """Read until the prompt, or the end of the program."""
        text = b""
        try:
            while not text.decode(errors="ignore").endswith(end):
                assert select.select([self.leader], [], [], 60)[0], f"nothing more after {text!r}"
                piece = os.read(self.leader, 4096)
                if not piece:
                    break
                text += piece
        except OSError:  # the other end is closed
            pass
        return text.decode()

    def type(self, line: str) -> str:
        """The screen after a line, without colour."""
        os.write(self.leader, f"{line}\n".encode())
        self.raw = self.wait()
        return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", self.raw)

    def leave(self) -> int:
        os.close(self.leader)
        return self.process.wait(timeout=60)


@pytest.mark.live
def test_stepping_through_a_hand() -> None:
    terminal = Terminal(str(OWN / "side-pots.phh"))
    first = terminal.type("?")
    assert "> " in first
    assert "g flop      to a street" in first
    assert " 5 Cleo raises to 100, all in" in terminal.type("")
    assert " 6 Dov calls 100" in terminal.type("n")
    assert " 5 Cleo raises to 100, all in" in terminal.type("b")
    assert "step 0 of 16" in terminal.type("b")
    assert "start of the hand" in terminal.type("b")
    flop = terminal.type("flop")
    assert "board 7d 5s 2c, pot 1,310, main pot 440, side pot 1 870" in flop
    assert ">   Ben   1,100  Jd Td" in flop
    assert " 12 Dov bets 300" in terminal.type("g 12")
    assert " 15 Ben checks" in terminal.type("g 15")
    assert " 18 Ben checks" in terminal.type("g 18")
    assert "step 12 of 16" in terminal.type("g showdown")
    over = terminal.type("g end")
    assert "Cleo wins 440 from the main pot" in over
    assert "ok" in over.splitlines()
    assert "end of the hand; h for the next hand" in terminal.type("")
    assert "unknown command 'x'; press ? for help" in terminal.type("x")
    assert "'draw' is not in this hand" in terminal.type("g draw")
    assert "this is the last hand" in terminal.type("h")
    assert "this is the first hand" in terminal.type("p")
    terminal.type("q")
    assert terminal.leave() == 0


@pytest.mark.live
def test_stepping_from_hand_to_hand() -> None:
    terminal = Terminal(str(OWN / "session.phhs"), str(OWN / "draw.phh"), "--hand", "2")
    assert "hand 41, " in terminal.type("p")
    assert "hand 42, " in terminal.type("h")
    assert "[4]: unknown variant 'NX'; kicker plays" in [terminal.type("h"), terminal.type("h")][1]
    assert "end of the hand; h for the next hand" in terminal.type("n")
    assert "action 3 'p1 f': p2 is to act" in terminal.type("h")
    assert "Uma pays an ante of 1" in terminal.type("h")
    assert "Siv calls 6" in terminal.type("draw")
    terminal.type("q")
    assert terminal.leave() == 0


@pytest.mark.live
def test_a_seat_at_the_terminal_sees_no_hidden_cards() -> None:
    terminal = Terminal(str(OWN / "side-pots.phh"), "--seat", "Ann", NO_COLOR="1")
    hidden = {"Ben": "Jd Td", "Cleo": "Kh Ks", "Dov": "7c 7h"}
    for _ in range(16):
        screen = terminal.type("")
        hidden = {name: cards for name, cards in hidden.items() if f"{name} shows" not in screen}
        assert not any(cards in screen for cards in hidden.values())
    assert list(hidden) == ["Ben"]
    terminal.type("q")
    assert terminal.leave() == 0


@pytest.mark.live
def test_colour_at_a_terminal() -> None:
    terminal = Terminal(str(OWN / "heads-up.phh"))
    assert "\x1b[31m" in terminal.raw
    terminal.type("q")
    assert terminal.leave() == 0
    plain = Terminal(str(OWN / "heads-up.phh"), NO_COLOR="1")
    assert not re.search(r"\x1b\[[0-9;]*m", plain.raw)
    plain.type("q")
    assert plain.leave() == 0
    dumb = Terminal(str(OWN / "heads-up.phh"), TERM="dumb")
    assert "\x1b" not in dumb.raw
    dumb.type("q")
    assert dumb.leave() == 0


@pytest.mark.live
def test_leaving_with_control_c_or_control_d() -> None:
    terminal = Terminal(str(OWN / "heads-up.phh"))
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert "interrupted" in terminal.wait()
    assert terminal.leave() == 130
    terminal = Terminal(str(OWN / "heads-up.phh"))
    os.write(terminal.leader, b"\x04")
    assert "Traceback" not in terminal.wait()
    assert terminal.leave() == 0


@pytest.mark.live
def test_one_hand_that_cannot_be_replayed_is_no_place_to_step_in(tmp_path: Path) -> None:
    path = tmp_path / "x.phh"
    path.write_text("variant = 'FCP'\n")
    terminal = Terminal(str(path))
    assert "Error: " in terminal.raw
    assert "unknown variant 'FCP'" in terminal.raw
    assert terminal.leave() == 1


@pytest.mark.live
def test_a_check_that_is_interrupted_leaves_quietly(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "endless.phhs")
    command = [sys.executable, "-m", "kicker", "replay", "--check", "endless.phhs"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with (tmp_path / "endless.phhs").open("w"):  # waits until the other side reads
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output, errors) == (130, b"", b"Error: interrupted\n")


def test_hands_of_draw_know_who_you_are(kicker: Run, home: Path) -> None:
    kicker("play", "draw", "--seats", "2", "--seed", "3", "--seat", "2", input=b"c\n0\nc\nf\nq\n")
    (file,) = (home / "hands").iterdir()
    lines = lines_of(kicker, str(file), "--hand", "1", "--seat", "you")
    own = [line for line in lines if "are dealt" in line]
    assert len(own) == 1
    assert own[0].strip().startswith("You are dealt ")
    assert "??" not in own[0]
    assert any(line.strip() == "Player1 is dealt ?? ?? ?? ?? ??" for line in lines)
    assert not [line for line in lines if re.search(r"You (is|was|\w+s)\b", line)]


def test_every_sentence_of_a_record_speaks_to_you(tmp_path: Path) -> None:
    told = set()
    for path in OWN.glob("*.phh"):
        text = path.read_text()
        for name in filter(None, tomllib.loads(text).get("players", [])):
            (tmp_path / "x.phh").write_text(text.replace(f"'{name}'", "'You'"))
            (record,) = read_records(tmp_path / "x.phh")
            lines = hand_lines(make_viewing(FoundHand("x.phh", 1, record), None))
            told |= {found for line in lines for found in re.findall(r"^[ \d]*(You [a-z]\w+)", line)}
    assert {"You are", "You post", "You show", "You were", "You muck", "You go"} <= told
    assert not [words for words in told if words.endswith("s") or words == "You is"]


def test_a_record_of_our_own_can_be_printed(kicker: Run, tmp_path: Path) -> None:
    deck = parse_cards("As Kd Ah Kc 2c 3d 5h 9s Jd")
    state = holdem(blinds=(5, 10)).start(deck, [100, 100], 0)[0].apply(FOLD)[0]
    (tmp_path / "x.phh").write_text(format_phh(Record.from_state(state, ["Ada", "Ben"], hand=3)))
    assert lines_of(kicker, "x.phh")[-5:] == [
        "  3 Ada folds",
        "    Uncalled bet of 5 returned to Ben",
        "    Ben wins 10",
        "result Ben +5, Ada -5",
        "ok",
    ]
