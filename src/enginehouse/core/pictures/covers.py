"""Draw parts that several covers share. A cover is the picture by which the lobby shows a game."""

from __future__ import annotations

from enginehouse.core.pictures.drawing import Svg, el, joined

COVER_WIDE, COVER_HIGH = 800, 600
STYLE = (
    ".cover-ground{fill:var(--bench)}.cover-dark{fill:#2b241b}.cover-light{fill:var(--glow);opacity:.2}.cover-band{fill:var(--enamel)}"
    ".cover-line{fill:none;stroke:var(--brass-light);stroke-width:3}"
    ".cover-title{font:700 58px 'Rockwell','Roboto Slab','DejaVu Serif Condensed','DejaVu Serif',Georgia,'DejaVu Sans Condensed',serif;"
    "fill:var(--enamel-ink);text-anchor:middle}"
)
"""Classes of the parts in `framed`."""


def at(svg: Svg, x: float, y: float, scale: float = 1, turn: float = 0) -> Svg:
    """Return the drawing `svg` in another size and at another place.

    `svg` has its centre at (0, 0). The drawing is enlarged by the factor `scale`, turned by `turn` degrees clockwise,
    and then its centre is moved to (x, y).
    """
    turned = f" rotate({turn:g})" if turn else ""
    return el("g", svg, transform=f"translate({x:g} {y:g}){turned} scale({scale:g})")


def framed(title: str, parts: list[Svg], ground: str = "cover-ground") -> Svg:
    """Return a cover: the drawings `parts` in a pool of light, above a plate with the title.

    Its size is `COVER_WIDE` x `COVER_HIGH`. `ground` is the CSS class of the background.
    """
    return joined(
        [
            el("rect", width=COVER_WIDE, height=COVER_HIGH, cls=ground),
            el("ellipse", cx=400, cy=270, rx=360, ry=270, cls="cover-light"),
            el("ellipse", cx=400, cy=290, rx=230, ry=180, cls="cover-light"),
            *parts,
            el("rect", y=490, width=COVER_WIDE, height=110, cls="cover-band"),
            el("path", d=f"M0 490H{COVER_WIDE}M0 499H{COVER_WIDE}", cls="cover-line"),
            el("text", title, x=400, y=568, cls="cover-title"),
        ]
    )
