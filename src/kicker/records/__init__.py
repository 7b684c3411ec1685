"""Records of deals in the Poker Hand History format (PHH): read, replay, verify, write.

>>> from kicker.games import CALL, FOLD, holdem
>>> from kicker.records import Record, format_phh, parse_phh, replay
>>> state, _ = holdem(blinds=(5, 10)).start("As Kd Ah Kc 2c 3d 5h 9s Jd", stacks=[100, 100], button=0)
>>> record = Record.from_state(state.apply(FOLD)[0], names=["Ada", "Ben"], hand=1)
>>> print(format_phh(record))
variant = 'NT'
ante_trimming_status = true
antes = [0, 0]
blinds_or_straddles = [5, 10]
min_bet = 10
starting_stacks = [100, 100]
actions = ['d dh p1 AsAh', 'd dh p2 KdKc', 'p2 f']
hand = 1
seats = [2, 1]
seat_count = 2
players = ['Ben', 'Ada']
finishing_stacks = [105, 95]
<BLANKLINE>
>>> replay(parse_phh(format_phh(record))).verdict
'ok'
"""

from kicker.records.model import (
    CHECK_OR_CALL,
    HALF_CHIP,
    MISMATCHED,
    OK,
    RAKED,
    UNDETERMINED,
    VERDICTS,
    Record,
    RecordedAction,
    ReplayVerdict,
)
from kicker.records.reading import parse_phh, parse_phhs, read_records, scan_records
from kicker.records.replaying import Replay, replay
from kicker.records.writing import format_phh, format_phhs

__all__ = [
    "CHECK_OR_CALL",
    "HALF_CHIP",
    "MISMATCHED",
    "OK",
    "RAKED",
    "UNDETERMINED",
    "VERDICTS",
    "Record",
    "RecordedAction",
    "Replay",
    "ReplayVerdict",
    "format_phh",
    "format_phhs",
    "parse_phh",
    "parse_phhs",
    "read_records",
    "replay",
    "scan_records",
]
