"""Make the lobby, the form for a new table, and the invitation to a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from enginehouse.bots.players.levels import list_opponents
from enginehouse.core.play.receipts import commitment_of
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game, Option
from enginehouse.core.teaching.lessons import lessons_of
from enginehouse.core.words.naming import join_words, many
from enginehouse.table import words
from enginehouse.table.addresses import is_in_tab, own_address
from enginehouse.table.extras import deals
from enginehouse.table.html.qr import qr
from enginehouse.table.html.rendering import render
from enginehouse.table.play import commands
from enginehouse.table.states import bot_choices as players
from enginehouse.table.states import clocks
from enginehouse.table.states.opening import HOUSE
from enginehouse.table.store.rows import HINTS, RULES_ALONE, TO_DRAW, Person, SeatRow, TableRow

MOST_OF_MINE = 8
BOT_DELAYS = tuple(zip((str(commands.PACES["slow"]), "", str(commands.PACES["quick"])), words.PACES, strict=True))
"""The delays of bots in milliseconds, with their labels. Empty: the default of the server."""
WINDOWS = (
    ("4000", "4 seconds"),
    ("", "# seconds (default)"),
    ("12000", "12 seconds"),
    ("3600000", "1 hour (for games over days)"),
    ("43200000", "12 hours"),
)
"""The lengths of a timed reaction window in milliseconds, with their labels."""
WAITS = (
    ("300", "5 minutes"),
    ("", "# (default)"),
    ("3600", "1 hour"),
    ("86400", "1 day"),
    ("259200", "3 days"),
    ("0", "never"),
)
"""The seconds after which a bot may play for an absent player, with their labels."""
CLOCKS = (
    ("", "no limit"),
    ("live 300 5", "5 minutes each, plus 5 seconds per turn"),
    ("live 900 15", "15 minutes each, plus 15 seconds per turn"),
    ("live 2700 30", "45 minutes each, plus 30 seconds per turn"),
    ("days 1", "1 day per turn"),
    ("days 2", "2 days per turn"),
    ("days 4", "4 days per turn"),
)
"""The kinds of clocks, with their labels (see `clocks.rule`)."""
TELLS = (
    ("", "Legal moves and previews"),
    (RULES_ALONE, "Legal moves only"),
    (HINTS, "Legal moves, previews and hints"),
)
"""The amounts of help from the computer that a table can allow, with their labels."""


def list_offered() -> list[Game]:
    """Return the games that the lobby offers.

    These are the games that can be drawn on a page and whose description has `in_lobby` set (`Facts.in_lobby`).
    """
    return [g for g in map(games.get, games.names()) if g.facts.in_lobby and g.has("drawing")]


def seats_said(game: Game) -> str:
    """Return the possible numbers of players in words, and the duration of a game if it is known."""
    low, high = game.facts.seats
    said = f"{low} players" if low == high else f"{low} to {high} players"
    return said + (f" · {game.facts.minutes} minutes" if game.facts.minutes else "")


def _in_short(game: Game) -> str:
    """Return the number of players and the duration of a game in short, such as "2–4 players · 20–40 min"."""
    low, high = game.facts.seats
    said = f"{low} players" if low == high else f"{low}–{high} players"
    return said + (f" · {game.facts.minutes.replace(' to ', '–')} min" if game.facts.minutes else "")


def offer_lessons(game: Game) -> list[tuple[str, str]]:
    """Return the label and the address of each lesson of a game, in the order of the lessons."""
    return [
        (words.name_lesson(number), own_address(f"/games/{game.name}/lessons/{name}"))
        for number, name in enumerate(lessons_of(game))
    ]


def _name(person: Person | None) -> str:
    return person.name if person else ""


# ---------------------------------------------------------------- the lobby


def lobby(
    person: Person | None,
    mine: Sequence[TableRow],
    turns: Mapping[str, str],
    gathering: Sequence[TableRow],
    away: str = "",
) -> str:
    """Return the page of the lobby for a person, or for a visitor without a name (`person` is None).

    `mine` are the person's tables, and `gathering` the tables that wait for players. `turns` is a dict from a table's
    id to a sentence about whose turn it is. `away` is the reason why the page may be out of date, or "".
    """
    whole = [t for t in gathering if _can_be_opened(t)]
    rows = [
        _row(
            t,
            _what_now(t, turns, person),
            own_address(f"/t/{t.id}"),
            turns.get(t.id) == words.YOUR_TURN,
            name_practice(t),
        )
        for t in mine
    ]
    waiting = {t.game: t for t in whole if t.host == HOUSE}
    others = [t for t in whole if t.host != HOUSE and t.id not in {m.id for m in mine}]
    return render(
        "lobby",
        title="Enginehouse",
        name=_name(person),
        known=person is not None,
        away=away,
        mine=[row for row in rows if not row["kind"]][:MOST_OF_MINE],
        practice=[row for row in rows if row["kind"]][:MOST_OF_MINE],
        games=[_game_card(g, waiting.get(g.name), sum(t.game == g.name for t in others)) for g in list_offered()],
        others=[_row(t, "Sit down", own_address(f"/t/{t.id}/join")) for t in others],
    )


def _can_be_opened(table: TableRow) -> bool:
    """Return whether a game table can be opened.

    It cannot be opened if its row in the database is damaged, or if its game is not installed.
    """
    return not table.damage and table.game in games.names()


def _what_now(table: TableRow, turns: Mapping[str, str], person: Person | None) -> str:
    if not _can_be_opened(table):
        return "Can’t be opened"
    if table.status == "gathering":
        return "Waiting for players"
    if table.status == "over":
        return "Replay"
    if person is not None and table.list_kept_seats(person.id):
        return "A bot plays for you"
    return turns.get(table.id) or "Open"


def name_practice(table: TableRow) -> str:
    """Return the name of the kind of practice at a table, such as "Lesson", or "" for a real game."""
    if table.origin.kind == "what if":
        return "What if?"
    if table.origin.kind == "taught":
        lessons = lessons_of(games.get(table.game)) if table.game in games.names() else {}
        return "Puzzle" if table.lesson and table.lesson not in lessons else "Lesson"
    return "Position" if table.start and table.origin.kind != "mended" else ""


def _row(table: TableRow, label: str, link: str, hot: bool = False, kind: str = "") -> dict[str, Any]:
    title = games.get(table.game).facts.title if table.game in games.names() else table.game
    return {"title": title, "seats": table.seats, "label": label, "link": link, "hot": hot, "kind": kind}


def _game_card(game: Game, waiting: TableRow | None, open_tables: int) -> dict[str, Any]:
    """Return the data of a game's card in the lobby, as a dict for the template.

    `waiting` is a table at which bots wait for a player, or None. If there is such a table, the card's button starts a
    game there immediately. `open_tables` is the number of the game's open tables.
    """
    return {
        "game": game,
        "about": " · ".join(filter(None, (_in_short(game), game.facts.weight, game.facts.mood))),
        "open": many(open_tables, "open table") if open_tables else "",
        "waiting": waiting.id if waiting else "",
        "commitment": commitment_of(waiting.secret) if waiting and waiting.secret else "",
        "lessons": offer_lessons(game),
        "bots": _bots_said([s for s in waiting.seats if s.kind == "bot"]) if waiting else "",
    }


def _bots_said(bots: Sequence[SeatRow]) -> str:
    """Return bots of one kind in words: "three steady bots: Crank, Sprocket and Flywheel"."""
    names, kind = join_words([bot.name for bot in bots]), bots[0].bot if bots else ""
    number = ("no", "one", "two", "three")[len(bots)] if len(bots) < 4 else str(len(bots))
    return f"{number} {kind} bot{'s' * (len(bots) != 1)}: {names}"


# ---------------------------------------------------------------- a new table


class Usual(NamedTuple):
    """The initial values of the fields in the form for a new table, such as the reaction time (`window_ms`)."""

    window_ms: int
    away_s: int
    promise: str = ""
    commitment: str = ""
    key: str = ""
    """The idempotency key: a form with a known key is not carried out again."""


def new_table(game: Game, person: Person | None, usual: Usual, *, positions: bool = False, deal: str = "") -> str:
    """Return the page with the form for a new table of a game, filled with the values of `usual`.

    `positions` says whether a person may give a position from which the game starts. `deal` is the id of a table whose
    setup is used again, or "".
    """
    return render(
        "new_table",
        title=f"New table: {game.facts.title}",
        name=_name(person),
        game=game,
        seats=[{"seat": seat, "choices": _seat_choices(game, seat)} for seat in range(game.facts.seats[1])],
        opponents=[bot.opponent for bot in list_opponents(game)],
        options=[_option(game, option) for option in game.facts.options],
        beats=BOT_DELAYS,
        windows=[(value, label.replace("#", f"{usual.window_ms / 1000:g}")) for value, label in WINDOWS],
        waits=[(value, label.replace("#", words.lasts(usual.away_s))) for value, label in WAITS],
        clocks=CLOCKS,
        promise=usual.promise,
        commitment=usual.commitment,
        key=usual.key,
        tells=_tells(game),
        seats_said=seats_said(game),
        positions=positions,
        deal=deal,
        lessons=offer_lessons(game),
    )


def _tells(game: Game) -> list[tuple[str, str]]:
    """Return the choices for how much help a table gives to its players, such as hints, as pairs of value and label.

    Choices that make no difference in this game are left out. The list is empty if only one choice is left.
    """
    can = {RULES_ALONE: hasattr(game.drawing, "preview"), HINTS: game.plans is not None}
    found = [(name, label) for name, label in TELLS if can.get(name, True)]
    return found if len(found) > 1 else []


def _seat_choices(game: Game, seat: int) -> list[tuple[str, str, bool]]:
    """Return the choices that the form for a new table offers for a seat, such as a bot or a free seat.

    Each choice is a tuple: its value, its label, and whether it is the default.
    """
    low = game.facts.seats[0]
    usual = max(low, 3)  # the number of seats that are occupied by default
    first = players.default()
    choices = [("me", "Me", False)] if seat == 0 else []
    if not is_in_tab():
        choices.append(("open", "A friend (free seat)", False))
    choices += [
        (f"bot:{k.name}", k.label, 0 < seat < usual and k.name == first) for k in players.list_bot_choices(game)
    ]
    if seat:
        choices.append(("me", "Another player on this screen", False))
    if seat >= low:
        choices.append(("none", "Nobody", seat >= usual))
    return choices


def _option(game: Game, option: Option) -> dict[str, Any]:
    """Return an option of a game as a dict for the form.

    The keys `name`, `label`, `choices`, `first` (the default) and `notes` describe the option. It may have an effect
    only with some numbers of seats: `seats` lists these numbers, separated by spaces. It may have an effect only with
    some choices of another option: `when` has the name of the other option and then these choices, separated by spaces.
    Both are "" without such a condition. If the option has no effect, `static/page/choices.js` hides it.
    """
    notes = []
    if option.seats:
        said = [str(s) for s in option.seats]
        count = said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"
        notes.append(f"Only with {count} {'seat' if tuple(option.seats) == (1,) else 'seats'}.")
    if option.when is not None:
        other = next(o for o in game.facts.options if o.name == option.when[0])
        notes.append(f"Only for: {'; '.join(c.label for c in other.choices if c.name in option.when[1])}.")
    return {
        "name": option.name,
        "label": option.label,
        "choices": option.choices,
        "first": option.default or option.choices[0].name,
        "seats": " ".join(map(str, option.seats or ())),
        "when": f"{option.when[0]} {' '.join(option.when[1])}" if option.when is not None else "",
        "notes": notes,
    }


def upload(person: Person | None, most: int) -> str:
    """Return the page with the form to import the log of a game. `most` is the maximum size in bytes."""
    return render("upload", title="Import a game", name=_name(person), most=most)


# ---------------------------------------------------------------- a seat


def join(table: TableRow, person: Person | None, mine: Sequence[int], site: str) -> str:
    """Return the page that invites a person, or a visitor without a name, to a table that waits for players.

    On this page players find the link to the table, and the host can give open seats to bots. `mine` are the seats of
    the viewer, and `site` is the address of the lobby.
    """
    game = games.get(table.game)
    free = [s.seat for s in table.seats if s.kind == "open"]
    return render(
        "join",
        title=f"Join: {game.facts.title}",
        name=_name(person),
        game=game,
        address=own_address(f"/t/{table.id}"),
        seats=table.seats,
        link=(link := f"{site}t/{table.id}"),
        picture=qr(link),
        free=free,
        sits=bool(mine),
        invited=bool(free) and not mine,
        inviter=next((s.name for s in table.seats if s.kind == "person" and s.person == table.host), ""),
        named=person is not None and person.name != words.LEARNER,
        lessons=offer_lessons(game),
        host=person is not None and person.id == table.host,
        kinds=players.list_bot_choices(game),
        default=players.default(),
        deal=deals.describe_deal(table),
        waits=words.may_stand_in(table.away_s) if table.away_s else "",
        drawn=table.seating == TO_DRAW,
        watched=words.WATCHED if table.watched else "",
        clock=clocks.rule(table.clock).says if table.clock else "",
        commitment=commitment_of(table.secret) if table.secret else "",
    )
