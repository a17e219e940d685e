"""Collects the names that others rely on, so that a rename is noticed.

    ENGINEHOUSE_JIT=0 .venv/bin/python tests/kept/names.py

adds the present names to `names.json`, and `test_names.py` compares. The file has the names of commit 2dccf44, before modules
and functions were moved and renamed, and those of each release since. Call it only at a release. If you move something that
this file reads, change how it is read here.
"""

from __future__ import annotations

import ast
import csv
import inspect
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner

import enginehouse
from enginehouse.core.registry import game as games

PACKAGE = Path(enginehouse.__file__).resolve().parent
KEPT = Path(__file__).with_name("names.json")
NUMBER = re.compile(r"-?\b\d+\b")


def record_fields() -> Iterator[str]:
    """Yield the fields of each game's record."""
    for name in games.names():
        yield from (f"{name}: {field}" for field in games.get(name).shape.fields)


def actions() -> Iterator[str]:
    """Yield the actions of each game, with `#` for each number."""
    for name in games.names():
        yield from (f"{name}: {NUMBER.sub('#', action)}" for action in games.get(name).vocabulary.names)


def options() -> Iterator[str]:
    """Yield the options of each game with their choices."""
    for name in games.names():
        for option in games.get(name).facts.options:
            yield from (f"{name}: {option.name}={choice.name}" for choice in option.choices)


def measures() -> Iterator[str]:
    """Yield the measures of the lab and of each game."""
    yield from import_module("enginehouse.lab.measures").BUILT_IN
    for name in games.names():
        game = games.get(name)
        if game.has("measures"):
            yield from (f"{name}: {measure}" for measure in game.module("measures").MEASURES)


def simulate_columns() -> Iterator[str]:
    """Yield the columns of the tables that `simulate` writes, and the keys of its JSON."""
    main = import_module("enginehouse.commands.main").main
    with tempfile.TemporaryDirectory() as folder:
        stats, steps = Path(folder, "stats.csv"), Path(folder, "actions.csv")
        words = ["simulate", "mechanica", "--seats", "2", "--games", "1", "--json"]
        done = CliRunner().invoke(main, [*words, "--stats", str(stats), "--actions", str(steps)])
        if done.exit_code:
            raise RuntimeError(done.output)
        for path in (stats, steps):
            with path.open(newline="", encoding="utf-8") as file:
                yield from (f"{path.stem}: {column}" for column in next(csv.reader(file)))
        yield from (f"json: {key}" for key in _keys(json.loads(done.stdout)) if not re.search(r"ends\.|options\.", key))


def facts_keys() -> Iterator[str]:
    """Yield the keys of `enginehouse games --json`, without the options of single games."""
    done = CliRunner().invoke(import_module("enginehouse.commands.main").main, ["games", "--json"])
    yield from (key for key in _keys(json.loads(done.stdout)) if not key.startswith("options."))


def log_keys() -> Iterator[str]:
    """Yield the keys of a log, by its schema."""
    schema = json.loads((PACKAGE.parents[1] / "docs" / "log.schema.json").read_text("utf-8"))
    yield from (f"log: {key}" for key in schema["properties"])
    for name, part in schema["$defs"].items():
        yield from (f"{name}: {key}" for key in part.get("properties", ()))


def _keys(value: Any, above: str = "") -> Iterator[str]:
    """Yield the keys of a JSON value with those above them: `lengths.median`."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{above}{key}"
            yield from _keys(inner, f"{above}{key}.")
    elif isinstance(value, list):
        for inner in value:
            yield from _keys(inner, above)


def dataset_columns() -> Iterator[str]:
    """Yield the columns of a dataset's steps. They are read from the source, since Polars may be missing."""
    for path in _files("lab"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Dict):
                for key, value in zip(node.keys, node.values, strict=True):
                    if isinstance(key, ast.Constant) and ast.unparse(value).startswith("pl."):
                        yield str(key.value)


def metrics() -> Iterator[str]:
    """Yield the names of the metrics with their labels."""
    from enginehouse.table.app import create_app
    from enginehouse.table.settings import Settings
    from enginehouse.table.web.metrics import Metrics

    app = create_app(Settings(db_url="sqlite:///never-opened.sqlite3"))
    counted = Metrics(app.state.shared)
    counted.requests.labels("GET", "/", "200").inc()
    counted.seconds.labels("/").observe(0.1)
    for line in counted.text().decode().splitlines():
        if line.startswith("# TYPE enginehouse_"):
            yield line.split()[2]
        elif line.startswith("enginehouse_"):
            name, _, labels = line.partition("{")
            if "bucket" not in name:
                yield from (f"{name}: {label}" for label in re.findall(r'(\w+)="', labels))


def settings() -> Iterator[str]:
    """Yield the environment variables that set something."""
    from enginehouse.table.settings import Settings

    yield from (f"ENGINEHOUSE_{name.upper()}" for name in Settings.__dataclass_fields__)
    for path in _files():
        yield from re.findall(r"ENGINEHOUSE_[A-Z]+(?:_[A-Z]+)*", path.read_text("utf-8"))


def commands() -> Iterator[str]:
    """Yield the commands with their arguments, options and choices."""
    yield from _commands(import_module("enginehouse.commands.main").main, "enginehouse")


def _commands(command: click.Command, name: str) -> Iterator[str]:
    yield name
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield f"{name} {str(parameter.name).upper()}"
        yield from (f"{name} {one}" for one in (*parameter.opts, *parameter.secondary_opts) if one.startswith("-"))
        if isinstance(parameter.type, click.Choice):
            yield from (f"{name} {parameter.opts[0]} {choice}" for choice in parameter.type.choices)
    if isinstance(command, click.Group):
        for inner in command.commands.values():
            yield from _commands(inner, f"{name} {inner.name}")


def interface() -> Iterator[str]:
    """Yield the addresses of the interface for programs, with their parameters and the keys of their JSON."""
    from enginehouse.table.api.openapi import document
    from enginehouse.table.api.routes import ENDPOINTS

    described = json.loads(document(ENDPOINTS))
    schemas = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            name = f"{method.upper()} {path}"
            yield name
            yield from (f"{name} ?{one['name']}" for one in operation.get("parameters", ()))
            for body in operation.get("requestBody", {}).get("content", {}).values():
                yield from (f"{name} takes {key}" for key in _fields(body.get("schema"), schemas))
            for status, answer in operation["responses"].items():
                for body in answer.get("content", {}).values():
                    what = f"{name} returns" if status < "300" else "refusals return"
                    yield from (f"{what} {key}" for key in _fields(body.get("schema"), schemas))


def _fields(schema: Any, schemas: dict[str, Any], above: str = "", seen: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the keys of all objects that fit a JSON schema."""
    if isinstance(schema, list):
        for one in schema:
            yield from _fields(one, schemas, above, seen)
    elif isinstance(schema, dict):
        reference = schema.get("$ref")
        if reference is not None and reference not in seen:
            yield from _fields(schemas[reference.rpartition("/")[2]], schemas, above, (*seen, reference))
        for key, inner in schema.get("properties", {}).items():
            yield f"{above}{key}"
            yield from _fields(inner, schemas, f"{above}{key}.", seen)
        for key in ("items", "anyOf", "allOf", "oneOf", "prefixItems", "additionalProperties"):
            yield from _fields(schema.get(key), schemas, above, seen)


def storage_keys() -> Iterator[str]:
    """Yield the keys under which the page keeps something in the browser, with `${}` for what differs."""
    texts = [path.read_text("utf-8") for path in _files("table/static", "*.js") if "vendor" not in path.parts]
    kept = r"(?:local|session)Storage\.(?:get|set|remove)Item"
    wrappers = {
        name
        for text in texts
        for name, argument, body in re.findall(r"function (\w+)\((\w+)[^)]*\) \{(.*?)\n\}", text, re.S)
        if re.search(rf"{kept}\({argument}\b", body)
    }
    for text in texts:
        for called in re.findall(rf"(?:{kept}|\b(?:{'|'.join(sorted(wrappers))}))\(([^,)]+)", text):
            constant = re.search(rf"\b{re.escape(called)} = ([\"'`][^;]+);", text) if called.isidentifier() else None
            literal = constant[1] if constant else called
            if literal[0] in "\"'`":
                yield re.sub(r"\$\{.*?\}", "${}", literal.strip("\"'`"))


def entry_point_groups() -> Iterator[str]:
    """Yield the groups of entry points by which packages offer games and bots."""
    yield games.GROUP
    yield import_module("enginehouse.bots").GROUP


def addresses() -> Iterator[str]:
    """Yield the addresses of the table with their methods."""
    from enginehouse.table.routes import ROUTES

    for route in ROUTES:
        yield from (f"{method} {route.path}" for method in sorted((route.methods or {"GET"}) - {"HEAD"}))


def library() -> Iterator[str]:
    """Yield the public names of `enginehouse`, of every module of `core`, and those that `docs/api.md` describes."""
    yield from (f"enginehouse:{name}" for name in enginehouse.__all__)
    for path in _files("core"):
        module = ".".join(["enginehouse", *path.relative_to(PACKAGE).with_suffix("").parts]).removesuffix(".__init__")
        yield from (f"{module}:{name}" for name in _defined(ast.parse(path.read_text("utf-8")).body))
    text = (PACKAGE.parents[1] / "docs" / "api.md").read_text("utf-8")
    for kind, name, more in re.findall(r"auto(\w+):: ([\w.]+)((?:\n   :.*)*)", text):
        with_members = ":members:" in more
        if kind == "module":
            chosen = [one.strip() for one in more.partition(":members:")[2].split(",") if one.strip()]
            found = import_module(name)
            for one in chosen or _own(found):
                yield f"{name}:{one}"
                if inspect.isclass(getattr(found, one)):
                    yield from (f"{name}:{one}.{inner}" for inner in _members(getattr(found, one)))
            continue
        module, _, one = name.rpartition(".")
        try:
            found = getattr(import_module(module), one)
        except ImportError:  # of an extra that is not installed
            continue
        yield f"{module}:{one}"
        if with_members or kind == "class":
            yield from (f"{module}:{one}.{inner}" for inner in _members(found))


def _defined(body: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield the public names that a module defines itself, or imports to pass on (`import x as x`)."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = [node.name]
        elif isinstance(node, ast.Assign):
            names = [one.id for target in node.targets for one in ast.walk(target) if isinstance(one, ast.Name)]
        elif isinstance(node, ast.AnnAssign):
            names = [node.target.id] if isinstance(node.target, ast.Name) and node.value is not None else []
        elif isinstance(node, ast.ImportFrom):
            names = [alias.name for alias in node.names if alias.asname == alias.name]
        else:
            names = []
        yield from (name for name in names if not name.startswith("_"))


def _own(module: Any) -> list[str]:
    """Return the public names of functions and classes that a module defines."""
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__
    ]


def _members(found: type) -> list[str]:
    """Return the public methods and fields of a class, those of a named tuple or a struct too."""
    declared = {name for one in found.__mro__ for name in getattr(one, "__annotations__", {})}
    there = {name for one in found.__mro__ if one.__module__.startswith("enginehouse") for name in vars(one)}
    return sorted(name for name in declared | there if not name.startswith("_"))


def _files(folder: str = "", pattern: str = "*.py") -> list[Path]:
    return sorted((PACKAGE / folder).rglob(pattern))


GROUPS = {
    "record fields": record_fields,
    "actions": actions,
    "options": options,
    "measures": measures,
    "columns of simulate": simulate_columns,
    "columns of a dataset": dataset_columns,
    "keys of games": facts_keys,
    "keys of a log": log_keys,
    "metrics": metrics,
    "settings": settings,
    "commands": commands,
    "interface": interface,
    "storage keys": storage_keys,
    "entry-point groups": entry_point_groups,
    "addresses": addresses,
    "library": library,
}


def collect() -> dict[str, list[str]]:
    """Return all names by group, sorted."""
    return {group: sorted(set(names())) for group, names in GROUPS.items()}


def join_names(kept: dict[str, list[str]], present: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the names of both by group, sorted."""
    return {group: sorted({*kept.get(group, ()), *present.get(group, ())}) for group in {**kept, **present}}


if __name__ == "__main__":
    os.environ["ENGINEHOUSE_JIT"] = "0"
    names = join_names(json.loads(KEPT.read_text("utf-8")), collect())
    KEPT.write_text(json.dumps(names, indent=0) + "\n", "utf-8")
