"""The page of a table and the page of a replay: regions that frames fill."""

from __future__ import annotations

from typing import Any

import msgspec

from enginehouse.core.drawing import escape
from enginehouse.core.game import Game
from enginehouse.table.html.shell import page
from enginehouse.table.picture.frames import Picture, defs
from enginehouse.table.store.rows import Person

REGIONS = ("prompt", "acts", "tools", "board", "hand", "end", "seats", "log")


def _region(name: str, html: dict[str, str], tag: str = "div", more: str = "") -> str:
    return f'<{tag} id="{name}" class="region {name}"{more}>{html.get(name, "")}</{tag}>'


def _shape(game: Game, view: Any) -> str:
    """Whether the board is about as high as wide: then it stands beside all else instead of above it."""
    board = game.drawing.sheets(view)[0]
    return " square" if board.width < 1.45 * board.height else ""


def _parts(html: dict[str, str], title: str) -> str:
    return (
        '<div class="stage">'
        + '<div class="desk">'
        + _region("prompt", html, more=' aria-live="polite"')
        + '<div id="clock" class="clock" hidden><span></span></div>'
        + '<div id="pick" class="pick" hidden></div>'
        + _region("acts", html)
        + _region("tools", html)
        + "</div>"
        + f'<pan-zoom class="hero" aria-label="{escape(title)}">'
        + _region("board", html, more=' tabindex="-1"')
        + "</pan-zoom>"
        + _region("hand", html)
        + "</div>"
        + '<aside class="side">'
        + _region("end", html, more=' aria-live="polite"')
        + _region("seats", html, "section", ' aria-label="Players"')
        + '<section class="log-box" aria-label="What happened"><h2 class="eyebrow">What happened</h2>'
        + _region("log", html, more=' tabindex="0" role="log" aria-label="What happened"')
        + "</section></aside>"
    )


def _links(game: Game, more: str = "") -> str:
    return (
        f'<span class="bar-title">{escape(game.facts.title)}</span><nav class="bar-links"><a href="/games/{game.name}/rules" target="_blank">Rules</a>'
        f'<a href="/games/{game.name}/parts" target="_blank">Parts</a>{more}</nav>'
    )


def table(
    table_id: str, game: Game, person: Person | None, seat: int, number: int, picture: Picture, view: Any, leave: bool
) -> str:
    """The page of a table, with the latest picture in it already."""
    html = picture.regions()
    state = msgspec.json.encode(picture.state).decode()
    more = '<button class="link" type="button" id="sound" aria-pressed="false">Sound</button>'
    if leave:
        more += f'<a href="/t/{table_id}/leave">Leave</a>'
    body = (
        f'<main id="table" class="table-page{_shape(game, view)}" data-table="{table_id}" data-seat="{seat}" data-frame="{number}" data-state="{escape(state)}">'
        f"{defs(game)}{_parts(html, game.facts.title)}</main>"
        '<div id="toast" class="toast" role="status" aria-live="assertive" hidden></div>'
    )
    return page(
        f"{game.facts.title} · Enginehouse",
        body,
        name=person.name if person else "",
        scripts=("table.js", "extras.js"),
        styles=(f"games/{game.name}.css",),
        kind="table-body",
        extra=_links(game, more),
    )


def leave(table_id: str, game: Game, person: Person | None, alone: bool, running: bool) -> str:
    """Are you sure."""
    if running:
        said = (
            "Nobody else plays here: the game ends without a result."
            if alone
            else "A bot takes your seat and plays on for you. You cannot come back to it."
        )
    else:
        said = "Your seat is free for others again."
    body = (
        f'<section class="panel narrow"><p class="eyebrow">{escape(game.facts.title)}</p><h1>Leave this table?</h1><p>{said}</p>'
        f'<form method="post" action="/t/{table_id}/leave" class="row"><button class="primary">Leave</button><a class="button" href="/t/{table_id}">Stay</a></form></section>'
    )
    return page("Leave", body, name=person.name if person else "")


def replay(
    table_id: str,
    game: Game,
    person: Person | None,
    seat: int,
    at: int,
    many: int,
    picture: Picture,
    view: Any,
    names: list[str],
) -> str:
    """A finished game, one step at a time, from one seat's view."""
    html = picture.regions()
    seats = "".join(
        f'<option value="{s}"{" selected" if s == seat else ""}>{escape(name)}</option>' for s, name in enumerate(names)
    )
    seats = f'<option value="-1"{" selected" if seat < 0 else ""}>a spectator</option>' + seats

    def step(to: int, label: str, key: str) -> str:
        off = ' aria-disabled="true"' if to == at else ""
        return (
            f'<a class="button" data-step="{key}" href="/t/{table_id}/replay?at={to}&amp;seat={seat}"{off}>{label}</a>'
        )

    controls = (
        f'<form id="controls" class="replay-controls" method="get" action="/t/{table_id}/replay">'
        f"{step(0, 'Start', 'first')}{step(max(0, at - 1), 'Back', 'back')}{step(min(many, at + 1), 'On', 'on')}{step(many, 'End', 'last')}"
        f'<label class="scrub"><span class="sr">Step</span><input type="range" name="at" min="0" max="{many}" value="{at}"></label>'
        f'<output id="where">{at} of {many}</output>'
        f'<label>as seen by <select name="seat">{seats}</select></label><noscript><button>Go</button></noscript>'
        f'<a class="button" href="/t/{table_id}/log.json" download>Save the game</a></form>'
    )
    body = (
        f'<main id="table" class="table-page replay-page{_shape(game, view)}" data-replay="{table_id}" data-at="{at}" data-many="{many}" data-seat="{seat}">'
        f"{defs(game)}{_parts({**html, 'acts': controls}, game.facts.title)}</main>"
        '<div id="toast" class="toast" role="status" hidden></div>'
    )
    return page(
        f"Replay: {game.facts.title}",
        body,
        name=person.name if person else "",
        scripts=("table.js", "extras.js", "replay.js"),
        styles=(f"games/{game.name}.css",),
        kind="table-body",
        extra=_links(game, f'<a href="/t/{table_id}">Table</a>'),
    )
