"""Tables: `play_deal` plays a single deal, and a `Table` plays many in a row, with people and bots.

>>> from kicker.games import holdem
>>> table = Table(holdem(blinds=(5, 10)), [1000, 1000, 1000], seed=7)
>>> table.deal()
>>> table.submit(0, "fold"), table.submit(1, "call"), table.state.options.describe()
(None, None, 'fold, check or raise to 20 up to 1000')

A table can be saved in the middle of a deal. A loaded table continues exactly as it would have: the same cards, the
same random decisions, and bots that remember what they have learnt.

>>> table = Table(holdem(blinds=(5, 10)), [1000, 1000], players={1: "cpu"}, seed=7)
>>> table.deal()
>>> again = Table.from_dict(table.as_dict())
>>> again.submit(0, "call"), again.advance(), table.submit(0, "call"), table.advance()
(None, None, None, None)
>>> again.state == table.state
True

Files and screens are in `ui`.
"""

from kicker.table.asking import Answer, Decision, Observer, ask, play_deal, teach
from kicker.table.customs import Customs
from kicker.table.saving import Summary, read_summary
from kicker.table.schedule import Schedule, shuffled
from kicker.table.table import OnError, Table

__all__ = [
    "Answer",
    "Customs",
    "Decision",
    "Observer",
    "OnError",
    "Schedule",
    "Summary",
    "Table",
    "ask",
    "play_deal",
    "read_summary",
    "shuffled",
    "teach",
]
