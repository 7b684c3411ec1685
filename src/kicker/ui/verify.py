"""`kicker verify-shuffle`: check the cards of a deal against the hashes published before anyone acted."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any, NamedTuple

import click

from kicker.cards import count_of
from kicker.errors import FileError, KickerError
from kicker.shuffle import Opening, Proof, hash_problems, parse_proof, read_hashes
from kicker.ui.common.output import open_input, reason
from kicker.ui.common.style import paint, suit_colour

LONGEST = 1_000_000
"""The most bytes to read: a proof has about 10,000."""
PER_ROW = 16


class Noted(NamedTuple):
    """Hashes saved when a hand began."""

    deal: int | None
    """The number of the deal, if the file gives it."""
    hashes: tuple[str, ...]


@click.command("verify-shuffle")
@click.argument("path", metavar="FILE|-")
@click.option(
    "--commitment",
    "noted_path",
    metavar="FILE",
    help="Hashes saved when the hand began: a JSON list, or the frame that carried them.",
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
def verify_shuffle(path: str, noted_path: str | None, as_json: bool) -> None:
    """Check the cards of a hand against the hashes of its deck.

    FILE is the proof that the web table offers for a hand; - reads standard input. Every open card must match the hash
    of its place in the deck. With --commitment the 52 hashes must also be those published when the hand began. The exit
    code is 0 if everything matches and 1 if not.

    \b
      kicker verify-shuffle proof.json
      kicker verify-shuffle proof.json --commitment noted.json
    """
    if path == noted_path == "-":
        raise click.UsageError("FILE and --commitment cannot both be standard input")
    proof = read_proof(path)
    noted = None if noted_path is None else read_noted(noted_path)
    problems = proof.verify() + ([] if noted is None else differences(proof, noted))
    if as_json:
        click.echo(json.dumps(as_record(proof, noted, problems)))
    else:
        print_verdict(proof, noted, problems)
    if problems:
        sys.exit(1)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_text(path: str) -> str:
    """Return the text of a file; a file that cannot be read, is not text or is too long is one `FileError`."""
    with open_input(path) as stream:
        try:
            data = stream.read(LONGEST + 1)
        except (OSError, ValueError) as error:
            raise FileError(f"cannot read {path!r}: {reason(error)}", "io") from None
    if len(data) > LONGEST:
        raise FileError(f"{path}: not a shuffle proof, over {LONGEST:,} bytes long", "long")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a shuffle proof, byte {error.start + 1} is not UTF-8 text", "binary") from None


def read_proof(path: str) -> Proof:
    """Return the proof in a file."""
    text = read_text(path)
    try:
        return parse_proof(text)
    except KickerError as error:
        raise FileError(f"{path}: {error}", error.code) from None


def read_noted(path: str) -> Noted:
    """Read hashes from a list, or from an object that has them: the frames `update` and `welcome`, or an older
    proof."""
    text = read_text(path)
    try:
        found: Any = json.loads(text)
        deal = None
        if isinstance(found, dict):
            frame = found["update"] if isinstance(found.get("update"), dict) else found
            deal, found = frame.get("deal"), frame.get("commitment")
        noted = Noted(deal if type(deal) is int else None, read_hashes(found))
    except (ValueError, RecursionError):
        message = f"{path}: no hashes found; give a JSON list of 52, or a frame with 'commitment'"
        raise FileError(message, "format") from None
    problems = hash_problems(noted.hashes)
    if problems:
        raise FileError(f"{path}: {problems[0]}", "format")
    return noted


def differences(proof: Proof, noted: Noted) -> list[str]:
    """Describe how the hashes of a proof differ from the saved ones, in at most one sentence."""
    if noted.deal not in (None, proof.deal):
        return [f"the saved hashes are for deal {noted.deal}, the proof is for deal {proof.deal}"]
    if len(proof.commitment) != len(noted.hashes):
        return []  # verify() has reported too few or too many
    pairs = enumerate(zip(proof.commitment, noted.hashes, strict=True))
    places = [place for place, (one, other) in pairs if one != other]
    if not places:
        return []
    where = f"at place {places[0]}" if len(places) == 1 else f"at {len(places)} places, first at place {places[0]}"
    return [f"the hashes in the proof differ from the saved ones {where}"]


# --- printing --------------------------------------------------------------------------------------------------------


def as_record(proof: Proof, noted: Noted | None, problems: list[str]) -> dict[str, object]:
    """Return the object that `--json` prints."""
    return {
        "table": proof.table,
        "deal": proof.deal,
        "cards": [{"place": opening.place, "card": str(opening.card)} for opening in proof.openings],
        "noted": noted is not None,
        "ok": not problems,
        "problems": problems,
    }


def print_verdict(proof: Proof, noted: Noted | None, problems: list[str]) -> None:
    """Print what was checked, the open cards by place, and every problem."""
    title = f"deal {proof.deal} of table {proof.table}: {count_of(len(proof.openings), 'card')} open"
    if problems:
        click.echo(f"{title}, {paint(count_of(len(problems), 'problem'), 'red', bold=True)}")
        for problem in problems:
            click.echo(f"  {problem}")
        return
    click.echo(title)
    for line in place_lines(proof.openings):
        click.echo(line)
    match = paint("all match", "green", bold=True)
    if noted is None:
        click.echo(f"{match} the 52 hashes in the proof; to check that these were published")
        click.echo("before the first action, pass the hashes you saved then with --commitment")
    else:
        click.echo(f"{match} the 52 hashes saved when the hand began")


def place_lines(openings: Sequence[Opening]) -> list[str]:
    """Return the places with their cards below, several per row."""
    ordered = sorted(openings)
    lines = []
    for start in range(0, len(ordered), PER_ROW):
        row = ordered[start : start + PER_ROW]
        lines.append("  place" + "".join(f"{opening.place:4}" for opening in row))
        lines.append("  card " + "".join("  " + paint(f"{opening.card}", suit_colour(opening.card)) for opening in row))
    return lines
