"""The built folder, a server for it, and a tab in a browser that shows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from in_tab import InTab
from somebody import WIDE
from visiting import Server, Visitor

SUITE = Path(__file__).with_name("test_suite.py")
GAME, LESSON = "mechanation", "first"
"""The game whose tests run in the suite, and its lesson."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the tests of `test_suite.py` out that are about another game or lesson: of each test, one case is enough."""
    out = [one for one in items if one.path == SUITE and not _is_of_suite(one)]
    items[:] = [one for one in items if one not in out]
    config.hook.pytest_deselected(items=out)


def _is_of_suite(item: pytest.Item) -> bool:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    return parameters.get("game", GAME) == GAME and parameters.get("name", LESSON) == LESSON


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built folder: ENGINEHOUSE_SITE, or a new one."""
    if os.environ.get("ENGINEHOUSE_SITE"):
        return Path(os.environ["ENGINEHOUSE_SITE"])
    missing = [name for name in ("node", "npm", "wasm-ld") if shutil.which(name) is None]
    out = tmp_path_factory.mktemp("site") / "out"
    command = [sys.executable, "-m", "enginehouse", "build", "site", str(out)]
    said = f"the program {missing[0]}" if missing else ""
    if not said:
        environment = {name: value for name, value in os.environ.items() if name != "ENGINEHOUSE_JIT"}
        found = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return out
        said = f"a built site ({found.stderr.strip().splitlines()[-1]})"
    if os.environ.get("CI") == "true":
        pytest.fail(f"{said} is missing, and CI must have it", pytrace=False)
    pytest.skip(f"{said} is missing on this machine")


@pytest.fixture
def server(site: Path) -> Iterator[Server]:
    """A running server of the folder."""
    made = Server(site)
    yield made
    made.close()


@pytest.fixture
def visit(chromium: Any, server: Server) -> Iterator[Callable[..., Visitor]]:
    """`visit()` is a tab in a fresh browser profile, with the lobby of the table."""
    contexts = []

    def make(query: str = "", **more: Any) -> Visitor:
        size = {"width": 1280, "height": 800}
        context = chromium.new_context(**{"viewport": size, "reduced_motion": "reduce", **more})
        contexts.append(context)
        return Visitor(context, server.address, query)

    yield make
    for one in contexts:
        one.close()


@pytest.fixture(scope="session")
def tabs(chromium: Any, site: Path) -> Iterator[Callable[[bool], Visitor]]:
    """`tabs(by_touch)` is a tab that stays open for all tests: that of a desktop, or that of a phone."""
    server, opened = Server(site, steady=True), dict[bool, Visitor]()

    def find(by_touch: bool) -> Visitor:
        if by_touch not in opened:
            context = chromium.new_context(viewport=WIDE, is_mobile=by_touch, has_touch=by_touch)
            opened[by_touch] = Visitor(context, server.address, "?snapshot=no")
            opened[by_touch].wait(".lobby")
        return opened[by_touch]

    yield find
    for one in opened.values():
        one.context.close()
    server.close()


@pytest.fixture
def come(tabs: Callable[[bool], Visitor]) -> Iterator[Callable[..., InTab]]:
    """`come()` is a person in a tab, as in the tests of `tests/browser`; at the end the browser may not have complained."""
    people: list[InTab] = []

    def make(size: dict[str, int] = WIDE, *, is_mobile: bool = False, has_touch: bool = False, **media: str) -> InTab:
        assert not people, "a tab has one person"
        visitor = tabs(is_mobile or has_touch)
        bar = visitor.page.evaluate(
            "document.getElementById('bar').offsetHeight"
        )  # the frame has this size, as a page has
        visitor.page.set_viewport_size({**size, "height": size["height"] + bar})
        visitor.page.emulate_media(**{"reduced_motion": "no-preference", "color_scheme": "light", **media})
        people.append(InTab(visitor))
        return people[0]

    yield make
    assert [said for one in people for said in one.leave()] == []
