"""What every page has around it."""

from __future__ import annotations

from enginehouse.core.drawing import escape
from enginehouse.table.web import static_files as assets

LOGO = (
    '<svg class="logo" viewBox="-12 -12 24 24" aria-hidden="true"><path class="logo-gear" d="M-2-11.5H2L2.6-8.4A8.6 8.6 0 0 1 4.6-7.6L7.2-9.4'
    "L9.9-6.6L8.1-4A8.6 8.6 0 0 1 8.7-2L11.5-1.6V2.2L8.6 2.8A8.6 8.6 0 0 1 7.7 4.9L9.4 7.4L6.7 10.1L4.2 8.3A8.6 8.6 0 0 1 2.3 9L1.8 11.8H-2.1"
    "L-2.6 9A8.6 8.6 0 0 1-4.6 8.1L-7.2 9.8L-9.9 7.1L-8.1 4.5A8.6 8.6 0 0 1-8.8 2.6L-11.7 2.1V-1.7L-8.8-2.3A8.6 8.6 0 0 1-8-4.3L-9.8-6.9L-7-9.6"
    'L-4.4-7.8A8.6 8.6 0 0 1-2.5-8.5Z"/><circle class="logo-hub" r="4.4"/><path class="logo-arm" d="M0 0L7.4-4.2"/></svg>'
)


def page(
    title: str,
    body: str,
    *,
    name: str = "",
    scripts: tuple[str, ...] = (),
    styles: tuple[str, ...] = (),
    kind: str = "plain",
    extra: str = "",
) -> str:
    """A whole page. `extra` goes into the bar at the top."""
    head = "".join(f'<link rel="stylesheet" href="{assets.url(s)}">' for s in ("house.css", *styles))
    head += f'<script src="{assets.url("theme.js")}"></script>'
    head += "".join(f'<script type="module" src="{assets.url(s)}"></script>' for s in scripts)
    who = f'<span class="whoami">{escape(name)}</span>' if name else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        f"<title>{escape(title)}</title>"
        f'<link rel="icon" href="{assets.url("icon.svg")}" type="image/svg+xml">{head}</head><body class="{kind}">'
        f'<header class="bar"><a class="mark" href="/">{LOGO}<span>Enginehouse</span></a>{extra}<span class="gap"></span>{who}'
        '<button class="theme" id="theme" type="button" aria-label="Day or night" title="Day or night">'
        '<svg viewBox="-12 -12 24 24" aria-hidden="true"><path class="theme-bulb" d="M-4 4C-7.5 1-7.5-7 0-7.5C7.5-7 7.5 1 4 4V6H-4Z"/>'
        '<path class="theme-cap" d="M-4 8H4M-3 10.5H3"/></svg></button></header>'
        f"{body}</body></html>"
    )
