"""Equilibria of two-player hold'em spots after the flop, with ranges, stacks and a menu of bet sizes.

>>> from kicker.solver import Spot, solve
>>> spot = Spot("QQ+,AKs", "TT-88,AQs", "Td9d6hQc2s", pot=200, stack=900, river_bet="60%", river_raise="2.5x")
>>> solution = solve(spot, target=0.001)
>>> solution.exploitability <= 0.001, [str(action) for action in solution.root.actions]
(True, ['check', 'bet 120'])
>>> solution.at("check, bet 120").hand("AhKh").frequencies[1] < 0.5
True

`Spot` describes what to solve, `Spot.tree` says how large it is, `solve` solves it, and `Solution.at` walks the result.
"""

from kicker.solver.comparing import Comparison, HandDifference, compare
from kicker.solver.files import load_solution, save_solution
from kicker.solver.locks import Lock
from kicker.solver.responses import BestResponse, ResponseNode
from kicker.solver.sizes import Size, read_sizes
from kicker.solver.solution import HandPlan, Runout, Solution, SolvedNode
from kicker.solver.solving import Progress, Request, solve
from kicker.solver.spot import Spot
from kicker.solver.tree import SpotAction, Tree, TreeNode

__all__ = [
    "BestResponse",
    "Comparison",
    "HandDifference",
    "HandPlan",
    "Lock",
    "Progress",
    "Request",
    "ResponseNode",
    "Runout",
    "Size",
    "Solution",
    "SolvedNode",
    "Spot",
    "SpotAction",
    "Tree",
    "TreeNode",
    "compare",
    "load_solution",
    "read_sizes",
    "save_solution",
    "solve",
]
