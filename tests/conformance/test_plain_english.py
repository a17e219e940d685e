"""Every text that a player reads is plain English: no banned phrase, and no sentence over 25 words.

Lessons are read as well, in every set of parts: a page has at most 20 words, and things have the names that the table gives them.

Prompts, buttons, refusals, log lines and part texts of all games are made at the positions of their shelves. Pages of rules and
parts are made whole. Texts of other pages are read from the templates, the scripts and the modules that make them.
"""

from __future__ import annotations

import ast
import html
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from taught import LESSONS, NAMES, list_pages, name_of

import enginehouse.table
from enginehouse.conformance import shelf
from enginehouse.core.play import logs
from enginehouse.core.play.match import replay
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.teaching.guides import guide_of
from enginehouse.core.teaching.lessons import Lesson
from enginehouse.core.words.standings import common_of
from enginehouse.core.words.telling import list_lines
from enginehouse.core.words.texts import texts_of_all_variants
from enginehouse.table.html.rulebook import parts_page, rules_page

TABLE = Path(enginehouse.table.__file__).parent
HOUSE = [name for name in games.names() if games.get(name).facts.in_lobby]
LONGEST = 25
"""A sentence with more words is hard to read at a table."""
BANNED = re.compile(
    r"\b(whoever|whatever|whomever|onlookers?|looks? on|computer players?|let it happen|ask me again|as far as|could hope for"
    r"|(games|wins|won) of (a|one) hundred|foretells?|looked at again|let it be|let go|known (in|on)|bound itself|go(es)? on"
    r"|taken? back|takes it back|vouch(es)? for|mended|of a kind|anew|(?<!anyone )(?<!player )(?<!players )(?<!one )who (holds?|has|have|sits?|keeps?|can|eats|owns|is asked)"
    r"|(?-i:By|In|On|To|For|From|At|Into) (which|what)|in the moment|equally|what (waited|lies|was|is|holds|may|would)|the (deal|dealing)"
    r"|(was|were|been) dealt|chosen deal|same deal|stands? there|by now|for (who|whom)|sits? there already|yourselves"
    r"|tells? (another|everybody)|in place of|would come of|the way of)\b",
    re.IGNORECASE,
)
"""The left columns of the project's word list, and phrases of the same kind."""
ALLOWED = re.compile(r"lightning|the Deal!|on what|What if\?")


def faults(texts: dict[str, str]) -> list[str]:
    """Return the texts with a banned phrase or a long sentence, each with where it was found."""
    found = []
    for where, text in texts.items():
        plain = ALLOWED.sub("", text)
        if phrase := BANNED.search(plain):
            found.append(f"{where}: “{phrase[0]}” in “{text}”")
        found += [
            f"{where}: {len(one.split())} words in “{one}”"
            for one in re.split(r"(?<=[.!?:;])\s+", text)
            if len(one.split()) > LONGEST
        ]
    return found


def of_page(page: str) -> Iterator[tuple[str, str]]:
    """Read the paragraphs, list items and captions of a page's article. Drawings in letters are left out."""
    page = page[page.index("<main") : page.index("</main>")]
    page = re.sub(r"<pre.*?</pre>|<style.*?</style>", "", page, flags=re.DOTALL)
    page = re.sub(r"</?(?:a|b|bdi|code|i|span|em|strong)\b[^>]*>", "", page)
    for block in re.split(r"(<[^>]*>)", page):
        if block.startswith("<"):
            where = "cell" if block.startswith(("<td", "<th")) else "" if block.startswith("</") else "text"
        elif text := html.unescape(" ".join(block.split())):
            yield where, text


REFEREES = re.compile(
    r"\*\*|\bruling\b|\bhouse set\b|\bhouse figures?\b|\bfor tests\b|\bbug reports\b|\bmech entries\b", re.IGNORECASE
)
"""Words of a rulebook that are for referees and programmers."""


@pytest.mark.parametrize("name", HOUSE)
def test_rules_and_parts_speak_plainly(name: str) -> None:
    """The page of the rules, how to play included, and the page of parts. Cells of tables may be long."""
    game = games.get(name)
    blocks = [*of_page(rules_page(name)), *of_page(parts_page(game))]
    assert len(blocks) > 200
    found = faults({text: text for where, text in blocks if where != "cell"})
    found += [
        f"“{phrase[0]}” in “{text}”"
        for where, text in blocks
        if where == "cell" and (phrase := BANNED.search(ALLOWED.sub("", text)))
    ]
    found += [f"“{word[0]}” in “{text}”" for _, text in blocks if (word := REFEREES.search(text))]
    assert not found, "\n".join(found)


LISTED = {"mechanica": "kind", "great-machine": "card", "mechanation": "mech"}
"""By game the column of a rulebook's tables with the names of parts."""


@pytest.mark.parametrize("name", HOUSE)
def test_a_part_has_one_name(name: str) -> None:
    """A name with a capital is in the rulebook, and a name of the rulebook's tables is that of a part."""
    game = games.get(name)
    texts = texts_of_all_variants(game)
    names = {re.sub(r"^(A|An|The|On) |, classic$", "", text.name) for text in texts.values()}
    titles = {re.sub(r"^(A|An|The|On) ", "", title) for title, *_ in game.drawing.gallery()}
    rulebook = " ".join(game.rulebook.replace("’", "'").split())
    proper = {one for one in names if one in titles and one[:1].isupper()}
    assert len(proper) > 3 and [one for one in proper if one.replace("’", "'") not in rulebook] == []
    if name not in LISTED:
        return
    rows = re.findall(r"(?:^\|.*\n)+", game.rulebook, re.M)
    tables = [
        [[cell.strip(" †") for cell in row.strip("|").split("|")] for row in table.splitlines()] for table in rows
    ]
    listed = [
        one.strip(" †")
        for head, _, *lines in tables
        if LISTED[name] in head
        for line in lines
        for one in line[head.index(LISTED[name])].split(";")
    ]
    assert len(listed) > 9 and set(listed) <= names


def of_game(game: Game) -> Iterator[tuple[str, str]]:
    """Make every kind of text at every position of the shelf, once each."""
    refused: set[int] = set()
    for log in logs.load_all(game.folder / shelf.FILE):
        match = replay(log).match
        for seat in range(-1, match.seats):
            view = match.view(seat)
            yield "prompt", game.words.prompt(view, seat)
            common = common_of(game, view)
            yield from (("status", one) for one in (common.goal, *common.status))
            for done in match.standing[-2:]:
                yield from (("log", one.text) for one in list_lines(game, view, done.list_events(seat), {}))
            if seat >= 0:
                legal = match.legal(seat)
                yield from (("action", game.words.action(view, code)) for code in legal[:40])
                yield from _refusals(game, view, seat, refused)
    for key, text in texts_of_all_variants(game).items():
        yield f"text {key}", f"{text.name}. {text.says}"
    for name, table in vars(game.words).items():  # what no position of the shelf may show
        if isinstance(table, dict) and not name.startswith("__"):
            yield from (("sentence", one) for one in table.values() if isinstance(one, str))
    for questions in game.texts.ASKS.values():
        yield from (("question", one) for one in questions.values())
    if hasattr(game.drawing, "legend"):
        yield from (("legend", one[0]) for one in game.drawing.legend())
    if hasattr(game.drawing, "signs"):
        yield from (("legend", one[0]) for one in game.drawing.signs())
    for option in game.facts.options:
        yield from (("option", one) for one in (option.label, *(choice.label for choice in option.choices)))
    yield "tagline", game.facts.tagline


def _refusals(game: Game, view: Any, seat: int, refused: set[int]) -> Iterator[tuple[str, str]]:
    """Make a refusal for each clause that forbids one of some actions, once for each clause."""
    codes = range(0, len(game.vocabulary), max(1, len(game.vocabulary) // 60))
    for code in codes:
        clause = int(game.rules.refusal(view, seat, code))
        if clause and clause not in refused:
            refused.add(clause)
            yield f"refusal {game.clause_name(clause)}", game.words.refusal(view, seat, code, clause)


@cache
def texts_of(name: str) -> list[tuple[str, str]]:
    """Return every text of a game that is not empty, with its kind."""
    return [(where, text) for where, text in of_game(games.get(name)) if text]


@pytest.mark.parametrize("name", HOUSE)
def test_games_speak_plainly(name: str) -> None:
    texts = {f"{name}, {where}: {text[:30]}": text for where, text in texts_of(name)}
    assert len(texts) > 100
    found = faults(texts)
    assert not found, "\n".join(found)


def of_templates() -> Iterator[tuple[str, str]]:
    """Read what stands between the tags of the templates, and the texts of their attributes."""
    for file in sorted((TABLE / "html" / "templates").glob("*.html")):
        text = re.sub(r"\{#.*?#\}|\{%.*?%\}", "\n", file.read_text("utf-8"), flags=re.DOTALL)
        text = re.sub(r"\{\{.*?\}\}", "X", text, flags=re.DOTALL)
        yield from (
            (file.name, one) for one in re.findall(r'(?:title|aria-label|placeholder|alt|data-\w+)="([^"<]*)"', text)
        )
        bare = re.sub(r"</?(?:a|b|bdi|code|i|span|em)\b[^>]*>", "", text)
        yield from ((file.name, " ".join(one.split())) for one in re.split(r"<[^>]*>", bare))


def of_scripts() -> Iterator[tuple[str, str]]:
    """Read the strings of the page's scripts that are sentences."""
    for file in sorted((TABLE / "static").rglob("*.js")):
        for line in file.read_text("utf-8").splitlines():
            code = re.sub(r"(^|\s)(//|\*|/\*).*", "", line)
            yield from ((file.name, one) for one in re.findall(r'"([A-Z][^"]* [^"]*)"', code))


def of_modules() -> Iterator[tuple[str, str]]:
    """Read the strings of the table's modules that are sentences, without docstrings and what a program alone reads."""
    for folder in ("html", "picture", "tables", "web", "api", "."):
        for file in sorted((TABLE / folder).glob("*.py")):
            if file.name in (
                "invariants.py",
                "metrics.py",
                "settings.py",
                "serve.py",
                "processes.py",
                "checking.py",
                "orders.py",
            ):
                continue
            tree = ast.parse(file.read_text("utf-8"))
            docs = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
            parts = {id(part) for one in ast.walk(tree) if isinstance(one, ast.JoinedStr) for part in one.values}
            for one in ast.walk(tree):
                if isinstance(one, ast.JoinedStr):
                    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in one.values)
                elif isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in docs | parts:
                    text = one.value
                else:
                    continue
                if re.search(r"\w+ \w+ \w+", text) and "%s" not in text:  # those are lines of the server's log
                    yield f"{folder}/{file.name}:{one.lineno}", text


@pytest.mark.parametrize("read", [of_templates, of_scripts, of_modules])
def test_pages_speak_plainly(read: Any) -> None:
    texts = {f"{where}: {text[:30]}": text for where, text in read() if text.strip()}
    assert len(texts) > 20
    found = faults(texts)
    assert not found, "\n".join(found)


MOST_WORDS_OF_A_PAGE = 20
WORD = re.compile(r"[A-Za-z]+(?:[-’][A-Za-z]+)*")
_ORDINARY = """
    alone already also always ate back behind bend beside blue both bring button by came can’t change check click copies
    copy cost costs dashed day crossed-out dead did does don’t each easy elsewhere even everybody exploration first free front full gold
    had head hold how keep large lay lead left lie look lost low lowest may middle more moves name need new next none
    nothing number once only other page paid pay point ran right ring ringed round row rows rule run said say says
    secret see send sent share short side sign sit so sold some somewhere spot stay such table take their them then these they
    this threw time together too took twice until want way weaker went what when where which while will win with without
    yellow
"""
ORDINARY = frozenset(_ORDINARY.split())
"""Words of lessons that name no thing of a game."""


def words_of(text: str) -> set[str]:
    """Return the words of a text, each as it stands and without an ending that only inflects it."""
    found = {one.lower().removesuffix("’s") for one in WORD.findall(text)}
    return found | {one.removesuffix(end) for one in found for end in ("s", "es", "ed", "d", "ing") if len(one) > 3}


def unknown_names(name: str, says: str) -> list[str]:
    """Return the words of a lesson's page that the table of a game does not use, and names that it writes in small letters."""
    known = known_words(name)
    people = {one for name in NAMES for one in (name, f"{name}’s")}
    found = [one for one in WORD.findall(says) if one not in people and not words_of(one) & (known | ORDINARY)]
    inside = re.findall(r"(?<=[a-z0-9,’] )[A-Z][a-z]+", says)  # a capital in the middle of a sentence: a name
    return found + [one for one in inside if one not in capitals(name) and one not in NAMES]


@cache
def known_words(name: str) -> frozenset[str]:
    """Return the words that the table uses when it speaks of a game."""
    guide = guide_of(games.get(name))
    told = [guide.goal, guide.end, *(scene.says for scene in guide.turn)] if guide is not None else []
    return frozenset(word for text in (*(text for _, text in texts_of(name)), *told) for word in words_of(text))


@cache
def capitals(name: str) -> frozenset[str]:
    """Return the words that the table and the rules of a game write with a capital."""
    texts = [*(text for _, text in texts_of(name)), games.get(name).rulebook]
    return frozenset(word for text in texts for word in re.findall(r"[A-Z][a-z]+", text))


@pytest.mark.parametrize("lesson", LESSONS, ids=name_of)
def test_lessons_speak_plainly(lesson: Lesson) -> None:
    pages = list(dict.fromkeys(list_pages(lesson)))
    long = [f"{len(one.split())} words: {one}" for one in pages if len(one.split()) > MOST_WORDS_OF_A_PAGE]
    found = long + faults({f"{name_of(lesson)}: {one[:30]}": one for one in pages})
    assert pages and not found, "\n".join(found)


@pytest.mark.parametrize("lesson", [one for one in LESSONS if one.log.game in HOUSE], ids=name_of)
def test_lessons_name_things_as_the_table_does(lesson: Lesson) -> None:
    found = {one: unknown for one in list_pages(lesson) if (unknown := unknown_names(lesson.log.game, one))}
    assert not found, "\n".join(f"{', '.join(unknown)}: {one}" for one, unknown in found.items())


@pytest.mark.parametrize(
    ("name", "says", "unknown"),
    [
        ("mechanical-beast", "Move your meeple.", "meeple"),
        ("great-machine", "Flip the lever of the toggle.", "lever"),
        ("mechanica", "Feed the Shredder.", "Shredder"),
        ("mechanation", "Your robot is in the Garage.", "Garage"),
    ],
)
def test_a_name_that_differs_is_noticed(name: str, says: str, unknown: str) -> None:
    assert unknown in unknown_names(name, says)


def test_a_banned_phrase_and_a_long_sentence_are_noticed() -> None:
    long = " ".join(["word"] * 26)
    assert len(faults({"a": "Whoever sits there may look.", "b": f"{long}.", "c": "Click the card."})) == 2
