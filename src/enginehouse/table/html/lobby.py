"""The lobby, the form for a new table, and the way to a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from enginehouse.core import game as games
from enginehouse.core.drawing import escape
from enginehouse.core.game import Game, Option
from enginehouse.table.html.badges import badge
from enginehouse.table.html.shell import page
from enginehouse.table.store.rows import Person, TableRow
from enginehouse.table.tables import bot_choices as players
from enginehouse.table.tables.registry import HOUSE


def offered() -> list[Game]:
    """The games of the lobby: those that are built so far that they can be drawn."""
    return [g for g in map(games.get, games.names()) if g.facts.in_lobby and g.has("drawing")]


def cover(game: Game) -> str:
    """A game's picture, drawn by its own drawing; by day and by night."""
    return "".join(
        f'<img class="cover only-{theme}" src="/games/{game.name}/cover.svg?theme={theme}" alt="" loading="lazy">'
        for theme in ("light", "dark")
    )


def seats_said(game: Game) -> str:
    """For how many it is, in words."""
    low, high = game.facts.seats
    said = f"{low} players" if low == high else f"{low} to {high} players"
    return said + (f" · {game.facts.minutes} minutes" if game.facts.minutes else "")


def lobby(
    person: Person | None,
    mine: Sequence[TableRow],
    turns: Mapping[str, bool],
    gathering: Sequence[TableRow],
    away: str = "",
) -> str:
    """The first page; `away` says why it may not be up to date."""
    whole = [t for t in gathering if _can_be_opened(t)]
    waiting = {t.game: t for t in whole if t.host == HOUSE}
    others = [t for t in whole if t.host != HOUSE and t.id not in {m.id for m in mine}]
    games_here = offered()
    body = (
        '<main class="lobby"><div class="lobby-head"><div><p class="eyebrow">Many machines, one table</p><h1>Enginehouse</h1></div>'
        '<p class="lead">Brass, steam and bad intentions. Sit down against bots that play fair, or send a friend the address of your table.</p></div>'
    )
    if away:
        body += f'<p class="panel" role="status">{escape(away)} What you see here was so a moment ago.</p>'
    body += _mine(mine, turns)
    alone = " alone" if len(games_here) == 1 else ""
    cards = "".join(_game_card(g, waiting.get(g.name), person) for g in games_here)
    body += f'<section><h2>The games</h2><div class="games{alone}">{cards}</div></section>'
    if others:
        body += (
            '<section><h2>Open tables</h2><ul class="tables">'
            + "".join(_row(t, "Sit down", f"/t/{t.id}/join") for t in others)
            + "</ul></section>"
        )
    return page("Enginehouse", body + "</main>", name=person.name if person else "")


def _mine(mine: Sequence[TableRow], turns: Mapping[str, bool]) -> str:
    if not mine:
        return ""
    rows = "".join(_row(t, _what_now(t, turns), f"/t/{t.id}", turns.get(t.id, False)) for t in mine[:8])
    return f'<section><h2>My tables</h2><ul class="tables">{rows}</ul></section>'


def _can_be_opened(table: TableRow) -> bool:
    """Whether it can be read and its game is in this house."""
    return not table.damage and table.game in games.names()


def _what_now(table: TableRow, turns: Mapping[str, bool]) -> str:
    if not _can_be_opened(table):
        return "Cannot be opened"
    if table.status == "gathering":
        return "Gathering"
    if table.status == "over":
        return "Look back"
    return "Your turn" if turns.get(table.id) else "Watch it go on"


def _row(table: TableRow, label: str, link: str, hot: bool = False) -> str:
    title = games.get(table.game).facts.title if table.game in games.names() else table.game
    who = "".join(
        f'<span class="sitter">{badge(s.seat)}{escape(s.name if s.kind != "open" else "free")}</span>'
        for s in table.sitting
    )
    return (
        f'<li class="table-row{" hot" if hot else ""}"><div><b>{escape(title)}</b><span class="sitters">{who}</span></div>'
        f'<a class="button{" primary" if hot else ""}" href="{link}">{label}</a></li>'
    )


def _game_card(game: Game, waiting: TableRow | None, person: Person | None) -> str:
    """A game with its picture; with bots at a table already there is one press between here and the first move."""
    now = ""
    primary = " primary"
    if waiting:
        primary = ""
        bots = [s.name for s in waiting.sitting if s.kind == "bot"]
        said = f"{', '.join(bots[:-1])} and {bots[-1]}" if len(bots) > 1 else "".join(bots)
        name = (
            ""
            if person
            else '<label>Your name <input name="name" maxlength="24" required autocomplete="nickname"></label>'
        )
        now = (
            f'<form class="play-now" method="post" action="/t/{waiting.id}/join"><p class="eyebrow">A table is waiting</p>'
            f'<p>{escape(said)} sit there already; one seat is yours.</p><div class="row">{name}<button class="primary">Sit down and play</button></div></form>'
        )
    return (
        f'<article class="panel game-card"><a class="game-picture" href="/new?game={game.name}" tabindex="-1" aria-hidden="true">{cover(game)}</a>'
        f'<div class="game-text"><h3>{escape(game.facts.title)}</h3><p>{escape(game.facts.tagline)}</p><p class="small">{escape(seats_said(game))}</p>{now}'
        f'<p class="row"><a class="button{primary}" href="/new?game={game.name}">New table</a>'
        f'<a class="button" href="/games/{game.name}/rules">Rules</a><a class="button" href="/games/{game.name}/parts">Parts</a></p></div></article>'
    )


def new_table(game: Game, person: Person | None) -> str:
    """The form for a new table, made from the game's facts."""
    low, high = game.facts.seats
    kinds = players.kinds()
    first = players.default()
    ordered = sorted(kinds, key=lambda k: k.name != first)
    rows = []
    for seat in range(high):
        choices = [
            '<option value="me">Me</option>' if seat == 0 else "",
            '<option value="open">A friend (free seat)</option>',
        ]
        choices += [
            f'<option value="bot:{k.name}"{" selected" if seat and k is ordered[0] and seat < max(low, 3) else ""}>{escape(k.label)}</option>'
            for k in ordered
        ]
        choices += ['<option value="me">Me too (one screen)</option>' if seat else ""]
        if seat >= low:
            choices.append(f'<option value="none"{" selected" if seat >= max(low, 3) else ""}>Nobody</option>')
        rows.append(
            f'<li class="seat-choice">{badge(seat)}<label><span class="sr">Seat {seat + 1}</span><select name="seat-{seat}">{"".join(choices)}</select>'
            + (
                f'<input class="own-name" name="name-{seat}" maxlength="24" placeholder="Their name" aria-label="Name at seat {seat + 1}">'
                if seat
                else ""
            )
            + "</label></li>"
        )
    options = "".join(
        f"<fieldset><legend>{escape(o.label)}</legend>"
        + "".join(
            f'<label class="radio"><input type="radio" name="option-{o.name}" value="{c.name}"{" checked" if c.name == (o.default or o.choices[0].name) else ""}>'
            f"<span>{escape(c.label)}</span></label>"
            for c in o.choices
        )
        + (f'<p class="small">Counts with {_seat_list(o.seats)} {_seats_word(o.seats)}.</p>' if o.seats else "")
        + _counts_when(game, o)
        + "</fieldset>"
        for o in game.facts.options
    )
    name = escape(person.name) if person else ""
    body = (
        f'<main class="form-page"><form class="panel new-table" method="post" action="/new"><input type="hidden" name="game" value="{game.name}">'
        f'<p class="eyebrow">New table</p><h1>{escape(game.facts.title)}</h1><p class="lead">{escape(game.facts.tagline)}</p>'
        f'<label class="field">Your name <input name="name" value="{name}" maxlength="24" required autocomplete="nickname"></label>'
        f'<fieldset><legend>Seats</legend><ul class="seat-choices">{"".join(rows)}</ul></fieldset>{options}'
        '<details class="more"><summary>Pace</summary><fieldset><legend>How long a bot waits before it acts</legend>'
        + _radios("beat_ms", [("200", "hurried"), ("", "at ease"), ("1800", "slow, to watch")])
        + "</fieldset><fieldset><legend>When several people answer in secret, the window stays open</legend>"
        + _radios(
            "window_ms",
            [
                ("4000", "4 seconds"),
                ("", "as long as usual"),
                ("12000", "12 seconds"),
                ("3600000", "an hour: for a game over days"),
                ("43200000", "half a day"),
            ],
        )
        + "</fieldset></details>"
        '<label class="check"><input type="checkbox" name="listed" value="1" checked><span>Show free seats in the lobby</span></label>'
        '<div class="row"><button class="primary">Open the table</button><a class="button" href="/">Back</a></div></form>'
        f'<aside class="form-picture">{cover(game)}<p class="small">{escape(seats_said(game))} · <a href="/games/{game.name}/rules">Rules</a></p></aside></main>'
    )
    return page(f"New table: {game.facts.title}", body, name=person.name if person else "")


def _radios(name: str, choices: Sequence[tuple[str, str]]) -> str:
    return "".join(
        f'<label class="radio"><input type="radio" name="{name}" value="{value}"{" checked" if not value else ""}><span>{label}</span></label>'
        for value, label in choices
    )


def _counts_when(game: Game, option: Option) -> str:
    """With which choices of another option this one means something."""
    if option.when is None:
        return ""
    other = next(o for o in game.facts.options if o.name == option.when[0])
    labels = [escape(c.label) for c in other.choices if c.name in option.when[1]]
    return f'<p class="small">Counts for: {"; ".join(labels)}.</p>'


def _seats_word(seats: Sequence[int]) -> str:
    return "seat" if tuple(seats) == (1,) else "seats"


def _seat_list(seats: Sequence[int]) -> str:
    said = [str(s) for s in seats]
    return said[0] if len(said) == 1 else f"{', '.join(said[:-1])} or {said[-1]}"


def join(table: TableRow, person: Person | None, mine: Sequence[int]) -> str:
    """The way to a seat, for who has the link; for the host also the way to fill up with bots."""
    game = games.get(table.game)
    free = [s.seat for s in table.sitting if s.kind == "open"]
    who = "".join(
        f'<li class="plate seat-{s.seat}">{badge(s.seat)}<span class="who">{escape(s.name if s.kind != "open" else "free")}</span></li>'
        for s in table.sitting
    )
    body = f'<main class="form-page"><div class="panel new-table"><p class="eyebrow">{escape(game.facts.title)}</p>'
    if not mine:
        body += "<h1>Take a seat</h1>" if free else "<h1>All seats are taken</h1>"
    else:
        body += "<h1>You sit here</h1>"
    body += f'<ul class="plates">{who}</ul>'
    if free and not mine:
        picks = "".join(
            f'<label class="radio"><input type="radio" name="seat" value="{s}"{" checked" if s == free[0] else ""}><span>{badge(s)} Seat {s + 1}</span></label>'
            for s in free
        )
        name = escape(person.name) if person else ""
        body += (
            f'<form method="post" action="/t/{table.id}/join"><label class="field">Your name <input name="name" value="{name}" maxlength="24" required autocomplete="nickname"></label>'
            f'<fieldset><legend>Seat</legend>{picks}</fieldset><div class="row"><button class="primary">Sit down</button>'
            f'<a class="button" href="/t/{table.id}">Just watch</a></div></form>'
        )
    if free and person and person.id == table.host:
        kinds = "".join(
            f'<option value="{k.name}"{" selected" if k.name == players.default() else ""}>{escape(k.label)}</option>'
            for k in players.kinds()
        )
        body += (
            f'<form method="post" action="/t/{table.id}/bots"><label class="field">Fill the free seats with bots <select name="bot">{kinds}</select></label>'
            f'<div class="row"><button class="primary">Begin</button><a class="button" href="/t/{table.id}">Back to the table</a></div></form>'
        )
    elif mine or not free:
        body += f'<p class="row"><a class="button primary" href="/t/{table.id}">To the table</a></p>'
    return page(
        f"Join: {game.facts.title}",
        body + f'</div><aside class="form-picture">{cover(game)}</aside></main>',
        name=person.name if person else "",
    )
