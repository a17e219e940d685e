"""Reads the sources of the package: the modules, their trees, and what they import."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

from enginehouse.core.sources import sources
from enginehouse.core.sources.sources import pause_collector

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "enginehouse"


def name_module(path: Path, top: Path) -> str:
    """Return the full name of the module in a file below `top`, the folder of the package."""
    names = ["enginehouse", *path.relative_to(top).with_suffix("").parts]
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


def tree_of(path: Path) -> ast.Module:
    """Return a file as a tree. It is parsed once for all tests, unless it is written again."""
    return _parse(path.read_text("utf-8"))


@lru_cache(maxsize=1000)
@pause_collector()
def _parse(source: str) -> ast.Module:
    return sources.tree_of(source.encode())


def read_imports(path: Path, top: Path) -> frozenset[str]:
    """Return all names of the package that a file imports, also inside functions and for types only."""
    return _imports(path.read_text("utf-8"), name_module(path, top), path.name == "__init__.py")


@lru_cache(maxsize=1000)
def _imports(source: str, module: str, is_package: bool) -> frozenset[str]:
    found = set()
    for node in ast.walk(_parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = module.split(".") if is_package else module.split(".")[:-1]
                parents = parents[: len(parents) - node.level + 1]
                base = ".".join([*parents, base] if base else parents)
            # `from enginehouse import table` imports a part as well as `from enginehouse.table import app`
            found |= {f"{base}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute | ast.Name):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
            if name in {"import_module", "__import__"} and node.args and isinstance(node.args[0], ast.Constant):
                found.add(str(node.args[0].value))
    return frozenset(name for name in found if name.split(".")[0] == "enginehouse")
