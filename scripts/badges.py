"""Draw the badges of the README: clauses that code and tests cite, the licence, and the version of Python.

    .venv/bin/python scripts/badges.py    write them into docs/assets

`scripts/pictures` calls it. A test compares the files.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

from enginehouse.conformance.citations import find_cited_clauses, list_clauses, read_words
from enginehouse.core.registry import game as games

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "docs" / "assets"
LETTER, MARGIN, HEIGHT = 6.6, 8, 20
"""The mean width of a letter, the space beside a text and the height, in pixels."""


def draw_badge(left: str, right: str, colour: str) -> str:
    """Return an SVG with two texts: white on grey, and white on a colour."""
    widths = [round(len(text) * LETTER) + 2 * MARGIN for text in (left, right)]
    whole, (first, second) = sum(widths), widths
    texts = [
        f'<text x="{start + width / 2:g}" y="14" textLength="{width - 2 * MARGIN}">{escape(text)}</text>'
        for text, start, width in ((left, 0, first), (right, first, second))
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{whole}" height="{HEIGHT}" role="img" '
        f'aria-label="{escape(left)}: {escape(right)}">\n'
        f'<clipPath id="round"><rect width="{whole}" height="{HEIGHT}" rx="3"/></clipPath>\n'
        f'<g clip-path="url(#round)"><path fill="#4b5563" d="M0 0h{first}v{HEIGHT}H0z"/>'
        f'<path fill="{colour}" d="M{first} 0h{second}v{HEIGHT}H{first}z"/></g>\n'
        '<g fill="#fff" text-anchor="middle" font-family="DejaVu Sans, Verdana, sans-serif" font-size="11">'
        f"{''.join(texts)}</g>\n</svg>\n"
    )


def count_clauses() -> tuple[int, int]:
    """Return how many clauses of the games of the house are cited by code and by a test, and how many there are."""
    cited, every = 0, 0
    for name in games.names():
        game = games.get(name)
        if not game.facts.in_lobby:
            continue
        clauses = set(list_clauses(game))
        every += len(clauses)
        for folder in (Path(game.folder), ROOT / "tests" / "games" / game.package.rsplit(".", 1)[1]):
            clauses &= find_cited_clauses(read_words(sorted(folder.glob("*.py"))), game)
        cited += len(clauses)
    return cited, every


def list_badges() -> dict[str, str]:
    """Return the badges by the names of their files."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    cited, every = count_clauses()
    good, bad, plain = "#15803d", "#b91c1c", "#1d4ed8"
    clauses = draw_badge("clauses cited and tested", f"{cited} of {every}", good if cited == every else bad)
    return {
        "badge-clauses.svg": clauses,
        "badge-licence.svg": draw_badge("licence", project["license"], plain),
        "badge-python.svg": draw_badge("Python", f"{project['requires-python'].removeprefix('>=')} or newer", plain),
    }


if __name__ == "__main__":
    for file, drawn in list_badges().items():
        (ASSETS / file).write_text(drawn, "utf-8")
        print(ASSETS.relative_to(ROOT) / file)
