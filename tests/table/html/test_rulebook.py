"""Rulebooks as pages: every clause has its anchor, every citation leads to one, and nothing in them is markup but ours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from enginehouse.core import game as games
from enginehouse.core.drawing import escape
from enginehouse.core.guides import guide_of, picture
from enginehouse.core.texts import texts_of_all_variants
from enginehouse.table.html.rulebook import parts_page, rulebook_html, rules_page
from enginehouse.table.web.lobby import cover_picture

BOOK = """# Title

Look at SY-1.2, `SY-2.1` and `code`, *so* it **must** be; <b>not</b> [there](https://example.org/SY-1.1).

## 1 The yard & co

- SY-1.1 A wagon of *wood*
  goes **ruling**. See SY-1.2.
- SY-1.2 Another
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


def squeezed(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def test_what_a_rulebook_becomes() -> None:
    book = rulebook_html(BOOK, "SY")
    text = squeezed(book.markup)
    assert book.contents == [("SY-1", "1 The yard & co"), ("worked-examples", "Worked examples")]
    for part in (
        'Look at <a class="clause" href="#SY-1.2">SY-1.2</a>, <a class="clause" href="#SY-2.1"><code>SY-2.1</code></a> and <code>code</code>',
        "<em>so</em> it <strong>must</strong> be; &lt;b&gt;not&lt;/b&gt;",
        '<a href="https://example.org/SY-1.1">there</a>',
        '<h2 id="SY-1">1 The yard &amp; co</h2>',
        '<li id="SY-1.1" class="clause-item"><a class="clause-number" href="#SY-1.1">SY-1.1</a><span>A wagon of <em>wood</em> goes '
        '<span class="ruling">ruling</span>. See <a class="clause" href="#SY-1.2">SY-1.2</a>.</span></li>',
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
    for title, key in guide.signs.items():
        assert title in titles and escape(texts_of_all_variants(game)[key].says) in before
    assert escape(guide.goal) in before and escape(guide.end) in before
    assert before.count(f"/games/{game.name}/guide/") == 6 and f"/games/{game.name}/parts/" in clauses
    assert 'data-filters=".clause-item"' in clauses


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


@pytest.mark.parametrize("name", [name for name in games.names() if games.get(name).facts.in_lobby])
def test_parts_say_what_they_do_once(name: str) -> None:
    """Whichever way a part's name is written in the gallery: its text stands at the first of its pictures, and there alone."""
    game = games.get(name)
    page = parts_page(game)
    titles = [title for title, *_ in game.drawing.gallery()]
    for text in texts_of_all_variants(game).values():
        said = re.findall(rf"<figcaption>([^<]*)<p>{re.escape(escape(text.says))}", page)
        same = sum(1 for other in texts_of_all_variants(game).values() if other.says == text.says)
        assert len(said) <= same and (text.name not in titles or said)


def test_a_part_is_found_by_any_form_of_its_name() -> None:
    page = parts_page(games.get("mechanica"))
    for title in ("Small Truck", "Basic bot", "Blueprint 8", "Recycler"):
        assert re.search(rf"<figcaption>(?:The )?{title}<p>", page), title
    assert re.search("<figcaption>A rat of 0 pellets<p>Each pellet", parts_page(games.get("great-machine")))
