"""Store the data of a server: people, tables, entries (actions, undos, redos), pending answers, tokens and analyses."""

from __future__ import annotations

from enginehouse.table.store.answers import AnswerStore
from enginehouse.table.store.database import Database
from enginehouse.table.store.entries import EntryStore
from enginehouse.table.store.news import News
from enginehouse.table.store.outage import Outages
from enginehouse.table.store.people import PeopleStore
from enginehouse.table.store.reviews import ReviewStore
from enginehouse.table.store.serving import Serving
from enginehouse.table.store.tables import TableStore
from enginehouse.table.store.talk import TalkStore
from enginehouse.table.store.tokens import TokenStore


class Store:
    """The whole store of a server: the database of one URL, with an object for each kind of stored data."""

    def __init__(self, url: str = "", *, alone: bool = False, database: Database | None = None) -> None:
        """Create the stores of a database, one for each kind of data, such as people or tables.

        `url` is the URL of the database. If `database` is given, use this database instead. `alone` is as for
        `Database`: no other process may serve the same SQLite file.
        """
        self.database = database or Database(url, alone=alone)
        self.news = News(self.database)
        self.people = PeopleStore(self.database)
        self.tables = TableStore(self.database)
        self.entries = EntryStore(self.database)
        self.answers = AnswerStore(self.database)
        self.tokens = TokenStore(self.database)
        self.talk = TalkStore(self.database)
        self.serving = Serving(self.database)
        self.reviews = ReviewStore(self.database)

    @property
    def outages(self) -> Outages:
        """Return the object that records whether the database is available."""
        return self.database.outages

    async def open(self) -> Store:
        """Connect, migrate the database, and return this store. If the store is open already, only return it."""
        await self.database.open()
        return self

    async def open_to_look(self) -> Store:
        """Connect for reading only, and return this store. A server may use the database at the same time."""
        await self.database.open_to_look()
        return self

    async def open_beside(self) -> Store:
        """Connect to the database for reading and short writes, and return this store. Run no migration.

        A server may use the database at the same time.
        """
        await self.database.open_beside()
        return self

    async def close(self) -> None:
        """Wait until all actions, undos and redos are stored, then close all connections to the database."""
        await self.entries.close()
        await self.news.close()
        await self.database.close()
