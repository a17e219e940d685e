"""Most parameters have a type that says more than `Any`, by which mypy finds mistakes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .sources import PACKAGE, tree_of

MOST_PERCENT = 5


def list_annotations(tree: ast.AST) -> Iterator[str]:
    """Return the annotations of all parameters, as text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation is not None:
            yield ast.unparse(node.annotation)


def test_few_parameters_are_any() -> None:
    found = [one for path in PACKAGE.rglob("*.py") for one in list_annotations(tree_of(path))]
    assert len(found) > 5_000
    assert 100 * found.count("Any") < MOST_PERCENT * len(found)


def test_all_kinds_of_parameters_are_counted() -> None:
    tree = ast.parse("async def f(a: int, /, b, *c: Any, d: Any = 0, **e: list[Any]) -> Any: pass")
    assert list(list_annotations(tree)) == ["int", "Any", "Any", "list[Any]"]
