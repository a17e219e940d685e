"""Names and other texts: their cleaning, and names that look alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from opened import People, TableOf, new
from wire import Browser

from enginehouse.core.errors import Unreadable
from enginehouse.table.app import create_app
from enginehouse.table.names import NAME_LENGTH, NAME_POINTS, clean_name, name_bot, skeleton, unlike
from enginehouse.table.people.talk import Talks
from enginehouse.table.play import commands
from enginehouse.table.play.registry import Registry
from enginehouse.table.settings import Settings
from enginehouse.table.store.rows import Person
from enginehouse.table.texts import check_seen, clean

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
RAINBOW, HEART = "\U0001f3f3\ufe0f\u200d\U0001f308", "\u2764\ufe0f\u200d\U0001f525"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
PERSIAN = "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627"
HINDI, MALAYALAM = "\u0915\u094d\u200d\u0937", "\u0d28\u0d4d\u200d"
GERMANY, ASTRONAUT = "\U0001f1e9\U0001f1ea", "\U0001f469\U0001f3fd\u200d\U0001f680"


@pytest.mark.parametrize(
    "name", [FAMILY, RAINBOW, HEART, SCOTLAND, PERSIAN, HINDI, MALAYALAM, ASTRONAUT, "1\ufe0f\u20e3", "Zoë", "李 小龙"]
)
def test_joiners_and_selectors_that_change_the_look_are_kept(name: str) -> None:
    assert clean_name(name) == name
    check_seen(name, "it")


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("A\u200dn\u200cn", "Ann"),
        (f"\u200d{FAMILY}\u200d", FAMILY),
        ("\ufe0fAnn \ufe0f", "Ann"),
        ("An\U000e0067n", "Ann"),
        ("\u2800Ann\u2800Lee\u2800", "Ann Lee"),
        ("A\u115fn\u1160n\u3164\uffa0\u034f", "Ann"),
        ("e\u0301", "é"),
        ("Z" + "\u0351" * 30 + "A", "Z" + "\u0351" * 4 + "A"),
    ],
)
def test_what_cannot_be_seen_is_removed(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize(
    "given", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\ufe0f", "\u034f", "\u200d\u200c", "\U000e0067", "\u180b"]
)
def test_a_name_that_shows_nothing_is_refused(given: str) -> None:
    with pytest.raises(Unreadable, match="this name looks empty"):
        clean_name(given)


@pytest.mark.parametrize("last", [GERMANY, "e\u0323\u0302", "\U0001f44d\U0001f3fd"])
def test_a_name_is_cut_between_characters(last: str) -> None:
    whole = "x" * (NAME_LENGTH - 1) + clean(last, 9)
    assert clean_name(whole) == whole and clean_name(f"{whole}{last}") == whole
    families = clean_name(FAMILY * NAME_LENGTH)
    assert families == FAMILY * (NAME_POINTS // len(FAMILY)), "it has to fit into its column"
    assert len(unlike(families, [families])) <= 40 and len(name_bot(families, [name_bot(families, [])])) <= 40


def test_a_text_of_several_lines_keeps_them() -> None:
    assert clean("one \t two\r\n\nthree\x00\u202e", 100, lines=True) == "one \t two\n\nthree"
    assert clean("x" * 50, 10, lines=True) == "x" * 10


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Аnn"),  # a Cyrillic A
        ("Ann", "ann"),
        ("Ann", "Ａｎｎ"),
        ("Bill", "BiII"),  # two capital I
        ("O1iver", "Oliver"),
        ("modern", "rnodern"),
        ("Zoë", "Zoe\u0308"),
        (PERSIAN, PERSIAN.replace("\u200c", "")),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_names_that_look_alike_get_a_number(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    assert unlike(other, ["Bob", one]) == f"{other} (2)"
    assert unlike(other, [one, f"{one} (2)"]) == f"{other} (3)"


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Zoë", "Zoe"), ("Ann Lee", "AnnLee"), ("李", "王")])
def test_names_that_differ_stay_as_they_are(one: str, other: str) -> None:
    assert unlike(other, [one]) == other


async def test_nobody_at_a_table_looks_like_another(registry: Registry, people: People) -> None:
    ann, other = await people("Ann", "Аnn")
    session = await registry.get(await new(registry, ann, "switchyard", ["me:ANN", "open"]))
    await commands.sit(session, other)
    assert session.state.row.names == ("ANN", "Аnn (2)")


async def test_a_person_with_the_name_of_a_bot_is_distinguished_from_it(registry: Registry, people: People) -> None:
    (ann,) = await people("Ann")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "bot:random"]))
    called = session.state.row.names[1]
    again = await registry.get(await new(registry, Person("personann", called), "switchyard", ["me", "bot:random"]))
    assert len({skeleton(name) for name in again.state.row.names}) == 2


async def test_a_spectator_does_not_talk_under_the_name_of_a_player(table_of: TableOf, people: People) -> None:
    session, talks = await table_of("Ann", "Bob"), Talks()
    mallory, trudy = Person("m", "Αnn"), Person("t", "AΝN")  # with Greek letters
    said = [(await talks.say(session, who, "hello")).name for who in (mallory, trudy, mallory)]
    assert said == ["Αnn (2)", "AΝN (3)", "Αnn (2)"]


async def test_who_takes_another_name_gets_a_number_at_tables_that_gather(registry: Registry, people: People) -> None:
    ann, bob = await people("Ann", "Bob")
    session = await registry.get(await new(registry, ann, "switchyard", ["me", "open", "open"]))
    await commands.sit(session, bob)
    await registry.store.people.rename("personbob", "Аnn", unlike)
    row = await registry.store.tables.get(session.id)
    assert row is not None and row.names[:2] == ("Ann", "Аnn (2)")
    assert (await registry.store.people.get("personbob")) == Person("personbob", "Аnn")


FORM = {"game": "switchyard", "name": "Ann", "seat-0": "me", "seat-1": "open", "listed": "1", "watched": "1"}


@pytest.fixture
async def app(tmp_path: Path, toy: Any, no_workers: None) -> AsyncIterator[Any]:
    app = create_app(Settings(db_url=f"sqlite:///{tmp_path / 't.sqlite3'}", beat_ms=0))
    async with app.router.lifespan_context(app):
        yield app


@pytest.mark.parametrize("bad", ["a\x00b", "a\u202eb", "a\u200bb", "a\x1cb", "ab\u3164", "a\x7f", "\x1fab"])
async def test_a_seed_with_a_character_that_cannot_be_seen_is_refused(app: Any, bad: str) -> None:
    answer = await Browser(app).post("/new", **FORM, deal=bad)
    assert answer.status == 400, answer.body
    point = next(f"U+{ord(c):04X}" for c in bad if c not in "ab")
    assert point.encode() in answer.body and b"text for the setup" in answer.body


async def test_a_seed_with_joiners_is_the_same_setup_each_time(app: Any) -> None:
    seeds = set()
    for _ in range(2):
        answer = await Browser(app).post("/new", **FORM, deal=f"{FAMILY}  {PERSIAN}")
        session = await app.state.shared.registry.get(answer.headers["location"].removeprefix("/t/").partition("?")[0])
        seeds.add(session.state.row.seed)
        assert session.state.row.origin.text == f"{FAMILY} {PERSIAN}"
    assert len(seeds) == 1


async def test_bots_carry_a_mark_on_pages_and_in_the_interface(app: Any) -> None:
    ann, bob = Browser(app), Browser(app)
    given = {**FORM, "seat-1": "bot:random", "seat-2": "open"}
    table = (await ann.post("/new", **given)).headers["location"].partition("?")[0]
    mark = '<small class="bot-mark">bot</small>'
    for page in ("/", f"{table}/join"):
        assert (await bob.page(page)).count(mark) == 1, page
    assert "bot, random" in await bob.page(f"{table}?watch=1")
    told = (await bob.get("/api/v1/tables")).body
    assert b'"bots":[1]' in told
