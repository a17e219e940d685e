"""Handle the requests about the browsers in which a guest is signed in.

Another browser signs in by an address with a secret after its `#`. Browsers do not send this part of an address, so no
server logs it. A form on the opened page sends the secret.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from enginehouse.core.errors import NotAllowed
from enginehouse.table.html import devices as pages
from enginehouse.table.people import devices
from enginehouse.table.store.rows import Person
from enginehouse.table.web.guests import cookie_value, remember, require_person, visitor
from enginehouse.table.web.limits import LINKS
from enginehouse.table.web.requests import count_as, fields, get_shared, get_site


async def _page(request: Request, person: Person, link: str = "") -> Response:
    store = get_shared(request).registry.store
    kept, told = await store.people.devices.of(person.id), await store.people.pushes.list_devices(person.id)
    page = pages.devices(person, list(kept.values()), request.state.device, link, told)
    return HTMLResponse(page, headers={"cache-control": "no-store"})


async def show(request: Request) -> Response:
    """Show the browsers in which the caller is signed in."""
    return await _page(request, await require_person(request))


@count_as(LINKS)
async def link(request: Request) -> Response:
    """Show a new link by which the caller can sign in on another browser. It is shown only once."""
    person, shared = await require_person(request), get_shared(request)
    secret = await devices.make_link(shared.registry, person.id)
    return await _page(request, person, f"{get_site(request)}come#{secret}")


async def revoke(request: Request) -> Response:
    """Sign the caller out in one of their browsers, whose id is in the form's field `device`."""
    person, given, shared = await require_person(request), await fields(request), get_shared(request)
    if given.get("device", "") == request.state.device:
        raise NotAllowed(0, "You are using that browser now. Sign it out from another one, or choose “Forget me”.")
    await devices.revoke(shared.registry, person.id, given.get("device", ""))
    shared.know_devices(person.id, await shared.registry.store.people.devices.of(person.id))
    shared.tell_changed_guest(person.id)
    for session in list(shared.registry.tables.values()):
        session.audience.wake()
    return RedirectResponse("/me/devices", 303)


async def come_form(request: Request) -> Response:
    """Show the page that a sign-in link opens in another browser, with a form to sign that browser in."""
    return HTMLResponse(pages.come(await visitor(request)))


@count_as(LINKS)
async def come(request: Request) -> Response:
    """Sign this browser in as the person who created the sign-in link.

    The form has the secret of the link (`code`), and a name for the browser (`label`).
    """
    given, shared = await fields(request), get_shared(request)
    device = await devices.take_link(shared.registry, given.get("code", ""), given.get("label", ""))
    shared.forget_guest(device.person)  # the next request reads the person again, with the new browser
    now = shared.registry.clock.date()
    cookie = cookie_value(request.app.state.secret, device.person, now, device.id)
    return remember(request, RedirectResponse("/", 303), cookie)


ROUTES = [
    Route("/me/devices", show, methods=["GET"]),
    Route("/me/devices/link", link, methods=["POST"]),
    Route("/me/devices/revoke", revoke, methods=["POST"]),
    Route("/come", come_form, methods=["GET"]),
    Route("/come", come, methods=["POST"]),
]
