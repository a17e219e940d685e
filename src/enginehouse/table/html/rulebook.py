"""Make the page of a game's rulebook, and the gallery of its cards, tiles and other pieces (its parts).

Rulebooks are Markdown, which markdown-it-py reads. This module adds an anchor to each clause, and a link to each
citation of a clause. The marks `**ruling**` and `**house**` are not for players and are removed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from enginehouse.core.pictures.drawing import Svg, clean_id
from enginehouse.core.records.fields import Record
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.guides import Guide, guide_of
from enginehouse.core.teaching.puzzles import puzzles_of
from enginehouse.core.words.texts import Text, by_variant, texts_of_all_variants, without_beginning
from enginehouse.table.addresses import own_address
from enginehouse.table.html.lobby import offer_lessons, seats_said
from enginehouse.table.html.rendering import render


class Book(NamedTuple):
    """The markup of a game's rulebook, with the titles of its chapters."""

    markup: Svg
    contents: list[tuple[str, str]]
    """The chapters: anchor and title."""


_MARK = re.compile(r"\s*\(\*\*(?:ruling|house)\*\*\)|\s*\*\*(?:ruling|house)\*\*[:,]?")
"""Matches the mark of a clause that is not from the original game."""


def rulebook_html(text: str, prefix: str, drawn: Mapping[str, Sequence[str]] | None = None) -> Book:
    """Return the rulebook as markup, with an anchor for each clause (`GM-3.2`) and chapter (`GM-3`).

    `text` is its Markdown, and `prefix` the letters before the numbers (`GM`). HTML in the text is escaped. `drawn` is
    a dict from the name of a clause to the addresses of the pictures beside it.
    """
    contents: list[tuple[str, str]] = []

    def clauses(state: StateCore) -> None:
        state.tokens = list(_blocks(state.tokens, prefix, contents, drawn or {}))

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    reader.core.ruler.push("clauses", clauses)
    return Book(Svg(reader.render(_MARK.sub("", text))), contents)


# ---------------------------------------------------------------- the rule for clauses


def _blocks(
    tokens: list[Token], prefix: str, contents: list[tuple[str, str]], drawn: Mapping[str, Sequence[str]]
) -> Iterator[Token]:
    """Yield the Markdown tokens of a rulebook without its title, because the page has the title already.

    Add the anchor and the title of each chapter to `contents`. `prefix` has the letters before the numbers of rulebook
    clauses (`GM` in `GM-3.2`). `drawn` has the addresses of the pictures beside a clause, by the clause's number.
    """
    title = False
    for k, token in enumerate(tokens):
        if token.tag == "h1":
            title = token.nesting == 1
            continue
        if token.type == "heading_open":
            heading = tokens[k + 1].content
            token.attrSet("id", _anchor(token.tag, heading, prefix))
            if token.tag == "h2":
                contents.append((str(token.attrGet("id")), re.sub(r"[*`]", "", heading)))
        elif token.type == "bullet_list_open":
            token.attrJoin("class", "clauses")
        elif token.type == "list_item_open":
            _name_clause(token, tokens[k + 1 : k + 3], prefix, drawn)
        elif token.type == "th_open":
            token.attrs = {"scope": "col"}
        elif token.type == "inline":
            token.children = list(_words(token.children or [], prefix))
        if not title:
            yield from _frame(token)


def _anchor(tag: str, heading: str, prefix: str) -> str:
    number = re.match(r"(\d+)\b", heading)
    if number and tag == "h2":
        return f"{prefix}-{number[1]}"
    return clean_id(re.sub(r"\W+", "-", heading.lower()).strip("-"))


def _frame(token: Token) -> Iterator[Token]:
    """Yield `token`, and the tokens of a frame around a block that can be wide, such as a table.

    `token` is a token of a page in Markdown. The start of the frame comes before the first token of the block, and its
    end after the last token. In the frame, a block that is wider than the page can be scrolled.
    """
    if token.type == "table_open":
        yield Token("wide_open", "div", 1, attrs={"class": "wide"}, block=True)
        yield token
    elif token.type == "table_close":
        yield token
        yield Token("wide_close", "div", -1, block=True)
    elif token.type in ("fence", "code_block"):
        yield Token("pre_open", "pre", 1, attrs={"tabindex": "0"})
        yield _text(token.content.rstrip("\n"))
        yield Token("pre_close", "pre", -1, block=True)
    else:
        yield token


def _name_clause(item: Token, inside: list[Token], prefix: str, drawn: Mapping[str, Sequence[str]]) -> None:
    """Add an anchor, a link to the anchor and pictures to a list item that is a clause of the rulebook.

    `item` is the Markdown token that opens the list item, and `inside` has the tokens after it. They are changed in
    place. If the text of the item does not begin with the number of a clause, return without a change. `prefix` has the
    letters before these numbers (`GM` in `GM-3.2`). `drawn` has the addresses of the pictures beside a clause, by the
    clause's number.
    """
    words = next((token for token in inside if token.type == "inline"), None)
    first = words.children[0] if words and words.children else None
    found = re.match(rf"({prefix}-\d+\.\d+)\s+", first.content) if first and first.type == "text" else None
    if words is None or first is None or found is None:
        return
    item.attrs = {"id": found[1], "class": "clause-item"}
    first.content = first.content[found.end() :]
    words.children = [
        *_link(found[1], "clause-number"),
        Token("span_open", "span", 1),
        *(words.children or []),
        *(_pictures(drawn[found[1]]) if found[1] in drawn else ()),
        Token("span_close", "span", -1),
    ]


def _pictures(addresses: Sequence[str]) -> Iterator[Token]:
    """Yield the Markdown tokens that show the pictures beside a clause of the rulebook.

    `addresses` has the address of each picture, without its theme. Each picture is added twice, for the light and for
    the dark theme. The pictures have no alternative text, because the text of the clause says everything.
    """
    yield Token("drawn_open", "span", 1, attrs={"class": "clause-parts"})
    for address in addresses:
        for theme in ("light", "dark"):
            attributes: dict[str, str | int | float] = {
                "class": f"only-{theme}",
                "src": f"{address}?theme={theme}",
                "alt": "",
                "loading": "lazy",
            }
            yield Token("part", "img", 0, attrs=attributes)
    yield Token("drawn_close", "span", -1)


def _words(tokens: list[Token], prefix: str) -> Iterator[Token]:
    """Yield the tokens of a block's text, with a link for each clause that it cites.

    `prefix` has the letters before the numbers of clauses, such as `GM`.
    """
    linked = False
    for token in tokens:
        if token.type == "text" and not linked:
            yield from _link_clauses(token.content, prefix)
        elif token.type == "code_inline" and re.fullmatch(rf"{prefix}-\d+(\.\d+)?", token.content) and not linked:
            opened, _, closed = _link(token.content, "clause")
            yield from (opened, token, closed)
        else:
            linked = token.nesting == 1 if token.tag == "a" else linked
            yield token


def _link_clauses(text: str, prefix: str) -> Iterable[Token]:
    for k, part in enumerate(re.split(rf"\b({prefix}-\d+(?:\.\d+)?)\b", text)):
        yield from _link(part, "clause") if k % 2 else [_text(part)]


def _link(clause: str, kind: str) -> list[Token]:
    attributes: dict[str, str | int | float] = {"class": kind, "href": f"#{clause}"}
    return [Token("link_open", "a", 1, attrs=attributes), _text(clause), Token("link_close", "a", -1)]


def _text(text: str) -> Token:
    return Token("text", "", 0, content=text)


# ---------------------------------------------------------------- pages


@cache
def rules_page(name: str) -> str:
    """Return the page with the rulebook of the game with this name."""
    game = games.get(name)
    book = rulebook_html(game.rulebook, game.facts.prefix, _draw_cited_parts(game))
    return render(
        "rulebook",
        title=f"Rules: {game.facts.title}",
        name="",
        game=game,
        guide=_guide(game),
        book=book.markup,
        contents=book.contents,
        seats_said=seats_said(game),
        puzzles=bool(puzzles_of(game)),
        lessons=offer_lessons(game),
        cards=collect_cards(name) if game.has("drawing") else [],
    )


MOST_DRAWN = 4
"""The maximum number of pictures beside a clause."""


def _draw_cited_parts(game: Game) -> dict[str, list[str]]:
    """Return a dict from the name of a clause to the addresses of pictures of cards, tiles and other pieces.

    The pictures of a clause show pieces whose texts cite the clause, at most `MOST_DRAWN` of them.
    """
    if game.texts is None or not game.has("drawing"):
        return {}
    numbers = {title: k for k, (title, *_) in enumerate(game.drawing.gallery())}
    guide, texts = guide_of(game), texts_of_all_variants(game)
    keys = {text.name: key for key, text in texts.items() if text.name in numbers}
    found: dict[str, list[str]] = {}
    for title, key in [*(guide.signs.items() if guide is not None else ()), *keys.items()]:
        at = found.setdefault(game.clause_name(texts[key].clause), [])
        address = own_address(f"/games/{game.name}/parts/{numbers[title]}.svg")
        if address not in at and len(at) < MOST_DRAWN:
            at.append(address)
    return found


def _guide(game: Game) -> dict[str, Any] | None:
    """Return the guide to a game as a dict for the page, or `None` if there is no guide.

    - `guide`: the `Guide` of the game
    - `goals`: pairs of the name of a variant and its text about the goal
    - `ends`: pairs of the name of a variant and its text about the end
    - `signs`: a tuple for each card or other piece that the guide shows: its number in the gallery (the pictures of
      single pieces), its text, and the name of the rulebook clause on which the text is based
    """
    guide = guide_of(game)
    if guide is None:
        return None
    texts = texts_of_all_variants(game)
    numbers = {title: k for k, (title, *_) in enumerate(game.drawing.gallery())}
    signs = [(numbers[title], texts[key]) for title, key in guide.signs.items()]
    return {
        "guide": guide,
        "goals": _by_variant(game, "goal"),
        "ends": _by_variant(game, "end"),
        "signs": [(k, text, game.clause_name(text.clause)) for k, text in signs],
    }


def _by_variant(game: Game, name: str) -> list[tuple[str, str]]:
    """Return a text of the guide for each variant of the game, as pairs of the variant's label and the text.

    `name` selects the text in the guide. The texts of later variants omit the sentences that they share with the first.
    """
    (label, first), *others = by_variant(game, lambda view: str(getattr(_require_guide(game, view), name)))
    return [(label, first), *((label, without_beginning(first, says)) for label, says in others)]


def _require_guide(game: Game, view: Record) -> Guide:
    guide = guide_of(game, view)
    assert guide is not None
    return guide


_ARTICLE = re.compile(r"^(a|an|the) ")
"""The article at the beginning of a title, which does not count in comparisons."""


def _plain(title: str) -> str:
    """Return a title simplified for comparisons: without its article, in lower case, and with plain apostrophes.

    The result is the same for "The Master’s coach" and "A Master's coach".
    """
    return _ARTICLE.sub("", title.casefold().replace("’", "'"))


def text_of_part(game: Game, title: str) -> Text | None:
    """Return the game's text about a card, tile or other piece, or `None` if there is no text.

    `title` is the title of the piece's picture. The function looks for the text in three ways, in this order:

    - by name: the name of the text equals the title; a leading article, upper case and the kind of apostrophe do not
      count
    - by the game's dict `PARTS`, which maps the beginning of a title to the key of a text; the longest beginning that
      fits is used
    - by a part of the title: the title begins or ends with the name of the text; the longest name that fits is used
    """
    texts = texts_of_all_variants(game)
    named = {_plain(text.name): text for text in reversed(list(texts.values()))}
    if (exact := next((text for text in texts.values() if text.name == title), None)) is not None:
        return exact
    if (plain := _plain(title)) in named:
        return named[plain]
    parts: Mapping[str, str] = getattr(game.texts, "PARTS", {})
    begins = max((one for one in parts if title.startswith(one)), key=len, default="")
    if begins:
        return texts[parts[begins]]
    fits = [name for name in named if re.search(rf"^{re.escape(name)}\b|\b{re.escape(name)}$", plain)]
    return named[max(fits, key=len)] if fits else None


class PartCard(NamedTuple):
    """A card of the gallery: the name of a piece of the game, its text, and all its pictures.

    A piece is a card, tile, mech or the like.
    """

    name: str
    says: str
    clause: str
    """The clause on which the text is based, or ""."""
    pictures: list[tuple[int, str]]
    """The number and the title of each picture."""


@cache
def collect_cards(name: str) -> list[PartCard]:
    """Return the gallery's cards for all pieces of the game `name`. Pieces with the same text share a card."""
    game = games.get(name)
    found: dict[str, PartCard] = {}
    for k, (title, *_) in enumerate(game.drawing.gallery()):
        text = text_of_part(game, title)
        clause = game.clause_name(text.clause) if text is not None and text.clause else ""
        fresh = PartCard(text.name if text is not None else title, text.says if text is not None else "", clause, [])
        card = found.setdefault(f"{fresh.name}\n{fresh.says}", fresh)
        card.pictures.append((k, title))
    return list(found.values())


def parts_page(game: Game) -> str:
    """Return the page with the picture and the effect of every card, tile and other piece of a game."""
    return render("gallery", title=f"Parts: {game.facts.title}", name="", game=game, cards=collect_cards(game.name))
