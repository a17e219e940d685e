"""Rulebooks as pages: every clause has its anchor, every citation leads to one, and nothing in them is markup but ours."""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET

import pytest

from enginehouse.core.pictures.drawing import escape
from enginehouse.core.registry import game as games
from enginehouse.core.teaching.guides import guide_of, picture
from enginehouse.core.words.texts import texts_of_all_variants
from enginehouse.table.html.rulebook import collect_cards, parts_page, rulebook_html, rules_page, text_of_part
from enginehouse.table.web.lobby import cover_picture

BOOK = """# Title

Look at SY-1.2, `SY-2.1` and `code`, *so* it **must** be; <b>not</b> [there](https://example.org/SY-1.1).

## 1 The yard & co

- SY-1.1 A wagon of *wood*
  goes (**ruling**). See SY-1.2.
- SY-1.2 (**house**) Another, **ruling**: a third
- no clause, see SY-9

### A *part* of it

| a | b |
| --- | --- |
| SY-1.1 | 2 |

```text
<not> SY-1.1
```

## Worked `examples`

1. first
"""


def squeeze(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def test_what_a_rulebook_becomes() -> None:
    book = rulebook_html(BOOK, "SY")
    text = squeeze(book.markup)
    assert book.contents == [("SY-1", "1 The yard & co"), ("worked-examples", "Worked examples")]
    for part in (
        'Look at <a class="clause" href="#SY-1.2">SY-1.2</a>, <a class="clause" href="#SY-2.1"><code>SY-2.1</code></a> and <code>code</code>',
        "<em>so</em> it <strong>must</strong> be; &lt;b&gt;not&lt;/b&gt;",
        '<a href="https://example.org/SY-1.1">there</a>',
        '<h2 id="SY-1">1 The yard &amp; co</h2>',
        '<li id="SY-1.1" class="clause-item"><a class="clause-number" href="#SY-1.1">SY-1.1</a><span>A wagon of <em>wood</em> goes. '
        'See <a class="clause" href="#SY-1.2">SY-1.2</a>.</span></li>',
        "<span>Another, a third</span>",
        '<li>no clause, see <a class="clause" href="#SY-9">SY-9</a></li>',
        '<h3 id="a-part-of-it">A <em>part</em> of it</h3>',
        '<div class="wide"> <table> <thead> <tr> <th scope="col">a</th>',
        '<td><a class="clause" href="#SY-1.1">SY-1.1</a></td>',
        '<pre tabindex="0">&lt;not&gt; SY-1.1</pre>',
        '<h2 id="worked-examples">Worked <code>examples</code></h2>',
        "<ol> <li>first</li> </ol>",
    ):
        assert part in text, part
    assert "Title" not in text and "<b>" not in text


@pytest.mark.parametrize("name", games.names())
def test_every_clause_has_its_anchor_and_every_citation_one_to_lead_to(name: str) -> None:
    game = games.get(name)
    text = rulebook_html(game.rulebook, game.facts.prefix).markup
    anchors = re.findall(r' id="([^"]+)"', text)
    assert len(anchors) == len(set(anchors))
    assert {game.clause_name(clause) for clause in game.clauses} <= set(anchors)
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(anchors)


HOUSE = ("great-machine", "mechanation", "mechanica", "mechanical-beast")


def test_games_of_the_house_have_a_page_how_to_play() -> None:
    assert {game.name for game in map(games.get, games.names()) if guide_of(game) is not None} == set(HOUSE)


@pytest.mark.parametrize("name", HOUSE)
def test_how_to_play_is_drawn_by_the_renderer(name: str) -> None:
    """A turn in three pictures from the first lesson, in day and night alike well-formed; each sign is a part with its text;
    the page has all of it before the clauses, and pictures beside them."""
    game = games.get(name)
    guide = guide_of(game)
    assert guide is not None and len(guide.turn) == 3 and 4 <= len(guide.signs) <= 16
    drawn = [ET.fromstring(picture(game, scene)) for scene in guide.turn]
    assert all(len(list(one.iter())) > 100 for one in drawn)
    foretold = [k for k, scene in enumerate(guide.turn) if scene.act]
    for k in foretold:
        assert picture(game, guide.turn[k]) != picture(game, guide.turn[k]._replace(act=""))
    titles = {title for title, *_ in game.drawing.gallery()}
    page = rules_page(game.name)
    before, clauses = page.split('id="clauses"')
    plain = html.unescape(clauses)
    for title, key in guide.signs.items():
        assert title in titles and escape(texts_of_all_variants(game)[key].says) in before
    assert escape(guide.goal) in before and escape(guide.end) in before
    assert before.count(f"/games/{game.name}/guide/") == 6 and f"/games/{game.name}/parts/" in clauses
    assert "Undo</h3>" in before and 'data-filters=".clause-item, .wide tbody tr, .book-part"' in before
    assert all(f"<b>{card.name}.</b> {card.says}" in plain for card in collect_cards(name))


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_its_picture_in_the_lobby(name: str) -> None:
    """A cover of its own with its title where it has one, else a position; by day and by night."""
    own = hasattr(games.get(name).drawing, "cover")
    assert own == (name in HOUSE)
    day, night = (cover_picture(name, theme) for theme in ("light", "dark"))
    assert day != night
    shown = ET.fromstring(day)
    assert not own or games.get(name).facts.title in [
        one.text for one in shown.iter("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("name", HOUSE)
def test_each_part_is_shown_once_with_its_text(name: str) -> None:
    """Every picture of the gallery is on one card, no two cards have one name, and every card says what its part does."""
    game = games.get(name)
    cards, titles = collect_cards(name), [title for title, *_ in game.drawing.gallery()]
    assert sorted(title for card in cards for _, title in card.pictures) == sorted(titles)
    assert len(titles) == len(set(titles)) and len(cards) == len({card.name for card in cards})
    assert all(card.says and card.clause for card in cards)
    page = parts_page(game)
    for k in range(len(titles)):
        assert page.count(f"/parts/{k}.svg?theme=light") == page.count(f"/parts/{k}.svg?theme=dark") == 1
    plain = html.unescape(page)
    assert all(plain.count(f"<figcaption>{card.name}<p>{card.says}") == 1 for card in cards)


def test_a_part_is_found_by_any_form_of_its_name() -> None:
    """By its very name, in another form of it, by the beginning of its title, and together with parts of the same text."""
    mechanica, great = games.get("mechanica"), games.get("great-machine")
    for game, title, name in (
        (mechanica, "Recycler", "The Recycler"),
        (mechanica, "Blueprint for 13: two Pluses", "A blueprint"),
        (mechanica, "Downgrader, rotated", "Downgrader"),
        (great, "A Master's coach", "The Master's coach"),
        (great, "A rat of 5 pellets", "A rat"),
        (games.get("mechanation"), "Titan, small", "Titan"),
        (games.get("mechanation"), "Bulwark, classic", "Bulwark, classic"),
    ):
        text = text_of_part(game, title)
        assert text is not None and text.name == name
    assert text_of_part(great, "A teapot") is None
    (blueprints,) = (card for card in collect_cards("mechanica") if card.name == "A blueprint")
    assert len(blueprints.pictures) == 15
