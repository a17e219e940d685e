"""Store access tokens. A program that has the secret of a token may play for one seat of a table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select

from enginehouse.core.errors import NotAllowed
from enginehouse.table.store.database import Database
from enginehouse.table.store.locking import lock_table
from enginehouse.table.store.rows import Taken
from enginehouse.table.store.schema import SEATS, TOKENS


@dataclass(frozen=True)
class Token:
    """The rights of a token: to act at one table on one seat, as the person who sits there.

    `id` is a public name of the token.
    """

    id: str
    table: str
    seat: int
    person: str
    label: str
    created: float


def digest(secret: str) -> str:
    """Return the digest of a token's secret. Only the digest is stored, and the secret cannot be computed from it."""
    return hashlib.sha256(secret.encode()).hexdigest()


class TokenStore:
    """The stored access tokens. A program that sends the secret of a token may play for the token's seat."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, token: Token, secret: str, most: int) -> None:
        """Store a new access token, with which a program may play for a seat.

        The program sends `secret` with each request. Raise `Taken` if the token's person does not sit on the seat any
        more. Raise `NotAllowed` if the seat has `most` tokens already.
        """
        values = {
            "id": token.id,
            "digest": digest(secret),
            "table_id": token.table,
            "seat": token.seat,
            "person": token.person,
            "label": token.label,
            "created": token.created,
        }
        there = (SEATS.c.table_id == token.table, SEATS.c.seat == token.seat, SEATS.c.person == token.person)

        def insert_token(connection: Connection) -> None:
            lock_table(connection, token.table)
            if connection.execute(select(SEATS.c.seat).where(*there)).first() is None:
                raise Taken("This seat is not yours any more.")
            of_seat = select(func.count()).select_from(TOKENS).where(_of_seat(token.table, token.seat, token.person))
            if int(connection.execute(of_seat).scalar() or 0) >= most:
                raise NotAllowed(
                    0, f"This seat has {most} tokens already, which is the maximum. Revoke one of them first."
                )
            connection.execute(insert(TOKENS), values)

        await self._database.write(insert_token)

    async def find(self, secret: str) -> Token | None:
        """Return the token with this secret. Return None if no token has this secret, or if the token was revoked."""
        found = await self._read_tokens(TOKENS.c.digest == digest(secret))
        return found[0] if found else None

    async def of_seat(self, table: str, seat: int, person: str) -> list[Token]:
        """Return the tokens that a person has created for a seat, the oldest first."""
        return await self._read_tokens(_of_seat(table, seat, person))

    async def revoke(self, token: Token) -> None:
        """Delete this token, so that the program that uses it can no longer act for a player."""
        await self._database.write(lambda connection: connection.execute(delete(TOKENS).where(TOKENS.c.id == token.id)))

    async def revoke_all(self, person: str) -> None:
        """Delete all tokens of the person with the id `person`, so that their programs can no longer act."""
        await self._database.write(
            lambda connection: connection.execute(delete(TOKENS).where(TOKENS.c.person == person))
        )

    async def _read_tokens(self, which: ColumnElement[bool]) -> list[Token]:
        async with self._database.reading() as connection:
            rows = await connection.execute(select(TOKENS).where(which).order_by(TOKENS.c.created, TOKENS.c.id))
            return [Token(row.id, row.table_id, row.seat, row.person, row.label, row.created) for row in rows]


def _of_seat(table: str, seat: int, person: str) -> ColumnElement[bool]:
    return and_(TOKENS.c.table_id == table, TOKENS.c.seat == seat, TOKENS.c.person == person)
