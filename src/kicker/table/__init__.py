"""Where deals are played: `play_deal` is the whole loop, a `Table` plays many in a row, with persons and bots.

>>> from kicker.games import holdem
>>> table = Table(holdem(blinds=(5, 10)), [1000, 1000, 1000], seed=7)
>>> table.deal()
>>> table.submit(0, "fold"), table.submit(1, "call"), table.state.options.describe()
(None, None, 'fold, check or raise to 20 up to 1000')

A table can be left in the middle of a deal. Then everything goes on as it would have: the cards, the dice of the bots
and what they have learnt.

>>> table = Table(holdem(blinds=(5, 10)), [1000, 1000], players={1: "cpu"}, seed=7)
>>> table.deal()
>>> again = Table.from_dict(table.as_dict())
>>> again.submit(0, "call"), again.advance(), table.submit(0, "call"), table.advance()
(None, None, None, None)
>>> again.state == table.state
True

Not here: files and screens (`ui`).
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
