"""Draw the pictures for README and docs, and make files of artwork look right by themselves.

The pictures are positions of games, which `docs/assets/pictures.json` lists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.pictures import drawing
from enginehouse.core.pictures.palette import HOUSE_DEFS, HOUSE_STYLE
from enginehouse.core.play import arena, logs
from enginehouse.core.play.match import Match, replay
from enginehouse.core.registry import game as games


class PicturedPosition(NamedTuple):
    """A position of a random game: game, seats, seed, number of actions, and the seat whose view is drawn."""

    game: str
    seats: int
    seed: int
    actions: int
    seat: int
    theme: drawing.Theme = "light"


class Replayed(NamedTuple):
    """A position of a stored game: the file of its log, the length of the replay, and the seat whose view is drawn.

    The length of the replay (`entries`) is the number of actions, undos and redos that lead to the position.
    """

    log: str
    entries: int
    seat: int
    theme: drawing.Theme = "light"


def draw_listed(entry: Mapping[str, Any], root: Path) -> str:
    """Return a picture as the text of an SVG file. `entry` describes the picture: it is an element of `pictures.json`.

    If it names the log of a game, the path of the log is relative to `root`.
    """
    if "log" not in entry:
        return picture(PicturedPosition(**entry))
    shown = Replayed(**entry)
    match = _replay(shown, root)
    return drawing.document_of(match.game, match.view(shown.seat), theme=shown.theme, width=800) + "\n"


def animate_listed(entry: Mapping[str, Any], root: Path) -> bytes:
    """Return an animation of a game, action by action, as the bytes of a GIF file. It needs the extra `png`.

    `entry` is an element of `pictures.json`. It names the game's log, a file below the folder `root`, and the number of
    actions, undos and redos after which the animation ends.
    """
    shown = Replayed(**entry)
    return _replay(shown, root).gif(shown.seat, width=800, ms=900, theme=shown.theme)


def _replay(shown: Replayed, root: Path) -> Match:
    return replay(logs.load(root / shown.log), shown.entries).match


def picture(shown: PicturedPosition) -> str:
    """Return the picture of a position of a random game as an SVG file. `shown` names the position."""
    game = games.get(shown.game)
    s = arena.after(game, game.option_numbers(shown.seats, None), shown.seed, shown.actions)
    view = game.new_record()
    game.rules.view(s, shown.seat, view)
    return drawing.document_of(game, view, theme=shown.theme, width=800) + "\n"


_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
"""A rule of CSS: its selectors and its declarations."""
_CLASSES = re.compile(r"(?:\.[\w-]+ ?)+")
"""A selector that has classes alone."""
_GRADIENT = re.compile(r'<(\w+Gradient) id="([^"]+)".*?</\1>', re.S)
_HEAD = re.compile(r"\s*<(style|defs)\b[^>]*?(?:/>|>.*?</\1>)", re.S)
"""The parts of an SVG file of artwork that the game does not read."""


def write_head(artwork: str, style: str, defs: str) -> str:
    """Return the text of an SVG file of a game's artwork with the colours and gradients of its classes in its head.

    `style` and `defs` are the game's own CSS and definitions. The head has the light theme's colours in place of
    variables, and no more than the file needs, because drawing programs read less CSS than browsers.
    """
    body = _HEAD.sub("", artwork)
    used = {name for names in re.findall(r'class="([^"]*)"', body) for name in names.split()}
    rules = []
    for selectors, declarations in _RULE.findall(HOUSE_STYLE + style):
        kept = [
            one for one in selectors.split(",") if _CLASSES.fullmatch(one) and set(re.findall(r"[\w-]+", one)) <= used
        ]
        shown = [one for one in declarations.split(";") if not one.startswith(("--", "animation", "pointer-events"))]
        if kept and any(shown):
            rules.append(f"{','.join(kept)}{{{';'.join(shown)}}}")
    names = set(re.findall(r"url\(#([^)]+)\)", " ".join(rules)))
    gradients = [found[0] for found in _GRADIENT.finditer(HOUSE_DEFS + defs) if found[2] in names]
    head = "\n    ".join(["\n  <style>", *rules]) + "\n  </style>"
    if gradients:
        head += "\n    ".join(["\n  <defs>", *gradients]) + "\n  </defs>"
    return re.sub(r"<svg\b[^>]*>", lambda root: root[0] + drawing.resolve(head, "light"), body, count=1)
