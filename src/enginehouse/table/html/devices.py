"""Make the pages about the browsers in which a guest is signed in."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from enginehouse.table import words
from enginehouse.table.html.qr import qr
from enginehouse.table.html.rendering import render
from enginehouse.table.people.devices import LABEL_LENGTH
from enginehouse.table.store.devices import FIRST, Device
from enginehouse.table.store.rows import Person


def devices(person: Person, kept: Sequence[Device], here: str, link: str = "", notified: Collection[str] = ()) -> str:
    """Return the page with the browsers (`kept`) in which a guest is signed in.

    `here` is the id of the current browser, and `notified` has the ids of the browsers with notifications. Both kinds
    are marked. `link` is a new address by which another browser can sign in, or empty.
    """
    return render(
        "devices",
        title="Your devices",
        name=person.name,
        devices=[
            {
                "id": one.id,
                "label": one.label or ("first browser" if one.id == FIRST else "without a name"),
                "here": one.id == here,
                "told": one.id in notified,
                "day": words.day(one.seen),
            }
            for one in kept
            if not one.revoked
        ],
        link=link,
        picture=qr(link) if link else "",
        code=link.rpartition("#")[2],
    )


def come(person: Person | None) -> str:
    """Return the page on which a guest signs in on this browser, with the code from a sign-in link of another browser.

    `person` is the guest that is signed in on this browser already, if any. The page then warns that this browser loses
    the seats of that guest, and explains how the guest can keep them.
    """
    return render(
        "come", title="Sign in from another device", name=person.name if person else "", label_length=LABEL_LENGTH
    )
