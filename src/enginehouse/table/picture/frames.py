"""Pictures of a table for one viewer, and what changes from one picture to the next.

A picture is markup in regions (prompt, actions, seats ...) and, for what has many small parts, in lists whose items have
ids (the pieces of a layer, the lines of the log). A frame carries all of it, a patch only the regions and items that
changed. Everything is made from the viewer's own view and from what is open to all (who sits where); two tables that
differ only in what the viewer cannot know give the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from enginehouse.core.drawing import Handles, Marks, Motion, Sheet, clean_id, escape, markup, num, placed
from enginehouse.core.events import Event
from enginehouse.core.game import Game
from enginehouse.core.naming import fill, fill_plain
from enginehouse.core.palette import HOUSE_DEFS
from enginehouse.table.html.badges import badge, seat_name
from enginehouse.table.store.rows import SeatRow

PREFIX = "p-"
LOG_LINES = 80


@dataclass(frozen=True)
class Picture:
    """What one viewer sees. `shells` hold a mark for each list, `lists` the items by list and id, in order."""

    shells: dict[str, str]
    html: dict[str, str]
    lists: dict[str, dict[str, str]]
    state: dict[str, Any]
    views: dict[str, str] = field(default_factory=dict)
    """The areas of the sheets, by their id: a hand grows with its cards, a map with its rooms."""

    def regions(self) -> dict[str, str]:
        """All regions as whole markup."""
        return self.html | {name: self.filled(name) for name in self.shells}

    def filled(self, name: str) -> str:
        """A shell as whole markup, with its lists and areas in it."""
        shell = self.shells[name]
        for key, items in self.lists.items():
            shell = shell.replace(_mark(key), "".join(items.values()))
        for key, area in self.views.items():
            shell = shell.replace(_mark(f"area-{key}"), area)
        return shell


def frame(number: int, picture: Picture) -> dict[str, Any]:
    """The whole picture as a message."""
    return {"n": number, "regions": picture.regions(), "state": picture.state}


def patch(number: int, old: Picture, new: Picture, motions: Sequence[Motion] = ()) -> dict[str, Any]:
    """What changes from `old` (frame number - 1) to `new` as a message: `regions` that are another shell now (a desk was
    laid beside a hand) are whole, of all others only what is different."""
    whole = [name for name, shell in new.shells.items() if old.shells[name] != shell]
    changed: dict[str, str] = {}
    order: dict[str, list[str]] = {}
    for key, items in new.lists.items():
        if any(_mark(key) in new.shells[name] for name in whole):
            continue
        before = old.lists[key]
        for item, text in items.items():
            if before.get(item) != text:
                changed[item] = text
        if list(before) != list(items):
            order[key] = list(items)
    message: dict[str, Any] = {
        "n": number,
        "html": {name: text for name, text in new.html.items() if old.html[name] != text},
        "set": changed,
        "order": order,
        "state": new.state,
    }
    if whole:
        message["regions"] = {name: new.filled(name) for name in whole}
    views = {key: area for key, area in new.views.items() if old.views.get(key) != area}
    if views:
        message["views"] = views
    if motions:
        message["moves"] = [_motion(m) for m in motions]
    return message


def _motion(motion: Motion) -> dict[str, Any]:
    one: dict[str, Any] = {"id": PREFIX + clean_id(motion.piece), "ms": motion.ms, "wait": motion.wait}
    if motion.points:
        one["points"] = [[round(x, 2), round(y, 2)] for x, y in motion.points]
    one |= {name: 1 for name, on in (("jump", motion.jump), ("falls", motion.falls)) if on}
    if motion.svg:
        one["svg"], one["layer"] = str(motion.svg), clean_id(motion.layer)
    return one


def _mark(key: str) -> str:
    return f"<!--{key}-->"


# ---------------------------------------------------------------- what a picture is made from


@dataclass
class Sight:
    """All that goes into one viewer's picture: its view, and what is open to all."""

    table: str
    game: Game
    seat: int
    view: Any
    names: list[str]
    sitting: Sequence[SeatRow]
    acting: frozenset[int] = frozenset()
    legal: list[int] = field(default_factory=list)
    decision: int = 0
    story: Sequence[tuple[str, str]] = ()
    """What this viewer noticed, as lines of the log with their ids (see `told` and `line`)."""
    last: Sequence[Event] = ()
    held: int | None = None
    """The viewer's answer that waits for the window to close."""
    window: int = 0
    can_undo: bool = False
    can_redo: bool = False
    mine: frozenset[int] = frozenset()
    """The seats of the same person (several in hot seat)."""
    status: str = "running"
    reason: int = 0
    scores: Sequence[int] = ()
    ranks: Sequence[int] = ()
    rematch: str = ""
    trouble: str = ""
    """Why the table cannot go on, in a sentence."""
    stuck: str = ""
    """That what goes by itself fails, in a sentence."""
    replay: bool = False
    standing: str | None = None
    """The seat's own standing answer in windows: empty to be asked, None where there is no such thing."""


def build(sight: Sight) -> Picture:
    """The picture of one viewer."""
    drawing = sight.game.drawing
    sheets: list[Sheet] = drawing.sheets(sight.view)
    ways = {code: drawing.handles(sight.view, code) for code in sight.legal}
    moved = (
        frozenset(m.piece for m in drawing.paths(sight.view, list(sight.last)) if not m.svg)
        if sight.last
        else frozenset()
    )
    pieces = [
        p._replace(label=fill_plain(p.label, sight.names)) if "{" in p.label else p
        for p in drawing.draw(sight.view, Marks(legal=frozenset(sight.legal), last=moved))
    ]
    shells, lists = {}, {}
    sorted_pieces = placed(sheets, pieces)
    ids = {p.id for p in pieces}
    labels = {p.id: p.label for p in pieces}
    attributes = _attributes(sight, ways, ids, labels)
    shells["board"] = _shell(tuple(map(_staying, sheets[:1])))
    shells["hand"] = _shell(tuple(map(_staying, sheets[1:])))
    for (_, layer), members in sorted_pieces.layers.items():
        lists[f"layer-{clean_id(layer)}"] = {
            PREFIX + clean_id(p.id): markup(p, sorted_pieces.children, PREFIX, attributes) for p in members
        }
    shells["log"] = f'<ol id="log-lines" class="log-lines">{_mark("log-lines")}</ol>'
    lists["log-lines"] = dict(sight.story)
    html = {
        "prompt": _stuck(sight) + _prompt(sight),
        "acts": _acts(sight, ways, ids),
        "tools": _tools(sight),
        "seats": _seats(sight),
        "end": _end(sight),
    }
    state: dict[str, Any] = {
        "seat": sight.seat,
        "decision": sight.decision,
        "acting": bool(sight.legal),
        "over": bool(sight.reason) or sight.status in ("over", "ended"),
        "window": sight.window,
        "drag": any(way.source for way in ways.values()),
        "preview": bool(sight.legal) and hasattr(drawing, "preview"),
    }
    focus = [[*s.focus, s.x, s.y, s.width, s.height] for s in sheets[:1] if s.follows and s.focus]
    if focus:
        state["focus"] = [round(value, 1) for value in focus[0]]
    views = {f"sheet-{clean_id(s.name)}": _area(s) for s in sheets}
    return Picture(shells, html, lists, state, views)


def _area(sheet: Sheet) -> str:
    return f"{num(sheet.x)} {num(sheet.y)} {num(sheet.width)} {num(sheet.height)}"


def _staying(sheet: Sheet) -> Sheet:
    """A sheet as far as it stays: its area is no part of the shell, or a card less in a hand would cost a whole frame."""
    return sheet._replace(x=0, y=0, width=0, height=0, focus=None)


@lru_cache(maxsize=200)
def _shell(sheets: tuple[Sheet, ...]) -> str:
    out = []
    for sheet in sheets:
        layers = "".join(
            f'<g id="layer-{clean_id(name)}" class="layer" data-list>{_mark("layer-" + clean_id(name))}</g>'
            for name in sheet.layers
        )
        name = f"sheet-{clean_id(sheet.name)}"
        follows = " data-follows" if sheet.follows else ""
        out.append(
            f'<svg id="{name}" class="sheet {name}" role="group" aria-label="{escape(sheet.label or sheet.name)}"{follows} '
            f'viewBox="{_mark(f"area-{name}")}">{layers}</svg>'
        )
    return "".join(out)


def _attributes(
    sight: Sight, ways: Mapping[int, Handles], ids: set[str], labels: Mapping[str, str]
) -> dict[str, dict[str, str]]:
    """Roles and classes of the pieces by which something can be done."""
    found: dict[str, dict[str, str]] = {}
    for way in ways.values():
        for piece in way.ids() & ids:
            found.setdefault(
                piece, {"class": "can", "role": "button", "tabindex": "-1", "aria-label": labels[piece] or piece}
            )
        if way.source in ids:
            found[way.source] = {**found[way.source], "class": "can grab"}
    return found


def way_of(handles: Handles, ids: set[str]) -> str:
    """The handles of an action as attributes of its button; empty where it has none on the board."""
    if handles.source and handles.source in ids and handles.target in ids:
        return f' data-from="{PREFIX}{clean_id(handles.source)}" data-to="{PREFIX}{clean_id(handles.target)}"'
    if handles.pieces and handles.pieces <= ids:
        return ' data-pieces="' + " ".join(sorted(PREFIX + clean_id(p) for p in handles.pieces)) + '"'
    return ""


# ---------------------------------------------------------------- regions


def _words(sight: Sight, text: str) -> str:
    return fill(text, sight.names, seat_name)


def _stuck(sight: Sight) -> str:
    return f'<p class="prompt-line trouble">{escape(sight.stuck)}</p>' if sight.stuck else ""


def _prompt(sight: Sight) -> str:
    if sight.trouble:
        return f'<p class="prompt-line trouble">{escape(sight.trouble)}</p>'
    if sight.status == "gathering":
        return _gathering(sight)
    if sight.status == "ended":
        return '<p class="prompt-line">This table was given up.</p>'
    if sight.reason:
        return '<p class="prompt-line">The game is over.</p>'
    if sight.held is not None:
        said = _words(sight, sight.game.words.action(sight.view, sight.held))
        return (
            f'<p class="prompt-line">Your answer: <b>{said}</b></p>'
            '<p class="prompt-more">It stays sealed until the window closes for everybody. You can still take it back.</p>'
        )
    if sight.standing and sight.window and not sight.legal and _is_asked(sight):
        return (
            '<p class="prompt-line">A window is open, and you let it pass as you said beforehand.</p>'
            '<p class="prompt-more">To be asked again, choose “Ask me in windows”.</p>'
        )
    # Who is asked and can say nothing (alone with bots it is said for them) reads what onlookers read: no question.
    reader = -1 if _is_asked(sight) and not sight.legal else sight.seat
    text = sight.game.words.prompt(sight.view, reader) or ""
    kind = " mine" if sight.legal else ""
    others = sorted(sight.acting - {sight.seat})
    waiting = ""
    if not sight.legal and any(f"{{{other}}}" not in text for other in others):
        waiting = (
            f'<p class="prompt-more">Waiting for {_listed([seat_name(s, escape(sight.names[s])) for s in others])}.</p>'
        )
    turn = '<span class="lamp" aria-hidden="true"></span><span class="sr">Your turn. </span>' if sight.legal else ""
    elsewhere = "".join(
        f'<p class="prompt-more"><a class="button" href="/t/{sight.table}?seat={s}">Hand over to <bdi>{escape(sight.names[s])}</bdi></a></p>'
        for s in sorted((sight.mine - {sight.seat}) & sight.acting)
        if not sight.legal
    )
    return f'<p class="prompt-line{kind}">{turn}{_words(sight, text)}</p>{waiting}{elsewhere}'


def _is_asked(sight: Sight) -> bool:
    return sight.seat >= 0 and bool(int(sight.view.asked) >> sight.seat & 1)


def _gathering(sight: Sight) -> str:
    free = sum(1 for row in sight.sitting if row.kind == "open")
    many = "One seat is" if free == 1 else f"{free} seats are"
    if sight.seat < 0:
        return (
            f'<p class="prompt-line">{many} still free.</p>'
            f'<p class="prompt-more"><a class="button primary" href="/t/{sight.table}/join">Sit down</a></p>'
        )
    return (
        f'<p class="prompt-line">{many} still free. Send the others the address of this page:</p>'
        '<p class="prompt-more row"><copy-link></copy-link>'
        f'<a class="button" href="/t/{sight.table}/join">Fill up with bots</a></p>'
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _acts(sight: Sight, ways: Mapping[int, Handles], ids: set[str]) -> str:
    """Buttons for actions without a piece, and the plain list of all actions."""
    if not sight.legal or sight.held is not None:
        return ""
    words, vocabulary = sight.game.words, sight.game.vocabulary
    free, rows, sure = [], [], []
    for code in sight.legal:
        said, way = _words(sight, words.action(sight.view, code)), way_of(ways[code], ids)
        name = escape(vocabulary.name(code))
        does, kind = f' name="act" value="{name}"', "act"
        question = words.sure(sight.view, code) if hasattr(words, "sure") else ""
        if question:
            does, kind = f' type="button" value="{name}" popovertarget="sure-{code}"', "act grave"
            sure.append(_sure(code, name, said, _words(sight, question)))
        if not way:
            free.append(f'<button class="{kind}"{does}>{said}</button>')
        rows.append(
            f'<li><button class="{kind}"{does} data-group="{escape(_plain(sight, words.group(code) or ""))}"{way}>{said}</button></li>'
        )
    return (
        f'<form class="acts" method="post" action="/t/{sight.table}/act" data-decision="{sight.decision}">'
        f'<input type="hidden" name="seat" value="{sight.seat}"><input type="hidden" name="decision" value="{sight.decision}">'
        f'<div class="free">{"".join(free)}</div>'
        f'<details class="list" id="list"><summary>All I can do now ({len(rows)})</summary><ul>{"".join(rows)}</ul></details>{"".join(sure)}</form>'
    )


def _sure(code: int, name: str, said: str, question: str) -> str:
    """The question before an action that cannot be mended; it opens with its button, by the browser itself."""
    at = f"sure-{code}"
    return (
        f'<div id="{at}" class="sure" popover role="dialog" aria-labelledby="{at}-asked"><p id="{at}-asked">{question}</p><div class="row">'
        f'<button class="act really" name="act" value="{name}">{said}</button>'
        f'<button type="button" popovertarget="{at}" popovertargetaction="hide" autofocus>Play on</button></div></div>'
    )


def _plain(sight: Sight, text: str) -> str:
    return fill_plain(text, sight.names)


def _tools(sight: Sight) -> str:
    if sight.seat < 0 or sight.replay or sight.reason or sight.status != "running":
        return ""
    hidden = f'<input type="hidden" name="seat" value="{sight.seat}"><input type="hidden" name="decision" value="{sight.decision}">'
    undo = sight.can_undo or sight.held is not None

    def tool(name: str, label: str, on: bool) -> str:
        off = "" if on else " disabled"
        return f'<form method="post" action="/t/{sight.table}/{name}">{hidden}<button class="tool" data-tool="{name}"{off}>{label}</button></form>'

    tools = tool("undo", "Take back", undo) + tool("redo", "Put back", sight.can_redo)
    if sight.standing is None:
        return tools
    answer, label = ("", "Ask me in windows") if sight.standing else ("pass", "Let windows pass")
    return tools + (
        f'<form method="post" action="/t/{sight.table}/standing">{hidden}<input type="hidden" name="answer" value="{answer}">'
        f'<button class="tool" data-tool="standing" data-answer="{answer}">{label}</button></form>'
    )


def _seats(sight: Sight) -> str:
    out = []
    for row in sight.sitting:
        acting = row.seat in sight.acting and not sight.reason
        kind = {"bot": f"bot, {row.bot}", "open": "open seat"}.get(row.kind, "")
        tags = []
        if row.seat == sight.seat:
            tags.append("you")
        elif kind:
            tags.append(kind)
        now = '<span class="turn">to act</span>' if acting else ""
        tag = f'<span class="tag">{escape(", ".join(tags))}</span>' if tags else ""
        classes = " ".join(
            filter(
                None, ("plate", f"seat-{row.seat}", "acting" if acting else "", "me" if row.seat == sight.seat else "")
            )
        )
        who = f'<span class="id"><bdi class="who">{escape(row.name)}</bdi>{tag}</span>'
        out.append(f'<li class="{classes}">{badge(row.seat)}{who}{now}</li>')
    return f'<ul class="plates">{"".join(out)}</ul>'


def told(game: Game, view: Any, events: Sequence[Event]) -> tuple[str, ...]:
    """Events in words."""
    return tuple(text for event in events if (text := game.words.event(view, event)))


def line(number: int, said: Sequence[str], names: Sequence[str]) -> tuple[str, str]:
    """What was said of one step, as a line of the log: its id and its markup."""
    text = " ".join(f"<span>{fill(one, names, seat_name)}</span>" for one in said)
    return f"log-{number}", f'<li id="log-{number}" class="log-line">{text}</li>'


def _end(sight: Sight) -> str:
    if not sight.reason:
        return ""
    why = _words(sight, sight.game.words.reason(sight.reason))
    order = sorted(range(len(sight.ranks)), key=lambda s: (sight.ranks[s] or 99, -sight.scores[s], s))
    winners = [s for s in order if sight.ranks[s] == 1]
    headline = (
        "Nobody wins"
        if not winners
        else _listed([f"<bdi>{escape(sight.names[s])}</bdi>" for s in winners])
        + (" win" if len(winners) > 1 else " wins")
    )
    if sight.seat in winners and len(winners) == 1:
        headline = "You win"
    rows = "".join(
        f'<tr class="{"won" if s in winners else ""}"><td>{badge(s)}</td><th scope="row"><bdi>{escape(sight.names[s])}</bdi></th>'
        f"<td>{sight.scores[s]}</td><td>{'winner' if s in winners else ''}</td></tr>"
        for s in order
    )
    again = ""
    if not sight.replay:
        if sight.rematch:
            again = f'<a class="button primary" href="/t/{sight.rematch}">To the rematch</a>'
        elif sight.seat >= 0:
            again = (
                f'<form method="post" action="/t/{sight.table}/rematch"><button class="primary">Rematch</button></form>'
            )
        again += f'<a class="button" href="/t/{sight.table}/replay">Replay</a><a class="button" href="/">Lobby</a>'
    clause = sight.game.clause_name(sight.reason)
    cited = f' <a class="clause" href="/games/{sight.game.name}/rules#{clause}">{clause}</a>'
    return (
        f'<div class="end-panel"><h2>{headline}</h2><p>{why}{cited}</p><table class="scores"><thead><tr><th></th><th scope="col">Player</th>'
        f'<th scope="col">Score</th><th></th></tr></thead><tbody>{rows}</tbody></table><div class="row">{again}</div></div>'
    )


def defs(game: Game) -> str:
    """The gradients of house and game, hidden but drawn (what is not rendered lends no gradients)."""
    own = getattr(game.drawing, "DEFS", "")
    return f'<svg class="defs" width="0" height="0" aria-hidden="true"><defs>{HOUSE_DEFS}{own}</defs></svg>'
