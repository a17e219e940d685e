"""Hold the state that all requests share, such as tables, pictures, limits for each caller, and cached guests."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from enginehouse.table.extras.hints import Hints
from enginehouse.table.extras.pushing import Pushing
from enginehouse.table.extras.reviews import Reviews
from enginehouse.table.extras.uploads import Uploads
from enginehouse.table.people.promises import Promises
from enginehouse.table.people.talk import Talks
from enginehouse.table.picture.presenter import Presenters
from enginehouse.table.play.registry import Registry
from enginehouse.table.store.devices import FIRST, Device
from enginehouse.table.store.news import GUEST
from enginehouse.table.store.outage import Away
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.together.pointing import Pointing
from enginehouse.table.together.presence import Presence
from enginehouse.table.web.limits import Limits, PerMinute, Streams
from enginehouse.table.web.replayed import Replays

POINTS_PER_MIN = 15
AT_ONCE = 500
"""The number of guests whose devices are read in one query."""


@dataclass
class Shared:
    """The state that all requests of one application share: its tables, pictures, chats, hints, analyses and caches."""

    registry: Registry
    limits: Limits
    """The limits on requests that create something, by address."""
    streams: Streams
    """The counter of open streams."""
    presenters: Presenters = field(default_factory=Presenters)
    replays: Replays = field(default_factory=Replays)
    people: dict[str, Person] = field(default_factory=dict)
    """A cache of the latest callers by id, so that not every request reads them from the database."""
    devices: dict[str, Mapping[str, Device]] = field(default_factory=dict)
    """The browsers of these people, by person and id."""
    revoked: set[str] = field(default_factory=set)
    """The people whose first browser was revoked. Its cookie stays invalid while the database is unavailable."""
    forgotten: set[str] = field(default_factory=set)
    """The people who were deleted since the start, so that a read that began earlier does not cache them again."""
    gathering: list[TableRow] = field(default_factory=list)
    """The open tables of the latest lobby, to be shown while the database is unavailable."""
    promises: Promises = field(init=False)
    """The object that makes commitments (hashes of secrets) for forms, and redeems them when a form is sent."""
    talking: PerMinute = field(init=False)
    """The limit of chat lines per minute for each person."""
    talks: Talks = field(default_factory=Talks)
    uploads: Uploads = field(init=False)
    hints: Hints = field(init=False)
    pushing: Pushing = field(init=False)
    reviews: Reviews = field(init=False)
    presence: Presence = field(init=False)
    pointing: Pointing = field(init=False)
    points: PerMinute = field(init=False)
    """The limit of pointing at pieces per minute for each person."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    """An event that is set when the server stops, so that streams end."""
    _reading: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.promises = Promises(self.registry.chance, self.registry.store.people)
        lines = self.registry.settings.said_per_min
        said = f"You have sent {lines} messages within a minute. That is the limit."
        self.talking = PerMinute(lines, said, "Wait a moment and send it again.")
        self.pushing = Pushing.by(self.registry, self.registry.settings)
        make_pool = self.registry.scheduler.workers.make_similar
        self.uploads = Uploads(make_pool)
        self.hints = Hints(self.registry.settings.think_s, make_pool)
        self.presence = Presence(self.registry)
        self.pointing = Pointing(self.registry, self.talks)
        said = f"You have pointed {POINTS_PER_MIN} times within a minute. That is the limit."
        self.points = PerMinute(POINTS_PER_MIN, said, "Wait a moment.")
        self.reviews = Reviews(self.registry.store, self.registry.scheduler.claims, make_pool)

    async def open(self) -> None:
        """Load the server's own keys and the list of revoked browsers into memory.

        Requests need them even while the database is unavailable.
        """
        await self.promises.open()
        self.revoked = await self.registry.store.people.devices.revoked_firsts()

    def know_devices(self, person: str, devices: Mapping[str, Device]) -> None:
        """Cache the browsers in which the guest with the id `person` is signed in. `devices` has them by id."""
        self.devices[person] = devices
        if FIRST in devices and devices[FIRST].revoked:
            self.revoked.add(person)

    def forget_guest(self, person: str) -> None:
        """Delete the cached data of a guest in this and in all other processes."""
        self.ask_anew(person)
        self.tell_changed_guest(person)

    def tell_changed_guest(self, person: str) -> None:
        """Have all other processes delete the cached data of a guest, because the stored data has changed."""
        self.registry.store.news.tell(GUEST, person)

    def ask_anew(self, person: str) -> None:
        """Delete the cached data of a guest, and read the guest's signed-in browsers again from the database.

        `person` is the guest's id. If it is empty, do this for all guests. Call this when the data may have changed,
        perhaps by another process.
        """
        asked = [person] if person else list(self.people.keys() | self.devices.keys())
        for one in asked:
            self.people.pop(one, None)
        task = asyncio.create_task(self._read_devices(asked, all_of_them=not person), name="devices")
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    async def _read_devices(self, people: Sequence[str], all_of_them: bool) -> None:
        """Read and cache the browsers in which the guests in `people` (their ids) are signed in. Then wake all streams.

        Each stream then checks whether its viewer may still view the table. If `all_of_them` is true, also read the ids
        of all guests that have signed out in the browser in which their account was created. This is needed if messages
        from other processes about some guests may have been lost.
        """
        while all_of_them:
            try:
                self.revoked |= await self.registry.store.people.devices.revoked_firsts()
                break
            except Away:
                await self.registry.store.outages.over()
        for at in range(0, len(people), AT_ONCE):
            some = people[at : at + AT_ONCE]
            while True:
                try:
                    found = await self.registry.store.people.devices.of_all(some)
                    break
                except Away:
                    await self.registry.store.outages.over()
            for one in some:
                self.devices.pop(one, None)
            for one, devices in found.items():
                self.know_devices(one, devices)
        for session in list(self.registry.tables.values()):
            session.audience.wake()

    def close_streams(self) -> None:
        """End the streams of all open pages, because the server stops."""
        self.closing.set()
        for task in self._reading:
            task.cancel()
        for session in list(self.registry.tables.values()):
            session.audience.wake()
