"""Two solutions compared over HTTP: the same node of both, hand by hand."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query
from fastapi import Request as Call
from fastapi.responses import JSONResponse, Response

from kicker.solver import Comparison, compare
from kicker.ui.web.limits import Refused, bearer
from kicker.ui.web.study.solver import Desk, LineText, Token, node_json, numbers_json
from kicker.ui.web.study.solver_copies import node_copies

OtherName = Annotated[str, Query(max_length=200)]


def comparing_router(desk: Desk) -> APIRouter:
    """Return the route that compares two solutions."""
    router = APIRouter()

    @router.get("/solutions/{name}/compare", response_class=JSONResponse)
    async def compared(name: str, other: OtherName, call: Call, line: LineText = "", token: Token = None) -> Response:
        """Return the node of the other solution, and both strategies and values of each hand."""
        person = bearer(token) if token else ""
        one, two = [await asyncio.to_thread(desk.entry, each, person) for each in (name, other)]
        if one.name == two.name:
            raise Refused(400, "compare", "choose another solution to compare with")
        response: Response = await desk.walk_both(
            call,
            one,
            two,
            lambda first, second: JSONResponse(
                comparison_json(compare(first, second, line)) | {"copies": node_copies(one.name, line, two.name)}
            ),
        )
        return response

    return router


def comparison_json(found: Comparison) -> dict[str, Any]:
    """Return a comparison for the page; of each pair of lists, the first belongs to the solution that is walked."""
    return {
        "other": node_json(found.nodes[1]) | {"note": ""},
        "actions": [str(action) for action in found.actions],
        "kinds": [action.kind for action in found.actions],
        "sizes": found.sizes,
        "frequencies": [numbers_json(row) for row in found.frequencies],
        "values": [numbers_json(row) for row in found.values],
        "players": [
            {
                "hands": found.places(player).tolist(),
                "weights": [numbers_json(row) for row in found.weights(player)],
                "values": [numbers_json(row) for row in found.hand_values(player)],
                "strategies": [[numbers_json(row) for row in rows] for rows in found.strategies]
                if player == found.player
                else [],
            }
            for player in range(2)
        ],
    }
