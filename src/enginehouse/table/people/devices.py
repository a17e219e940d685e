"""Sign a guest in on another browser, by a link that works once within ten minutes, or sign a browser out."""

from __future__ import annotations

from dataclasses import replace

from enginehouse.core.errors import NotAllowed
from enginehouse.table.errors import Forbidden, NotFound
from enginehouse.table.play.registry import Registry
from enginehouse.table.store.devices import FIRST, Device
from enginehouse.table.texts import clean

LASTS_S = 600.0
"""The validity of a link in seconds."""
MOST = 20
"""The maximum number of browsers in which a guest is signed in."""
LABEL_LENGTH = 40
"""The maximum length of a browser's name, in characters as a person sees them."""
SECRET_LENGTH, GROUP = 16, 4
"""The number of letters of a link's secret, and of each group in which it is shown."""


async def make_link(registry: Registry, person: str) -> str:
    """Create a sign-in link for the person with the id `person`. Return its secret, in short groups of letters.

    The person's older links become invalid. Raise `NotAllowed` if the person is signed in on too many browsers.
    """
    devices, now = registry.store.people.devices, registry.clock.date()
    if len(await devices.of(person)) >= MOST:
        raise NotAllowed(0, f"You are already signed in on {MOST} browsers. Sign out on one of them first.")
    secret = registry.chance.token(SECRET_LENGTH)
    await devices.add_link(secret, person, now, now + LASTS_S)
    return "-".join(secret[at : at + GROUP] for at in range(0, SECRET_LENGTH, GROUP))


async def take_link(registry: Registry, told: str, label: str) -> Device:
    """Sign in a browser by the secret of a guest's sign-in link. Return the guest's new browser.

    `told` is the secret, copied from the link or typed by the guest. `label` is a name for the browser. Raise
    `Forbidden` if the link is invalid.
    """
    devices, now = registry.store.people.devices, registry.clock.date()
    secret = "".join(letter for letter in told.lower() if letter.isalnum())
    person = await devices.take_link(secret, now) if secret else None
    if person is None:
        raise Forbidden(
            "This link no longer works: it was used already, or is older than ten minutes.",
            "Create a new link on a device where you are signed in.",
        )
    day = now - now % 86_400
    if not await devices.of(person):
        await devices.keep(Device(person, FIRST, "", now, day))
    device = Device(person, registry.chance.token(8), clean(label, LABEL_LENGTH, LABEL_LENGTH), now, day)
    await devices.keep(device)
    return device


async def revoke(registry: Registry, person: str, device: str) -> None:
    """Sign a person out in one of their browsers. `person` and `device` are the ids of the person and of the browser.

    Raise `NotFound` if the browser is not that person's.
    """
    devices = registry.store.people.devices
    kept = (await devices.of(person)).get(device)
    if kept is None or kept.revoked:
        raise NotFound("This device is not yours.", "The page lists all of your devices.")
    if device == FIRST:  # a cookie of the first browser has no device id, so the revoked browser stays stored
        await devices.keep(replace(kept, revoked=True))
    else:
        await devices.remove(person, device)
    await registry.store.people.pushes.remove(person, device)
