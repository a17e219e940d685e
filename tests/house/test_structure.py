"""The structure of the whole package: imports go one way and never in a cycle, folders and classes stay small.

Each limit has a list of exceptions with a reason. An exception that no longer applies fails too: delete it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

from .sources import PACKAGE, ROOT, name_module, read_imports, tree_of

pytestmark = pytest.mark.beside_plain

MAY_IMPORT = {
    "enginehouse": {"front", "games", "bots", "core"},  # its own __init__.py: for types, and when a name is asked for
    "front": {"bots", "core"},
    "core": set(),
    "games": {"core"},
    "bots": {"core"},
    "envs": {"bots", "core"},
    "lab": {"bots", "core"},
    "table": {"bots", "core"},
    "mcp": {"core"},
    "commands": {"front", "envs", "lab", "table", "mcp", "conformance", "bots", "games", "core"},
    "conformance": {"bots", "core"},
    "__main__": {"commands"},
}
"""Which package may import which other one. It may always import its own files. Each game is a package of its own."""

CORE_MAY_IMPORT = {
    "records": set(),
    "judging": {"records"},
    "sources": {"judging"},
    "registry": {"judging", "records", "sources"},
    "compiler": {"judging", "records", "registry", "sources"},
    "pictures": {"records"},
    "words": {"pictures", "records"},
    "play": {"compiler", "pictures", "records", "registry", "sources", "words"},
    "teaching": {"pictures", "play", "registry", "words"},
}
"""The same inside `core`, for its packages."""
CORE_FILES = {"errors", "flags", "former", "patterns", "rule", "terms", "verbs"}
"""The files beside the packages of `core`: each package may import them."""

BOTS_MAY_IMPORT: dict[str, set[str]] = {
    "bot": set(),
    "processes": set(),
    "players": {"bot"},
    "training": {"bot", "players"},
    "analysis": {"bot", "players"},
}
"""The same inside `bots`."""

TABLE_MAY_IMPORT = {
    "botpool": set(),
    "push": set(),
    "store": set(),
    "in_place": {"botpool", "store"},
    "states": {"errors", "names", "store", "time_and_chance", "words"},
    "play": {"botpool", "errors", "names", "settings", "states", "store", "time_and_chance"},
    "people": {"addresses", "errors", "names", "play", "states", "store", "texts", "time_and_chance"},
    "sync": {"people", "play", "states", "store"},
    "extras": {
        *("addresses", "botpool", "errors", "play", "push", "settings", "states", "store", "texts", "time_and_chance"),
    },
    "picture": {"addresses", "play", "states", "store", "words"},
    "together": {"errors", "names", "people", "picture", "play", "states", "store"},
    "html": {"addresses", "assets", "extras", "people", "picture", "play", "states", "store", "words"},
    "web": {
        *("addresses", "assets", "errors", "extras", "html", "names", "people", "picture", "play", "push", "settings"),
        *("states", "store", "sync", "texts", "together", "words"),
    },
    "api": {
        *("addresses", "errors", "extras", "html", "people", "picture", "play", "states", "store", "web", "words"),
    },
    "assets": {"addresses", "packing"},
    "addresses": set(),
    "errors": set(),
    "names": {"errors", "store", "texts"},
    "own_table": set(),
    "packing": set(),
    "log_lines": set(),
    "words": set(),
    "settings": set(),
    "texts": set(),
    "time_and_chance": set(),
    "routes": {"api", "web"},
    "app": {
        *("addresses", "botpool", "in_place", "names", "people", "play", "routes", "settings", "store", "sync"),
        *("time_and_chance", "web"),
    },
    "serve": {"log_lines", "app", "web", "html", "settings"},
    "processes": {"serve", "settings", "store"},
    "tab": {"addresses", "app", "botpool", "html", "in_place", "settings", "states", "store", "web"},
}
"""The same inside `table`, for its packages and for the files beside them."""

NEVER = {("table.states.windows", "table.states.state")}
"""Imports that are forbidden inside one package: windows are pure functions of data."""

MOST_MODULES = 17
FOLDERS = {
    "commands": (25, "a module for each command"),
    "conformance": (20, "a module for each kind of check"),
    "table/store": (29, "a module for each kind of row, and those that the database needs beside them"),
    "table/web": (26, "a module for each kind of page, and those that every request passes"),
}
"""Folders with more modules, with how many they may have at most, and the reason."""
UNCOUNTED = ("games/", "table/store/migrations/versions")
"""Folders in which a module more is no burden: a game is one thing, and migrations only ever come to it."""

MOST_METHODS, MOST_FIELDS = 15, 10
CLASSES = {
    "Batch": "what training frameworks expect of a batch of games",
    "Desk": "the arrays that compiled code shares with Python",
    "Look": "a record: one field for each thing that a program is told",
    "NewTable": "a record: one field for each thing that a new table is given",
    "Opening": "a record: one field for each thing that a program may choose",
    "PictureInput": "a record: one field for each thing that a picture shows",
    "SearchDesk": "one field for each array of a search, for rules",
    "SeatsAtOnce": "PettingZoo prescribes its fields",
    "SeatsInTurn": "PettingZoo prescribes its fields",
    "Settings": "a record: one field for each setting",
    "Shared": "a record: one field for each thing that requests share",
    "State": "a record: one field for each thing in a game's box",
    "TableRow": "a record: one field for each column",
    "ndarray": "NumPy prescribes its methods",
}
"""Classes with more methods or fields, each with the reason."""

GAMES = ("games/", "conformance/samples/")
"""Folders of games. Each game declares classes with the same names, for example `Action` and `Phase`."""
SHARED_NAMES = {
    "Choice": "programs import both: a bot returns one, and the facts of a game list the other",
    "Done": "programs import that of `core.play.entries`, and the description of the API names the other",
    "Result": "a field of stored logs in `core`, and what `lab` returns to notebooks",
    "Step": "programs import both: that of the arena and that of lessons",
}
"""Names of classes in more than one module, each with the reason."""


# ---------------------------------------------------------------- reading


def find_part(module: str) -> str:
    """Return the package in which a module lies: `core`, `games.great_machine`, `table`."""
    names = module.split(".")[1:]
    if not names:
        return "enginehouse"
    return ".".join(names[:2]) if names[0] == "games" and len(names) > 1 else names[0]


def read_graph(top: Path) -> dict[str, set[str]]:
    """Return which other modules each module imports, by their names without `enginehouse`."""
    modules = {name_module(path, top): path for path in top.rglob("*.py")}
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        found = {one if one in modules else one.rpartition(".")[0] for one in read_imports(path, top)}
        graph[_short(name)] = {_short(one) for one in found & modules.keys() - {name, "enginehouse"}}
    return graph


def _short(module: str) -> str:
    return module.removeprefix("enginehouse").lstrip(".") or "enginehouse"


def count_members(node: ast.ClassDef) -> tuple[int, int]:
    """Return how many methods a class has, and how many fields: those it declares and those it sets on `self`."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    fields = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
    for inner in (inner for method in methods for inner in ast.walk(method)):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            if isinstance(inner.value, ast.Name) and inner.value.id == "self":
                fields.add(inner.attr)
    return len(methods), len(fields)


# ---------------------------------------------------------------- what is wrong


def wrong_imports(top: Path) -> list[str]:
    """Return the imports from one package into another that it may not import, each as a sentence."""
    wrong = []
    for path in sorted(top.rglob("*.py")):
        here = find_part(name_module(path, top))
        kind = here.split(".")[0]
        if kind not in MAY_IMPORT:
            wrong.append(f"{path.relative_to(top)}: {kind} is no known package (MAY_IMPORT)")
            continue
        for name in sorted(read_imports(path, top)):
            there = find_part(name)
            allowed = there == here or there.split(".")[0] in MAY_IMPORT[kind]
            if not allowed and there not in {"enginehouse", "__version__"}:
                wrong.append(f"{path.relative_to(top)} imports {name}: {here} may not import {there}")
    graph = read_graph(top)
    pairs = [(name, found) for name, imported in sorted(graph.items()) for found in sorted(imported)]
    wrong += [f"{name} imports {found}: never" for name, found in pairs if (name, found) in NEVER]
    for package, may in (("core", CORE_MAY_IMPORT), ("bots", BOTS_MAY_IMPORT), ("table", TABLE_MAY_IMPORT)):
        wrong += _find_wrong_inside(pairs, package, may)
    return wrong


def _find_wrong_inside(pairs: list[tuple[str, str]], package: str, may: dict[str, set[str]]) -> list[str]:
    """Return the imports inside a package from one part into another that it may not import, each as a sentence."""
    wrong = []
    for name, found in pairs:
        if not (name.startswith(f"{package}.") and found.startswith(f"{package}.")):
            continue
        here, there = name.split(".")[1], found.split(".")[1]
        free = package == "core" and CORE_FILES & {here, there}
        if here != there and not free and there not in may.get(here, set()):
            wrong.append(f"{name} imports {found}: {package}.{here} may not import {package}.{there}")
    return wrong


def cycles(graph: dict[str, set[str]]) -> list[tuple[str, ...]]:
    """Return the files that import each other in a cycle, each set of them as a sorted tuple (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[tuple[str, ...]] = []

    def visit(name: str) -> None:
        number[name] = lowest[name] = len(number)
        stack.append(name)
        for other in sorted(graph.get(name, ())):
            if other not in number:
                visit(other)
            if other in stack:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == number[name]:
            cut = stack.index(name)
            together, stack[cut:] = stack[cut:], []
            if len(together) > 1:
                found.append(tuple(sorted(together)))

    for name in sorted(graph):
        if name not in number:
            visit(name)
    return sorted(found)


def crowded_folders(top: Path, exceptions: dict[str, tuple[int, str]]) -> list[str]:
    """Return the folders with more modules than they may have, and the exceptions that are none."""
    counted = Counter(
        path.parent.relative_to(top).as_posix() for path in top.rglob("*.py") if path.name != "__init__.py"
    )
    wrong = []
    for folder, many in sorted(counted.items()):
        most = exceptions.get(folder, (MOST_MODULES, ""))[0]
        if many > most and not f"{folder}/".startswith(UNCOUNTED):
            wrong.append(f"{folder} has {many} modules, at most {most} are allowed")
    return wrong + [f"{one}: no exception is needed" for one in exceptions if counted[one] <= MOST_MODULES]


def large_classes(top: Path, exceptions: dict[str, str]) -> list[str]:
    """Return the classes with more methods or fields than one thing needs, and the exceptions that are none."""
    wrong, needed = [], set()
    for path in sorted(top.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                methods, fields = count_members(node)
                if methods > MOST_METHODS or fields > MOST_FIELDS:
                    needed.add(node.name)
                    if node.name not in exceptions:
                        said = f"{node.name} has {methods} methods and {fields} fields"
                        wrong.append(f"{path.relative_to(top)}: {said}")
    return wrong + [f"{one}: no exception is needed" for one in sorted(set(exceptions) - needed)]


def shared_class_names(top: Path, exceptions: dict[str, str]) -> list[str]:
    """Return the class names that several modules define, as sentences, and the exceptions that are not needed.

    All games count as one module.
    """
    places: dict[str, set[str]] = {}
    for path in sorted(top.rglob("*.py")):
        file = path.relative_to(top).as_posix()
        place = "games" if file.startswith(GAMES) else file
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, set()).add(place)
    shared = {name: sorted(found) for name, found in sorted(places.items()) if len(found) > 1}
    wrong = [f"{name}: {' and '.join(found)} define it" for name, found in shared.items() if name not in exceptions]
    return wrong + [f"{one}: no exception is needed" for one in sorted(exceptions.keys() - shared.keys())]


# ---------------------------------------------------------------- the package as it is


@pytest.mark.slow
def test_imports_go_one_way() -> None:
    assert wrong_imports(PACKAGE) == []
    assert set(TABLE_MAY_IMPORT) == {name.split(".")[1] for name in read_graph(PACKAGE) if name.startswith("table.")}


def test_one_module_asks_what_other_processes_have_changed() -> None:
    asks = {name for name, found in read_graph(PACKAGE).items() if any(one.startswith("table.sync") for one in found)}
    assert asks == {"table.app", "table.web.requests"}


def test_each_kind_of_news_is_told_by_one_module() -> None:
    told: dict[str, set[str]] = {}
    for path in (PACKAGE / "table").rglob("*.py"):
        for kind in re.findall(r"\bnews\.tell\((\w+),", path.read_text("utf-8")):
            told.setdefault(kind, set()).add(path.relative_to(PACKAGE / "table").as_posix())
    assert told == {
        "CLAIMS": {"app.py"},
        "GUEST": {"web/shared.py"},
        "LINES": {"people/own_data.py"},
        "POINT": {"together/pointing.py"},
        "PRESENT": {"together/presence.py"},
        "SKIP": {"play/commands.py"},
        "TABLE": {"play/session.py"},
        "TALK": {"people/talk.py"},
    }


def test_the_picture_of_the_house_names_every_package() -> None:
    picture = (ROOT / "docs" / "house.md").read_text("utf-8").split("```")[1]
    for part in MAY_IMPORT.keys() - {"enginehouse", "__main__"}:
        assert re.search(rf"\b{part}\b", picture), part


def list_packages(folder: str) -> set[str]:
    """Return the packages inside a folder, as paths, without those of games and of NumPy's stand-in."""
    inner = {path.parent.relative_to(PACKAGE / folder).as_posix() for path in (PACKAGE / folder).rglob("__init__.py")}
    return {one for one in inner - {"."} if not one.startswith((*GAMES, "tab/stand_ins/"))}


def read_rows(heading: str) -> list[str]:
    """Return the packages that the table below a heading of `docs/house.md` lists, in its order."""
    page = "\n" + (ROOT / "docs" / "house.md").read_text("utf-8")
    section = page.partition(f"\n{heading}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `([\w/]+)` \|", section, re.M)


LISTED = {"core": "## The packages of core", "bots": "## The packages of bots", "table": "## The packages of the table"}


def test_the_house_lists_every_package() -> None:
    others = {one for one in list_packages("") if not one.startswith(("core/", "bots/", "table/"))}
    assert sorted(read_rows("# The house as built")) == sorted(others)
    for part, heading in LISTED.items():
        assert sorted(read_rows(heading)) == sorted(list_packages(part)), part


@pytest.mark.parametrize("part", LISTED)
def test_a_package_imports_only_packages_above_it_in_its_list(part: str) -> None:
    rows = [one for one in read_rows(LISTED[part]) if "/" not in one]
    may = {"core": CORE_MAY_IMPORT, "bots": BOTS_MAY_IMPORT, "table": TABLE_MAY_IMPORT}[part]
    below = {(one, found) for k, one in enumerate(rows) for found in may[one] & set(rows[k:])}
    assert below == set()


def test_no_files_import_each_other_in_a_cycle() -> None:
    assert cycles(read_graph(PACKAGE)) == []


def test_no_folder_is_crowded() -> None:
    assert crowded_folders(PACKAGE, FOLDERS) == []


def test_no_class_does_everything() -> None:
    assert large_classes(PACKAGE, CLASSES) == []


def test_a_class_name_has_one_meaning() -> None:
    assert shared_class_names(PACKAGE, SHARED_NAMES) == []
    assert len(SHARED_NAMES) <= 8


@pytest.mark.parametrize("part", ["core", "lab"])
def test_core_and_lab_have_no_exception(part: str) -> None:
    assert large_classes(PACKAGE / part, {}) == [] and crowded_folders(PACKAGE / part, {}) == []


def test_every_exception_has_a_reason() -> None:
    reasons = [*(reason for _, reason in FOLDERS.values()), *CLASSES.values(), *SHARED_NAMES.values()]
    assert all(len(reason) > 10 for reason in reasons)


# ---------------------------------------------------------------- the checks see what is wrong


def write(top: Path, file: str, text: str) -> None:
    """Write a file of a small package, with the folders above it."""
    path = top / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", "utf-8")


TABLE_FILES = (
    *("play/session", "states/state", "web/problems", "html/lobby", "app", "picture/presenter", "store/rows"),
    *("sync/following", "extras/hints"),
)


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("core/play/match.py", "import enginehouse.table"),
        ("core/play/match.py", "def f():\n    from enginehouse.games.mechanica import rules"),
        ("core/sources/cache.py", "from ... import bots"),
        ("core/records/fields.py", "from enginehouse.core.play import match"),
        ("games/mechanica/rules.py", "from enginehouse.games.mechanation import parts"),
        ("games/mechanica/rules.py", "from ..mechanation import parts"),
        ("games/mechanica/words.py", "from enginehouse.bots import greedy"),
        ("bots/players/greedy.py", "from enginehouse.games import mechanica"),
        ("lab/report.py", "from enginehouse import table"),
        ("table/app.py", "if TYPE_CHECKING:\n    from enginehouse.commands.main import main"),
        ("table/app.py", "importlib.import_module('enginehouse.games.mechanica.facts')"),
        ("web/app.py", "import os"),
        ("table/play/session.py", "from enginehouse.table.web import problems"),
        ("table/play/session.py", "if TYPE_CHECKING:\n    from enginehouse.table.picture.presenter import Presenter"),
        ("table/store/entries.py", "def f():\n    from enginehouse.table.play import session"),
        ("table/store/entries.py", "from enginehouse.table.html import lobby"),
        ("table/states/windows.py", "from enginehouse.table.states.state import TableState"),
        ("table/states/clocks.py", "from enginehouse.table.play.session import Session"),
        ("table/play/commands.py", "from enginehouse.table.sync import following"),
        ("table/play/session.py", "from enginehouse.table.extras.hints import Hints"),
        ("table/web/table.py", "from enginehouse.table import app"),
        ("table/cellar/wine.py", "from enginehouse.table.store import rows"),
    ],
)
def test_a_wrong_import_is_seen(tmp_path: Path, file: str, line: str) -> None:
    for one in TABLE_FILES:
        write(tmp_path, f"table/{one}.py", "")
    write(tmp_path, "core/play/match.py", "")
    write(tmp_path, file, line)
    assert len(wrong_imports(tmp_path)) == 1


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("core/play/match.py", "from enginehouse.core import errors"),
        ("core/sources/cache.py", "from ..match import Match"),
        ("games/mechanica/rules.py", "from .state import State\nfrom enginehouse.core.verbs import apply"),
        (
            "bots/players/greedy.py",
            "from enginehouse.core.registry.game import get\nfrom enginehouse import __version__",
        ),
        ("table/app.py", "from enginehouse.bots import greedy\nimport starlette"),
        ("commands/main.py", "from enginehouse import lab, table"),
        ("table/web/table.py", "from enginehouse.table.html import lobby"),
    ],
)
def test_a_right_import_passes(tmp_path: Path, file: str, line: str) -> None:
    for one in TABLE_FILES:
        write(tmp_path, f"table/{one}.py", "")
    write(tmp_path, file, line)
    assert wrong_imports(tmp_path) == []


def test_a_cycle_is_seen(tmp_path: Path) -> None:
    write(tmp_path, "lab/a.py", "from enginehouse.lab.b import name")
    write(tmp_path, "lab/b.py", "def f():\n    from enginehouse.lab import c")
    write(tmp_path, "lab/c.py", "if TYPE_CHECKING:\n    from .a import A")
    write(tmp_path, "lab/d.py", "from enginehouse.lab import a\nfrom enginehouse import __version__")
    write(tmp_path, "__init__.py", "from enginehouse.lab import d")
    assert cycles(read_graph(tmp_path)) == [("lab.a", "lab.b", "lab.c")]
    write(tmp_path, "lab/c.py", "")
    assert cycles(read_graph(tmp_path)) == []


def test_a_folder_that_grows_is_seen(tmp_path: Path) -> None:
    for k in range(MOST_MODULES):
        write(tmp_path, f"lab/m{k}.py", "")
        write(tmp_path, f"games/rats/m{k}.py", "")
        write(tmp_path, f"games/rats/n{k}.py", "")
    write(tmp_path, "lab/__init__.py", "")
    assert crowded_folders(tmp_path, {}) == []
    assert len(crowded_folders(tmp_path, {"lab": (20, "many")})) == 1, "an exception that is not needed"
    write(tmp_path, "lab/more.py", "")
    assert len(crowded_folders(tmp_path, {})) == 1 and crowded_folders(tmp_path, {"lab": (18, "many")}) == []


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"    def m{k}(self): ...\n" for k in range(16)),
        "    def __init__(self):\n" + "".join(f"        self.f{k} = 0\n" for k in range(11)),
        "".join(f"    f{k}: int = 0\n" for k in range(11)),
    ],
)
def test_a_class_that_grows_is_seen(tmp_path: Path, body: str) -> None:
    write(tmp_path, "core/session.py", f"class Session:\n{body}")
    assert len(large_classes(tmp_path, {})) == 1 and large_classes(tmp_path, {"Session": "a test"}) == []
    write(tmp_path, "core/session.py", "class Session:\n    pass")
    assert large_classes(tmp_path, {}) == [] and len(large_classes(tmp_path, {"Session": "a test"})) == 1


def test_a_shared_class_name_is_seen(tmp_path: Path) -> None:
    for file in ("games/rats/state", "games/cats/state", "conformance/samples/heap/state"):
        write(tmp_path, f"{file}.py", "class State:\n    class Inner: ...")
    write(tmp_path, "core/arena.py", "class Bench: ...\n\n\nclass Step: ...")
    assert shared_class_names(tmp_path, {}) == []
    assert shared_class_names(tmp_path, {"State": "a test"}) == ["State: no exception is needed"]
    write(tmp_path, "table/picture.py", "def f():\n    class State: ...")
    write(tmp_path, "lab/pieces.py", "class Step: ...")
    assert shared_class_names(tmp_path, {"State": "a test"}) == ["Step: core/arena.py and lab/pieces.py define it"]
    assert len(shared_class_names(tmp_path, {})) == 2


def test_browser_tests_wait_by_a_function_that_the_policy_allows() -> None:
    """`wait_for_function` evaluates text in the page, but only if it has to wait: it fails on a slow machine alone."""
    found = [path.name for path in (ROOT / "tests").rglob("*.py") if ".wait_for_function(" in path.read_text("utf-8")]
    assert found == [Path(__file__).name], "use until() of tests/browser/helpers/waiting.py"


def test_imports_of_games_stay_short() -> None:
    """Functions and constants of a game's own modules are named with their module, so there are no lists of names."""
    lines = imports = 0
    for path in (PACKAGE / "games").rglob("*.py"):
        lines += len(path.read_text("utf-8").splitlines())
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports += (node.end_lineno or node.lineno) - node.lineno + 1
    assert imports / lines < 0.045, f"{imports} of {lines} lines of the games are imports"
