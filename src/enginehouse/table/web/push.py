"""Manage notifications of turns. Each browser subscribes for itself, and a click on a notification opens a table."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import EnginehouseError
from enginehouse.table.assets import content
from enginehouse.table.extras.pushing import to_act
from enginehouse.table.push.post import check_address
from enginehouse.table.store.devices import FIRST
from enginehouse.table.store.pushes import Push
from enginehouse.table.web.guests import require_person, visitor
from enginehouse.table.web.middleware import POLICY
from enginehouse.table.web.problems import not_found
from enginehouse.table.web.requests import fields, get_shared

MOST_LOOKED_AT = 20
"""The maximum number of the caller's latest tables that are searched for one where it is their turn."""
TURN = "/me/turn"
"""The address to which a notification leads."""


def _device(request: Request) -> str:
    return getattr(request.state, "device", FIRST)


async def show(request: Request) -> Response:
    """Send the server's public key for notifications, and the address of this browser at its push service.

    The key is empty if this server sends no notifications.
    """
    person, shared = await visitor(request), get_shared(request)
    said = {"key": "", "endpoint": ""}
    if shared.pushing.keys is not None and person is not None:
        kept = await shared.registry.store.people.pushes.of(person.id, _device(request))
        said = {"key": shared.pushing.keys.public, "endpoint": kept.endpoint if kept else ""}
    return Response(msgspec.json.encode(said), media_type="application/json", headers={"cache-control": "no-store"})


async def change(request: Request) -> Response:
    """Turn notifications in this browser on or off, as the form says.

    If the field `endpoint` has an address, turn them on. It is the browser's address at its push service. If the field
    is empty, turn them off. The form may have the id of another browser in the field `device`. Then turn them off in
    that browser instead.
    """
    person, given, shared = await require_person(request), await fields(request), get_shared(request)
    pushes = shared.registry.store.people.pushes
    endpoint = given.get("endpoint", "")
    if not endpoint:
        await pushes.remove(person.id, given.get("device", _device(request)))
    elif shared.pushing.keys is None:
        raise not_found("Notifications are off on this site.", "The host can set push_key.")
    else:
        await pushes.keep(Push(person.id, _device(request), check_address(endpoint), shared.registry.clock.date()))
    if "application/json" in request.headers.get("accept", ""):
        return Response(status_code=204)
    return RedirectResponse("/me/devices", 303)


async def turn(request: Request) -> Response:
    """Redirect to a table at which the caller has to act, or else to the page with the caller's games."""
    person, registry = await require_person(request), get_shared(request).registry
    for row in await registry.store.tables.list_played(person.id, MOST_LOOKED_AT):
        if row.status != "running" or not row.list_seats(person.id):
            continue
        try:
            session = await registry.get(row.id)
        except EnginehouseError:
            continue
        if person.id in to_act(session):
            return RedirectResponse(f"/t/{row.id}", 303)
    return RedirectResponse("/me", 303)


async def worker(request: Request) -> Response:
    """Send the script that shows notifications. Browsers run it for all addresses in its folder."""
    data, kind = content("worker.js")
    # The policy of a worker's own script applies to its requests.
    return Response(data, media_type=kind, headers={"cache-control": "no-cache", "content-security-policy": POLICY})


ROUTES = [
    Route("/me/push", show, methods=["GET"]),
    Route("/me/push", change, methods=["POST"]),
    Route(TURN, turn, methods=["GET"]),
    Route("/worker.js", worker, methods=["GET"]),
]
