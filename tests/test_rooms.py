"""The rooms of the table: which may import which, no circles, and no class in which everything lands."""

from __future__ import annotations

import ast
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

if (here := str(Path(__file__).resolve().parent)) not in sys.path:
    sys.path.insert(0, here)

from test_house import PACKAGE, imports_of, module_of, tree_of  # type: ignore[import-not-found]

# Which room of the table may import which other one; its own files it always may. A file beside the rooms is one itself.
MAY_IMPORT = {
    "store": set(),
    "botpool": set(),
    "push": set(),
    "tables": {"addresses", "store", "botpool", "push", "settings", "time_and_chance", "words"},
    "picture": {"addresses", "tables", "store", "words"},
    "html": {"addresses", "picture", "tables", "store", "assets", "words"},
    "web": {"addresses", "html", "picture", "tables", "store", "push", "settings", "assets", "words"},
    "assets": {"addresses", "packing"},
    "addresses": set(),
    "packing": set(),
    "log_lines": set(),
    "words": set(),
    "settings": set(),
    "time_and_chance": set(),
    "api": {"addresses", "web", "html", "picture", "tables", "store", "words"},
    "routes": {"api", "web"},
    "app": {"addresses", "routes", "web", "tables", "store", "settings", "time_and_chance"},
    "serve": {"log_lines", "app", "web", "html", "settings"},
    "processes": {"serve", "settings", "store"},
}
NOT_EVEN_IN_ITS_ROOM = {("tables.windows", "tables.session"), ("tables.windows", "tables.state")}
"""Windows are pure functions of data."""
MOST_METHODS, MOST_FIELDS = 15, 10
ALLOWED = {
    "Settings": "a record: one field for each setting",
    "Shared": "a record: one field for each thing that requests share",
    "TableRow": "a record: one field for each column",
    "Opening": "a record: one field for each thing that a program may choose",
    "NewTable": "a record: one field for each thing that a new table is given",
    "Job": "a record: one field for each thing that a worker may be given",
    "Look": "a record: one field for each thing that a program is told",
    "PictureInput": "a record: one field for each thing that a picture shows",
}


def table_modules(top: Path) -> dict[str, Path]:
    """The modules of the table by their names inside it: `tables.session`."""
    return {
        module_of(path, top).removeprefix("enginehouse.table").lstrip("."): path
        for path in (top / "table").rglob("*.py")
    }


def graph_of(top: Path) -> dict[str, set[str]]:
    """What each module of the table imports of it, in functions and for types too."""
    modules = table_modules(top)
    graph: dict[str, set[str]] = {}
    for name, path in modules.items():
        graph[name] = set()
        for imported in imports_of(path, top):
            if not imported.startswith("enginehouse.table."):
                continue
            found = imported.removeprefix("enginehouse.table.")
            if found not in modules:  # a name in a module
                found = found.rpartition(".")[0]
            if found and found != name:
                graph[name].add(found)
    return graph


def wrong_imports(top: Path) -> list[str]:
    """Imports from one room into another that it may not know."""
    wrong = []
    for name, imported in graph_of(top).items():
        room = name.split(".")[0]
        for found in sorted(imported):
            there = found.split(".")[0]
            if (there != room and room and there not in MAY_IMPORT.get(room, set())) or (
                (name, found) in NOT_EVEN_IN_ITS_ROOM
            ):
                wrong.append(f"{name} imports {found}")
    return wrong


def circle(top: Path) -> list[str]:
    """Modules of the table that import each other in a circle; empty where there is none."""
    try:
        TopologicalSorter(graph_of(top)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def too_large(top: Path) -> list[str]:
    """Classes with more methods or fields than one thing needs."""
    wrong = []
    for path in (top / "table").rglob("*.py"):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef) and node.name not in ALLOWED:
                methods, fields = members(node)
                if methods > MOST_METHODS or fields > MOST_FIELDS:
                    wrong.append(f"{path.name}: {node.name} has {methods} methods and {fields} fields")
    return wrong


def members(node: ast.ClassDef) -> tuple[int, int]:
    """How many methods a class has, and how many fields: those declared in it and those set on `self`."""
    methods = [one for one in node.body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)]
    fields = {one.target.id for one in node.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)}
    for inner in (inner for method in methods for inner in ast.walk(method)):
        if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store):
            if isinstance(inner.value, ast.Name) and inner.value.id == "self":
                fields.add(inner.attr)
    return len(methods), len(fields)


def test_rooms_import_only_what_they_may_know() -> None:
    assert wrong_imports(PACKAGE) == []
    assert set(MAY_IMPORT) == {name.split(".")[0] for name in graph_of(PACKAGE)} - {""}


def test_no_module_imports_itself_round_a_corner() -> None:
    assert circle(PACKAGE) == []


def test_no_class_does_everything() -> None:
    assert too_large(PACKAGE) == []


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("tables/session.py", "from enginehouse.table.web import problems"),
        ("tables/session.py", "if TYPE_CHECKING:\n    from enginehouse.table.picture.presenter import Presenter"),
        ("store/entries.py", "def f():\n    from enginehouse.table.tables import session"),
        ("store/entries.py", "from enginehouse.table.html import lobby"),
        ("tables/windows.py", "from enginehouse.table.tables.session import Session"),
        ("web/table.py", "from enginehouse.table import app"),
        ("cellar/wine.py", "from enginehouse.table.store import rows"),
    ],
)
def test_a_wrong_import_is_seen(tmp_path: Path, file: str, line: str) -> None:
    planted(tmp_path, file, line)
    assert len(wrong_imports(tmp_path)) == 1


def test_a_circle_is_seen(tmp_path: Path) -> None:
    planted(tmp_path, "tables/session.py", "from enginehouse.table.tables.registry import Registry")
    planted(tmp_path, "tables/registry.py", "def f():\n    from enginehouse.table.tables import session")
    assert set(circle(tmp_path)) == {"tables.session", "tables.registry"}


@pytest.mark.parametrize(
    "body",
    [
        "".join(f"    def m{k}(self): ...\n" for k in range(16)),
        "    def __init__(self):\n" + "".join(f"        self.f{k} = 0\n" for k in range(11)),
        "".join(f"    f{k}: int = 0\n" for k in range(11)),
    ],
)
def test_a_class_that_grows_is_seen(tmp_path: Path, body: str) -> None:
    planted(tmp_path, "tables/session.py", f"class Session:\n{body}")
    assert len(too_large(tmp_path)) == 1


def planted(top: Path, file: str, text: str) -> None:
    """A file, and beside it the modules that it names."""
    for one in {file, "tables/session.py", "tables/registry.py", "web/problems.py", "html/lobby.py", "app.py",
                "picture/presenter.py", "store/rows.py"}:  # fmt: skip
        path = top / "table" / one
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text("", "utf-8")
    (top / "table" / file).write_text(text + "\n", "utf-8")
