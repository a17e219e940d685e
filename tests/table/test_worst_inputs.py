"""Texts that were made to keep a reader busy: a text twice as long may take at most three times as long.

Every pattern that reads text from strangers stands in `core/patterns.py`. Every reader of such text has its worst known text
here; a pattern in another file needs a reason.
"""

from __future__ import annotations

import ast
import contextlib
import itertools
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import cookie_parser

import enginehouse
from enginehouse.core import patterns
from enginehouse.core.errors import EnginehouseError, NotAllowed
from enginehouse.core.play import logs, position
from enginehouse.core.records.actions import Vocabulary
from enginehouse.core.registry import overlays
from enginehouse.core.words.naming import fill_plain
from enginehouse.table.extras import deals
from enginehouse.table.names import clean_name
from enginehouse.table.push.post import check_address
from enginehouse.table.states import clocks
from enginehouse.table.web import requests
from enginehouse.table.web.limits import read_address
from enginehouse.table.web.middleware import find_host

STEPS, TIMES, SETTLED_S = 3, 3.0, 0.004
"""A text is doubled so often, and may take so many times as long; what takes less than a few milliseconds is not compared."""
LARGEST = 200_000
PARTS = "multipart/form-data; boundary=b"
FORM = "application/x-www-form-urlencoded"
LOG = '{"game":"switchyard","rules":"1","seats":2,"options":{},"seed":"%s","entries":[%s]}'
ENTRY = '{"seat":0,"act":"pass","check":""},'


def parts_of(text: str) -> dict[str, bytes]:
    return requests.read_files(PARTS, text.encode())


READERS: dict[str, tuple[Callable[[str], object], Callable[[int], str]]] = {
    "head of a part": (parts_of, lambda n: "\r\n--b" + "content-disposition:" * (n // 20)),
    "names of a part": (parts_of, lambda n: "--b\r\n" + 'content-disposition: form-data; name="a' * (n // 40)),
    "many parts": (parts_of, lambda n: "\r\n--b" * (n // 5)),
    "nearly a boundary": (parts_of, lambda n: "\r\n--" * (n // 4)),
    "boundaries in the type": (lambda text: requests.read_files(text, b""), lambda n: PARTS[:20] + "boundary=" * (n // 9)),
    "open quotes in the type": (lambda text: requests.read_files(text, b""), lambda n: PARTS[:20] + 'boundary="' * (n // 10)),
    "fields of a form": (lambda text: requests.read_fields(FORM, text.encode()), lambda n: "a&" * (n // 2)),
    "percents of a form": (lambda text: requests.read_fields(FORM, text.encode()), lambda n: "a=" + "%%4" * (n // 3)),
    "deep JSON": (lambda text: requests.read_fields("application/json", text.encode()), lambda n: '{"a":' * (n // 5)),
    "half characters": (lambda text: requests.read_fields("application/json", text.encode()), lambda n: '{"a":"' + "\\ud800" * (n // 6) + '"}'),
    "names of JSON": (lambda text: requests.read_fields("application/json", text.encode()), lambda n: "{" + '"a":1,' * (n // 6) + '"b":1}'),
    "a long number": (lambda text: requests.read_fields("application/json", text.encode()), lambda n: '{"a":' + "9" * n + "}"),
    "entries of a log": (lambda text: logs.parse(text.encode()), lambda n: LOG % ("0" * 64, (ENTRY * (n // 35))[:-1])),
    "seed of a log": (lambda text: logs.parse(LOG % (text, "")).seed_words(), lambda n: "0" * n),
    "a position": (position.read_line, lambda n: '{"position":1,"record":' + "[" * n),
    "a changed game": (overlays.parse, lambda n: "mechanation+" + "A." * (n // 2) + "=1"),
    "many changes": (overlays.parse, lambda n: "mechanation" + "+A=1" * (n // 4)),
    "a host": (lambda text: find_host([text]), lambda n: "a." * (n // 2) + "!"),
    "an address": (read_address, lambda n: "[" + "1:" * (n // 2)),
    "a push address": (check_address, lambda n: "https://" + "a-" * (n // 2) + "!.example"),
    "a table's address": (deals._find_address, lambda n: "http://" + "a" * n + " "),
    "a clock": (clocks.rule, lambda n: "live " + "1" * n),
    "a name": (clean_name, lambda n: " \t" * (n // 2) + "a"),
    "places for names": (lambda text: fill_plain(text, ["Ann"]), lambda n: "{0" * (n // 2)),
    "a refusal": (lambda text: NotAllowed(1, text), lambda n: "{7" * (n // 2)),
    "an action": (Vocabulary(["pass", "move 1 2"]).code, lambda n: "move " * (n // 5)),
    "cookies": (cookie_parser, lambda n: "a=b; " * (n // 5)),
}  # fmt: skip
ELSEWHERE = {
    "core/records/actions.py": "names of actions, as a game has them",
    "core/sources/": "names of our own files",
    "core/compiler/": "names of our own functions and files",
    "core/pictures/drawing.py": "ids and colours of our own drawings",
    "core/errors.py": "a reader above: a refusal",
    "core/pictures/artwork.py": "the SVG files of games",
    "core/pictures/font.py": "our own drawings",
    "core/registry/declared.py": "the rulebooks of games",
    "core/teaching/lessons.py": "the lessons of games",
    "core/words/naming.py": "a reader above: places for names",
    "core/registry/overlays.py": "titles of a game's own tables",
    "core/patterns.py": "they have limits",
    "core/registry/patches.py": "the name of a file of changed rules, at most 61 characters",
    "core/registry/proofreading.py": "the files of a game",
    "table/assets.py": "our own scripts",
    "table/html/": "our own templates and rulebooks",
    "table/tab/building/": "our own pages, when a site is built",
    "table/packing.py": "our own scripts",
    "table/push/post.py": "the first line of an answer, of 4096 bytes at most",
    "table/settings.py": "the settings of the host",
    "table/store/own_data.py": "names and lines of talk as they are stored, which are short",
    "table/api/openapi.py": "our own addresses",
}
"""Where else patterns are used, and why no text from a stranger can be long there."""


def seconds(read: Callable[[str], object], text: str) -> float:
    """The processor time of a reader, the least of three."""
    spent = []
    for _ in range(3):
        began = time.process_time()
        with contextlib.suppress(EnginehouseError, ValueError):
            read(text)
        spent.append(time.process_time() - began)
    return min(spent)


def growth(read: Callable[[str], object], make: Callable[[int], str]) -> list[float]:
    """By how much the processor time grows, each time that the text is doubled."""
    found = [max(SETTLED_S, seconds(read, make(LARGEST >> (STEPS - k)))) for k in range(STEPS + 1)]
    return [after / before for before, after in itertools.pairwise(found)]


@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_takes_at_most_three_times_as_long(name: str) -> None:
    read, make = READERS[name]
    assert len(make(LARGEST)) > LARGEST // 2
    found = growth(read, make)
    if max(found) > TIMES:  # another program may have had the processor's cache
        found = [min(pair) for pair in zip(found, growth(read, make), strict=True)]
    assert max(found) <= TIMES, found


def test_values_that_grow_too_fast_are_noticed() -> None:
    """As it was once: the head of a part was searched by a pattern that begins at every word."""
    named = re.compile(r'content-disposition:[^\r\n]*?[;\s]name="([a-z]{1,20})"', re.I)
    read, make = named.search, lambda n: "content-disposition:" * (n // 320)
    assert max(growth(read, make)) > TIMES


def uses_of_re(path: Path) -> bool:
    """Whether a module makes or uses regular expressions of its own."""
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Attribute)]
    named = ("compile", "match", "fullmatch", "search", "sub", "split", "findall", "finditer")
    return any(isinstance(one.value, ast.Name) and one.value.id == "re" and one.attr in named for one in calls)


def test_patterns_stand_in_one_place() -> None:
    top = Path(enginehouse.__file__).parent
    files = [path for room in ("core", "table") for path in sorted((top / room).rglob("*.py")) if uses_of_re(path)]
    names = [path.relative_to(top).as_posix() for path in files]
    assert [one for one in names if not any(one.startswith(known) for known in ELSEWHERE)] == []
    assert [known for known in ELSEWHERE if not any(one.startswith(known) for one in names)] == []


def test_a_pattern_reads_no_text_beyond_its_limit() -> None:
    each: dict[str, Any] = {name: one for name, one in vars(patterns).items() if isinstance(one, patterns.Pattern)}
    assert len(each) > 10
    for one in each.values():
        assert one.fullmatch("1" * (one.most + 1)) is None and one.most <= 2000
    assert patterns.HOST.fullmatch("a" * 300) and not patterns.HOST.fullmatch("a" * 301)
