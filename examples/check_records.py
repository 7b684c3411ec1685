"""Replay every hand history in a folder, and report those that do not add up.

Run: python check_records.py FOLDER

Without a folder it records a short match and checks that.
"""

import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from kicker import Match, RecordError, play_match, read_records, replay


def check(folder: Path) -> Counter[str]:
    """Count the hands with each verdict, and print the reason for each hand that is not ok."""
    verdicts: Counter[str] = Counter()
    for path in sorted(folder.rglob("*.phh*")):
        try:
            for record in read_records(path):
                result = replay(record)
                verdicts[result.verdict] += 1
                if result.verdict != "ok":
                    print(f"{record.source}: {result.reason}")
        except RecordError as error:  # an unreadable hand, or an action that the rules forbid
            verdicts["error"] += 1
            print(error)
    return verdicts


def main() -> None:
    """Check the given folder, or one with new records."""
    if len(sys.argv) > 1:
        verdicts = check(Path(sys.argv[1]))
    else:
        with TemporaryDirectory() as folder:
            play_match(Match(["random", "caller"], seed=7), hands=400, records=folder)
            verdicts = check(Path(folder))
    for verdict, count in sorted(verdicts.items()):
        print(f"{verdict}: {count}")


if __name__ == "__main__":
    main()
