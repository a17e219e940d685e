"""A game's rulebook and the gallery of its parts."""

from __future__ import annotations

import re
from functools import cache

from enginehouse.core import game as games
from enginehouse.core.drawing import clean_id, escape
from enginehouse.core.game import Game
from enginehouse.table.html.lobby import cover, seats_said
from enginehouse.table.html.shell import page


def _inline(text: str, prefix: str) -> str:
    """Emphasis, code and links to clauses."""
    text = escape(text)
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    text = re.sub(r"(?<!\*)\*([^*\s][^*]*)\*(?!\*)", r"<em>\1</em>", text)
    return re.sub(rf"\b({prefix}-\d+(?:\.\d+)?)\b", r'<a class="clause" href="#\1">\1</a>', text)


def rulebook_html(text: str, prefix: str) -> tuple[str, list[tuple[str, str]]]:
    """The rulebook (a small part of Markdown: headings, lists, tables, paragraphs) as markup, and its headings."""
    out: list[str] = []
    contents: list[tuple[str, str]] = []
    lines = text.splitlines()
    k = 0
    while k < len(lines):
        line = lines[k]
        heading = re.match(r"(#{1,4}) +(.*)", line)
        if heading:
            level, title = len(heading[1]), heading[2].strip()
            anchor = clean_id(re.sub(r"\W+", "-", title.lower()).strip("-"))
            number = re.match(r"(\d+)\b", title)
            if number and level == 2:
                anchor = f"{prefix}-{number[1]}"
            if level > 1:
                out.append(f'<h{level} id="{anchor}">{_inline(title, prefix)}</h{level}>')
            if level == 2:
                contents.append((anchor, re.sub(r"[*`]", "", title)))
            k += 1
        elif line.startswith("|"):
            rows = []
            while k < len(lines) and lines[k].startswith("|"):
                rows.append([c.strip() for c in lines[k].strip().strip("|").split("|")])
                k += 1
            out.append(_table(rows, prefix))
        elif re.match(r"- ", line):
            items = []
            while k < len(lines) and (lines[k].startswith("- ") or (lines[k].startswith("  ") and lines[k].strip())):
                if lines[k].startswith("- "):
                    items.append(lines[k][2:])
                else:
                    items[-1] += " " + lines[k].strip()
                k += 1
            out.append('<ul class="clauses">' + "".join(_clause(i, prefix) for i in items) + "</ul>")
        elif line.startswith("```"):
            k += 1
            block = []
            while k < len(lines) and not lines[k].startswith("```"):
                block.append(lines[k])
                k += 1
            k += 1
            out.append(f'<pre tabindex="0">{escape(chr(10).join(block))}</pre>')
        elif line.strip():
            para = []
            while k < len(lines) and lines[k].strip() and not re.match(r"[#|]|- |```", lines[k]):
                para.append(lines[k].strip())
                k += 1
            out.append(f"<p>{_inline(' '.join(para), prefix)}</p>")
        else:
            k += 1
    return "".join(out), contents


def _clause(text: str, prefix: str) -> str:
    named = re.match(rf"({prefix}-\d+\.\d+)\s+(.*)", text, re.S)
    if not named:
        return f"<li>{_inline(text, prefix)}</li>"
    return f'<li id="{named[1]}" class="clause-item"><a class="clause-number" href="#{named[1]}">{named[1]}</a><span>{_ruling(_inline(named[2], prefix))}</span></li>'


def _ruling(text: str) -> str:
    """Clauses that are the house's own rulings say so with a small plate."""
    return re.sub(r"<strong>ruling</strong>", '<span class="ruling">ruling</span>', text)


def _table(rows: list[list[str]], prefix: str) -> str:
    head, body = rows[0], [r for r in rows[1:] if not all(re.fullmatch(r":?-+:?", c) for c in r)]
    top = "".join(f'<th scope="col">{_inline(c, prefix)}</th>' for c in head)
    rest = "".join("<tr>" + "".join(f"<td>{_inline(c, prefix)}</td>" for c in r) + "</tr>" for r in body)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{rest}</tbody></table></div>'


@cache
def rules_page(name: str) -> str:
    """The rulebook of a game."""
    game = games.get(name)
    book, contents = rulebook_html(game.rulebook, game.facts.prefix)
    links = "".join(f'<li><a href="#{anchor}">{escape(title)}</a></li>' for anchor, title in contents)
    body = (
        f'<main class="book"><nav class="book-nav" aria-label="Contents"><p class="eyebrow">Rules, version {escape(game.facts.rules_version)}</p><ol>{links}</ol></nav>'
        f'<article class="panel book-text"><p class="eyebrow">Rulebook</p><h1>{escape(game.facts.title)}</h1><p class="lead">{escape(game.facts.tagline)}</p>'
        f'<p class="small">{escape(seats_said(game))}</p><div class="book-picture">{cover(game)}</div>{book}'
        f'<p class="row"><a class="button primary" href="/new?game={name}">New table</a><a class="button" href="/games/{name}/parts">All parts</a></p></article></main>'
    )
    return page(f"Rules: {game.facts.title}", body, kind="book-body")


def parts_page(game: Game) -> str:
    """Every part of a game alone: by day and by night, large and small."""
    items = []
    for k, (title, _, width, height) in enumerate(game.drawing.gallery()):
        shape = "tall" if height > 1.2 * width else "wide" if width > 1.2 * height else "square"
        pictures = "".join(
            f'<span class="part-{theme}"><img class="part {size} {shape}" src="/games/{game.name}/parts/{k}.svg?theme={theme}" alt="" loading="lazy"></span>'
            for theme in ("light", "dark")
            for size in ("large", "small")
        )
        items.append(
            f'<figure class="part-card"><div class="part-grid">{pictures}</div><figcaption>{escape(title)}</figcaption></figure>'
        )
    body = (
        f'<main class="gallery"><p class="eyebrow">Parts</p><h1>{escape(game.facts.title)}</h1>'
        f'<p class="lead">Every part alone: by day and by night, large and small.</p><div class="parts">{"".join(items)}</div></main>'
    )
    return page(f"Parts: {game.facts.title}", body)
