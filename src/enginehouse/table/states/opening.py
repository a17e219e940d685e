"""Describe new tables by their seats and settings, and make their stored rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from enginehouse.core.errors import Unreadable
from enginehouse.core.play import receipts
from enginehouse.core.play.match import Match
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.table.names import BOT_NAMES, check_not_muted, clean_name, unlike
from enginehouse.table.states import bot_choices, clocks, seating, waiting
from enginehouse.table.store.origin import NOWHERE, Origin
from enginehouse.table.store.rows import HINTS, RULES_ALONE, TO_DRAW, Person, SeatRow, TableRow
from enginehouse.table.time_and_chance import RandomSource

LONGEST_WINDOW_MS = 24 * 3600 * 1000
LONGEST_DELAY_MS = 10_000
HOUSE = "house"
"""The id of the opener of tables at which bots wait for a player: the server itself."""
BOTS_WAITING = 3
"""The number of bots at a table that the server opens, if the game allows so many."""


class Times(NamedTuple):
    """The default times for new tables, from the server's settings.

    `bot_delay_ms` is the pause between bots' actions in milliseconds. `window_ms` is the time in milliseconds in which
    several seats answer at once. After `away_s` seconds, a bot may replace an inactive player.
    """

    bot_delay_ms: int
    window_ms: int
    away_s: int


@dataclass(frozen=True)
class NewTable:
    """The parameters of a new table, such as its game, seats and options.

    If a time is None, the table gets the default time of the settings.
    """

    host: str
    game: str
    rules: str
    options: dict[str, str]
    seats: tuple[SeatRow, ...]
    listed: bool = True
    bot_delay_ms: int | None = None
    window_ms: int | None = None
    start: str = ""
    tells: str = ""
    lesson: str = ""
    origin: Origin = NOWHERE
    seed: str = ""
    """The seed, if it is fixed; empty: a random one."""
    away_s: int | None = None
    """The waiting time in seconds after which a bot may play for a person; 0: never."""
    clock: str = ""
    watched: bool = False
    """Whether spectators are allowed while the game runs."""
    drawn: bool = False
    """Whether seats are drawn when the game starts. It needs a verified shuffle."""
    secret: str = ""
    """The secret of a commitment that was made before, or "" if the table has to make one when it is opened."""

    def with_salt(self, secret: str, salt: str) -> NewTable:
        """Return a copy with the secret of a commitment, and with the salt of the player that opens the table.

        The player was shown the hash of the secret before sending the salt.
        """
        mine = next(one.seat for one in self.seats if one.person == self.host)
        seats = tuple(replace(one, salt=salt) if one.seat == mine else one for one in self.seats)
        return replace(self, seats=seats, secret=secret)

    def row(self, address: str, seed: str, now: float, usual: Times) -> TableRow:
        """Return the row that the database stores for the new table with the id `address`.

        `now` is the date at which the table is opened, in seconds since 1970. `seed` is a random text, from which the
        shuffle and its published commitment are made. `usual` has the server's default durations, such as the pause
        between bots' actions. They are used if this object does not set a duration itself.
        """
        delay = usual.bot_delay_ms if self.bot_delay_ms is None else max(0, min(self.bot_delay_ms, LONGEST_DELAY_MS))
        window = usual.window_ms if self.window_ms is None else max(0, min(self.window_ms, LONGEST_WINDOW_MS))
        secret = "" if self.seed or self.start else self.secret or receipts.secret_of(seed)
        running = not any(s.kind == "open" for s in self.seats)
        away = usual.away_s if self.away_s is None else self.away_s
        row = TableRow(
            id=address,
            game=self.game,
            rules=self.rules,
            options=self.options,
            seed=self.seed or seed,
            secret=secret,
            seating=TO_DRAW if self.drawn and secret and len(self.seats) > 1 else "",
            host=self.host,
            listed=self.listed,
            status="running" if running else "gathering",
            bot_delay_ms=delay,
            window_ms=window,
            created=now,
            changed=now,
            seats=self.seats,
            start=self.start,
            lesson=self.lesson,
            tells=self.tells,
            origin=self.origin,
            away_s=max(waiting.LEAST_S, min(away, waiting.MOST_S)) if away > 0 else 0,
            clock=self.clock,
            watched=self.watched,
        )
        if not (secret and running):
            return row
        row = seating.draw_seats(row)
        salts = seating.list_salts(row)
        return replace(row, salts=salts, seed=receipts.seed_of(secret, salts))


def by_choice(
    person: Person,
    game_name: str,
    seat_choices: Sequence[str],
    options: Mapping[str, str],
    chance: RandomSource,
    *,
    listed: bool = True,
    bot_delay_ms: int | None = None,
    window_ms: int | None = None,
    start: str = "",
    tells: str = "",
    away_s: int | None = None,
    clock: str = "",
    watched: bool = False,
    drawn: bool = False,
) -> NewTable:
    """Return the parameters of a table as a person has chosen them.

    `game_name` is the name of the game. The keyword arguments are fields of `NewTable`, where they are described.
    `seat_choices` has a choice for each seat: `me` (the person), `me:NAME` (another person at the same screen), `open`
    (a free seat) or `bot:NAME` (the bot with this name). `options` has the value of each of the game's options by name.
    `chance` draws the bots' names. Raise `Unreadable` for an impossible choice.

    `start` is a position as a line of text, or "". If it is given, the game starts from that position and with its
    options. Only the person and bots may then play, because the person knows the hidden information in the position.
    """
    game = games.get(game_name)
    game.check_seats(len(seat_choices))
    if tells not in ("", RULES_ALONE, HINTS):
        raise Unreadable(f"the help at a table is `{RULES_ALONE}`, `{HINTS}` or empty, not {tells!r}")
    clocks.rule(clock)
    chosen = _read_options(start, game, seat_choices) if start else game.check_options(options)
    if not any(one == "me" or one.startswith("me:") for one in seat_choices):
        raise Unreadable("keep one seat for yourself")
    first = chance.number(len(BOT_NAMES))
    seats: list[SeatRow] = []
    for seat, one in enumerate(seat_choices):
        if one == "me" or one.startswith("me:"):
            if one[3:].strip():
                check_not_muted(person, "Your own seats can only have your name.")
            name = clean_name(one[3:]) if one[3:].strip() else person.name
            seats.append(SeatRow(seat, "person", unlike(name, [s.name for s in seats]), person.id))
        elif one == "open":
            seats.append(_open(seat))
        elif one.startswith("bot:"):
            bot = _bot(seat, first, bot_choices.check(one[4:], game), game)
            seats.append(replace(bot, name=unlike(bot.name, [s.name for s in seats])))
        else:
            raise Unreadable(f"a seat is for me, open, or for a bot, not {one!r}")
    rules = game.facts.rules_version
    times = bot_delay_ms, window_ms
    return NewTable(
        person.id,
        game_name,
        rules,
        chosen,
        tuple(seats),
        listed,
        *times,
        start=start,
        tells=tells,
        away_s=away_s,
        clock=clock,
        watched=watched,
        drawn=drawn,
    )


def _read_options(start: str, game: Game, seat_choices: Sequence[str]) -> dict[str, str]:
    """Return the options of the game in the position `start`, for a table with the seats `seat_choices`.

    Raise `Unreadable` with the reason if no table can start from the position.
    """
    match = Match.at(start)
    if match.game is not game:
        raise Unreadable(f"this position is one of {match.game.facts.title}: open a table of that game")
    if match.seats != len(seat_choices):
        raise Unreadable(f"this position is for {match.seats} seats, and {len(seat_choices)} are chosen")
    if "open" in seat_choices:
        raise Unreadable(
            "you know the hidden information in your own position, so only you and bots can play it: leave no seat open"
        )
    if match.over:
        raise Unreadable("the game is over in this position")
    return match.options


def what_if(person: Person, row: TableRow, match: Match, step: int) -> NewTable:
    """Return the parameters of a table that continues a finished game from an earlier position of it.

    `row` is the table of the finished game. `match` is the game at that position, after `step` entries (actions, undos,
    redos). The person plays all seats, and each seat keeps its player's name.
    """
    seats = tuple(SeatRow(one.seat, "person", one.name, person.id) for one in row.seats)
    rules, options = match.game.facts.rules_version, dict(match.options)
    origin = Origin("what if", row.id, step)
    return NewTable(
        person.id, row.game, rules, options, seats, listed=False, start=match.line(), tells=row.tells, origin=origin
    )


def with_bots_waiting(game: Game, chance: RandomSource) -> NewTable:
    """Return the parameters of a table that the server itself opens, at which bots wait for a player.

    One seat is open, and the others have bots. Hints are on if the game has them. `chance` draws the bots' names.
    """
    low, high = game.facts.seats
    first = chance.number(len(BOT_NAMES))
    bots = [_bot(seat, first, bot_choices.default(), game) for seat in range(1, min(high, max(low, BOTS_WAITING + 1)))]
    tells = HINTS if game.plans is not None else ""
    return NewTable(HOUSE, game.name, game.facts.rules_version, game.check_options({}), (_open(0), *bots), tells=tells)


def _open(seat: int) -> SeatRow:
    return SeatRow(seat, "open", f"Seat {seat + 1}")


def _bot(seat: int, first: int, kind: str, game: Game) -> SeatRow:
    name = bot_choices.find_title(kind, game) or BOT_NAMES[(first + seat) % len(BOT_NAMES)]
    return SeatRow(seat, "bot", name, bot=kind)
