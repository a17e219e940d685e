"""People who sit down, talk, give tokens to programs, propose to end, leave and come back while servers are killed; and whether what
they were told is what is stored.

Each table has a thread, which asks for one thing after the other and writes down what it was told: yes, no, or nothing, because a
server died. What was acknowledged has to be stored once, what got no answer at most once.
"""

from __future__ import annotations

import itertools
import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import select
from storm import Down, Storm, Told

from enginehouse.table.extras.checking import check
from enginehouse.table.store.rows import TableRow
from enginehouse.table.store.schema import TALK, TOKENS
from enginehouse.table.store.store import Store

YES, NO = (200, 204, 303), (403, 409, 429)
NAMES = itertools.count(1)


class Asked(NamedTuple):
    """A request: its kind, its name (a text, a label, a person), and its answer."""

    what: str
    name: str
    told: Told


@dataclass
class Guest:
    """A person with a cookie of the server."""

    name: str
    seat: int
    cookie: str


@dataclass
class Circle:
    """The people at one table, and all that they have asked for, in order."""

    table: str
    guests: list[Guest]
    asked: list[Asked] = field(default_factory=list)


class Crowd:
    """People at some tables of a storm, who do everything but play."""

    def __init__(self, storm: Storm, tables: int) -> None:
        self._storm, self.circles = storm, list[Circle]()
        self._threads = [threading.Thread(target=self._guarded, args=(k,), daemon=True) for k in range(tables)]
        for thread in self._threads:
            thread.start()

    @property
    def yes(self) -> int:
        """How much was acknowledged."""
        return sum(one.told == "yes" for circle in self.circles for one in circle.asked)

    def end(self) -> None:
        """Let everybody finish; the storm is calm."""
        for thread in self._threads:
            thread.join(30)
            assert not thread.is_alive()

    def _guarded(self, number: int) -> None:
        dice = random.Random(f"{self._storm.seed} crowd {number}")
        try:
            while not self._storm.calm.is_set():
                circle = self._gather()
                for _ in range(150):
                    if not self._storm.calm.is_set():
                        self._do(circle, dice)
                        time.sleep(0.02)
        except Exception as error:
            self._storm.faults.append(f"crowd: {error!r}")

    def _gather(self) -> Circle:
        """Open a table with four seats, and sit down until every seat is taken."""
        fields = {
            "game": "switchyard",
            "name": "Ann",
            "seat-0": "me",
            "seat-1": "open",
            "seat-2": "open",
            "seat-3": "open",
        }
        while True:
            told, headers = self._ask("/new", fields)
            if told == "yes":
                break
        circle = Circle(headers["location"], [Guest("Ann", 0, headers["set-cookie"].split(";")[0])])
        self.circles.append(circle)
        while not self._storm.calm.is_set():
            name = f"Guest {next(NAMES)}"
            told, headers = self._ask(f"{circle.table}/join", {"name": name})
            circle.asked.append(Asked("sit", name, told))
            if told == "yes":
                circle.guests.append(Guest(name, -1, headers["set-cookie"].split(";")[0]))
            elif told == "no":
                break
        return circle

    def _do(self, circle: Circle, dice: random.Random) -> None:
        """Ask for something: the host proposes to end the game or goes on, the next one leaves or comes back, all talk."""
        name = f"{next(NAMES)}"
        host, other = circle.guests[0], circle.guests[min(1, len(circle.guests) - 1)]
        what = dice.choice(("say", "token", "agree", "on", "leave", "back"))
        asks: dict[str, tuple[Guest, str, dict[str, Any]]] = {
            "say": (dice.choice(circle.guests), "say", {"text": name}),
            "token": (host, "programs", {"seat": 0, "label": name}),
            "agree": (host, "end", {"how": "agree"}),
            "on": (host, "end", {"how": "on"}),
            "leave": (other, "leave", {}),
            "back": (other, "back", {}),
        }
        who, path, fields = asks[what]
        if what in ("leave", "back") and other is host:
            return  # with the host the table would end
        told, _ = self._ask(f"{circle.table}/{path}", fields, who.cookie)
        circle.asked.append(Asked(what, name if what in ("say", "token") else who.name, told))

    def _ask(self, path: str, fields: dict[str, Any], cookie: str = "") -> tuple[Told, dict[str, str]]:
        """Post a form once, as soon as there is a server."""
        while True:
            try:
                status, headers, body = self._storm.ask("POST", path, cookie, fields, form=True)
            except Down:
                time.sleep(0.03)
                continue
            except OSError:
                return "nothing", {}
            if status == 429:
                time.sleep(0.2)
            if status not in (*YES, *NO):
                raise AssertionError(f"{path} {fields}: {status} {body[:300]!r}")
            return "yes" if status in YES else "no", headers


# ---------------------------------------------------------------- looking back


def once(asked: list[Asked], what: str, stored: list[str]) -> str:
    """Return which of these things is lost, doubled, or was never asked for; empty where all is well."""
    for one in asked:
        if one.what == what and stored.count(one.name) not in {"yes": (1,), "no": (0,), "nothing": (0, 1)}[one.told]:
            return f"{what} {one.name} was told {one.told}, and is stored {stored.count(one.name)} times"
    unknown = set(stored) - {one.name for one in asked if one.what == what}
    return f"{what} {sorted(unknown)} is stored, and nobody has asked for it" if unknown else ""


def proposes(asked: list[Asked]) -> set[bool]:
    """Return whether the host may have proposed to end the game, after all of that."""
    states = {False}
    for one in asked:
        if one.what in ("agree", "on") and one.told != "no":
            states = {one.what == "agree"} | (states if one.told == "nothing" else set())
    return states


def departures(asked: list[Asked], name: str) -> set[tuple[bool, int]]:
    """Return whether somebody may sit at their seat, and how often they may have left or come back, after all of that."""
    states = {(True, 0)}
    for one in asked:
        if one.what in ("leave", "back") and one.name == name and one.told != "no":
            moved = {(not there, many + 1) for there, many in states if there is (one.what == "leave")}
            states = moved | (states if one.told == "nothing" else set())
    return states


def people_of(row: TableRow) -> list[str]:
    """Return the names of the people of a table, also of those for whom a bot plays."""
    called = {one.seat: one.name for one in row.departures}
    return [one.name if one.kind == "person" else called[one.seat] for one in row.seats if one.kind != "open"]


async def crowd_looked_back(crowd: Crowd, db_url: str) -> int:
    """Compare all answers with all stored rows, and check every table. Return the number of requests."""
    store, wrong = await Store(db_url).open(), list[str]()
    try:
        for circle in crowd.circles:
            address = circle.table.removeprefix("/t/")
            row = await store.tables.get(address)
            assert row is not None, f"{circle.table} was acknowledged and is not there"
            async with store.database.reading() as c:
                said = list((await c.execute(select(TALK.c.text).where(TALK.c.table_id == address))).scalars())
                tokens = list((await c.execute(select(TOKENS.c.label).where(TOKENS.c.table_id == address))).scalars())
            people = people_of(row)
            found = [once(circle.asked, "say", said), once(circle.asked, "token", tokens)]
            found.append(once([*circle.asked, Asked("sit", "Ann", "yes")], "sit", people))
            if (row.ending == {0}) not in proposes(circle.asked):
                found.append(f"the proposal to end is {row.ending}, and that is not what was told last")
            for guest in circle.guests[1:2]:
                many = sum(one.name == guest.name for one in row.departures)
                sits = guest.name in row.names
                if (sits, many) not in departures(circle.asked, guest.name):
                    found.append(f"{guest.name} sits there: {sits}, and has left or come back {many} times")
            wrong += [f"{circle.table}: {one}" for one in found if one]
        wrong += [f"{part}: {sentence}" for part, sentence in (await check(store, lambda done, many: None)).wrong]
    finally:
        await store.close()
    assert not wrong, "\n".join(wrong)
    return sum(len(circle.asked) for circle in crowd.circles)
