"""Notify players that it is their turn, in browsers that have asked for notifications.

A notification has no content. Other work never waits for it.

A few seconds after a change, the server checks a table for people that have to act. For each of them, the database
stores that the person was notified of this decision. So if several processes check the table, only the first notifies
the person. No notification is sent to a person whose browser shows the table and is connected to this process, because
that person sees the turn on the page. A notification may be lost if the process that sends it ends.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from enginehouse.table.play.registry import Registry
from enginehouse.table.play.session import Session
from enginehouse.table.push.keys import Keys
from enginehouse.table.push.post import NotPublic, Way
from enginehouse.table.settings import Settings
from enginehouse.table.store.outage import Away

LOG = logging.getLogger("enginehouse.table")
NOTES_AFTER_S, TELLS_AFTER_S = 4.0, 2.0
"""The seconds after a change until the viewers are marked as notified, and from then until the others are notified."""
MOST_WAITING = 256
"""The maximum number of notifications that wait to be sent. Further ones are dropped."""
AT_ONCE = 4
KEPT_S = 3600
"""The time in seconds that a push service keeps a notification for an absent browser."""
HEADERS = {"TTL": str(KEPT_S), "Urgency": "normal", "Topic": "turn"}
"""The headers of each notification.

By `Topic`, a push service replaces an earlier one that it still keeps for a browser.
"""


@dataclass
class Pushing:
    """The sender of notifications for all tables. A browser shows a notification when it is the player's turn.

    `keys` sign the requests to the browsers' push services. If `keys` is None, because the settings name no key, no
    notification is sent.
    """

    registry: Registry
    keys: Keys | None
    way: Way = field(default_factory=Way)
    came_to: Counter[str] = field(default_factory=Counter)
    """The numbers of posts that were sent, gone (unknown to their service), failed, refused (not public) and
    dropped.
    """
    _looking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _again: set[str] = field(default_factory=set)
    """The tables that have changed again during their check."""
    _posting: set[asyncio.Task[None]] = field(default_factory=set)
    _turns: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    @classmethod
    def by(cls, registry: Registry, settings: Settings) -> Pushing:
        """Return the object that sends push notifications to players' browsers, as the settings say.

        Without a key in the settings, it does not send any. Raise `Unreadable` if the settings are wrong.
        """
        keys = Keys(settings.push_key, settings.push_contact) if settings.push_key else None
        made = cls(registry, keys)
        if keys is not None:
            registry.scheduler.also.append(made.note_change)
        return made

    def note_change(self, session: Session) -> None:
        """Plan a check of a changed table after a few seconds. The check notifies the people whose turn it is.

        Each person is notified at most once for a decision.
        """
        if session.id in self._looking:
            self._again.add(session.id)
        elif session.state.running:
            task = asyncio.create_task(self._look(session), name=f"notify of {session.id}")
            self._looking[session.id] = task
            task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def _look(self, session: Session) -> None:
        try:
            while True:
                await self.registry.clock.sleep(NOTES_AFTER_S)
                self._again.discard(session.id)
                with suppress(Away):  # if the database is unavailable, no notification is sent
                    await self._look_once(session)
                if session.id not in self._again:
                    return
        finally:
            self._again.discard(session.id)
            del self._looking[session.id]

    async def _look_once(self, session: Session) -> None:
        here, looking = await self._list_recipients(session), list_watching(session)
        for person in here.keys() & looking:
            await self.registry.store.people.pushes.take(person, here[person])
        await self.registry.clock.sleep(TELLS_AFTER_S)
        now = to_act(session)
        for person, about in here.items():
            if now.get(person) == about:  # viewers were marked as notified before, so they are not found here
                found = await self.registry.store.people.pushes.take(person, about)
                self._tell([] if person in list_watching(session) else found)

    async def _list_recipients(self, session: Session) -> Mapping[str, str]:
        """Return the people that have to act at a table and have a browser with notifications.

        The result is a dict from each person's id to a text that identifies the decision: `TABLE.SEAT.NUMBER`, with the
        number of the decision at the end.
        """
        here = to_act(session)
        who = await self.registry.store.people.pushes.who(list(here)) if here else set()
        return {person: about for person, about in here.items() if person in who}

    def _tell(self, endpoints: list[str]) -> None:
        for endpoint in endpoints:
            if len(self._posting) >= MOST_WAITING:
                self.came_to["dropped"] += 1
                continue
            task = asyncio.create_task(self._post(endpoint), name="notification")
            self._posting.add(task)
            task.add_done_callback(self._posting.discard)

    async def _post(self, endpoint: str) -> None:
        """Send a notification to the address `endpoint`. The address is secret, so it is in no log and no error."""
        assert self.keys is not None
        try:
            async with self._turns:
                headers = {**HEADERS, "Authorization": self.keys.authorization(endpoint, self.registry.clock.date())}
                status = await self.way.post(endpoint, headers)
            if status in (404, 410):
                with suppress(Away):  # the address is removed after the next attempt instead
                    await self.registry.store.people.pushes.remove_endpoint(endpoint)
            self.came_to["gone" if status in (404, 410) else "sent" if 200 <= status < 300 else "failed"] += 1
        except NotPublic:
            self.came_to["refused"] += 1
        except Exception as error:
            self.came_to["failed"] += 1
            LOG.debug("a notification could not be sent: %s", type(error).__name__)

    async def close(self) -> None:
        """Stop sending notifications, and drop those that are planned."""
        tasks = [*self._looking.values(), *self._posting]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def to_act(session: Session) -> dict[str, str]:
    """Return the people that have to act, as a dict from each person's id to a text that identifies the decision.

    The text is `TABLE.SEAT.NUMBER`. NUMBER is the number of the decision, as it is on that person's own page.
    """
    state = session.state
    return {
        str(one.person): f"{session.id}.{one.seat}.{state.decision(one.seat)}"
        for one in state.row.seats
        if one.kind == "person" and one.person and one.seat in state.list_asked(one.seat)
    }


def list_watching(session: Session) -> set[str]:
    """Return the ids of a table's people whose browsers show its page and are connected to this process."""
    return {str(session.state.row.seats[seat].person) for seat in session.audience.watched if seat >= 0}
