"""Describe the functions and records of a library as data, for programs that call it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.core.compiler.entries import STATUSES, Argument, LibraryFunction
from enginehouse.core.registry.game import Game

FORMAT = 1
"""The version of this description."""


def list_types(entries: Sequence[LibraryFunction]) -> dict[str, Any]:
    """Return the record types of all arguments of library functions: a dict of dtypes by the name of the type.

    Raise `ValueError` if one name has two different types.
    """
    found: dict[str, Any] = {}
    for argument in (argument for one in entries for argument in one.arguments if argument.type):
        if found.setdefault(argument.type, argument.dtype) != argument.dtype:
            raise ValueError(f"two types are named {argument.type}")
    return found


def describe_library(game: Game, entries: Sequence[LibraryFunction], stamp: str, bots: Any) -> dict[str, Any]:
    """Describe the library of a game, and return the description as a dict that can be stored as JSON.

    A library is machine code that programs without Python can use. `entries` are its functions. `stamp` is the hash of
    the rules' sources. `bots` is a dict from the name of each bot to a pair: a number for the kind of the bot (random,
    greedy or search), and a list of its settings as integers. The result has these keys:

    - `format`: the version of this description
    - `game`, `rules`, `stamp`: the name of the game, the version of its rules, and the hash
    - `seats`: the minimum and the maximum number of seats
    - `options`, `defaults`: the names of the choices by option, and the default choice by option
    - `most_actions`: the maximum number of actions of a game
    - `actions`: the names of all actions, by code
    - `statuses`: the names of the numbers that functions return
    - `bots`: by name, a dict with the number of the kind as `bot` and the list of settings as `setting`
    - `types`: by name, a record type as from `describe_type`
    - `functions`: by name, a function as from `describe_function`
    """
    facts = game.facts
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": facts.rules_version,
        "stamp": stamp,
        "seats": list(facts.seats),
        "options": {option.name: [choice.name for choice in option.choices] for option in facts.options},
        "defaults": dict(game.check_options({})),
        "most_actions": facts.length_bound,
        "actions": list(game.vocabulary.names),
        "statuses": list(STATUSES),
        "bots": {name: {"bot": kind, "setting": setting} for name, (kind, setting) in bots.items()},
        "types": {name: describe_type(dtype) for name, dtype in list_types(entries).items()},
        "functions": {one.name: describe_function(one) for one in entries},
    }


def describe_type(dtype: Any) -> dict[str, Any]:
    """Return a record type as data for JSON, with the keys `size` (in bytes) and `fields`.

    `fields` is a dict by the name of the field. Each value is a dict with `offset` (in bytes), `shape` (a list of
    lengths, empty for a single number) and `number` (the name of the number type). If the field holds records, their
    type is in `fields` in place of `number`: a dict like the result.
    """
    fields = {}
    for name in dtype.names:
        inner, offset = dtype.fields[name][:2]
        base, shape = inner.subdtype or (inner, ())
        number = {"fields": describe_type(base)} if base.names else {"number": base.name}
        fields[name] = {"offset": offset, "shape": list(shape), **number}
    return {"size": dtype.itemsize, "fields": fields}


def describe_function(one: LibraryFunction) -> dict[str, Any]:
    """Return a function of a library as data for JSON, with the keys `says` and `arguments`.

    `says` is a sentence about the function's effect. `arguments` is the list of its arguments in order, as from
    `describe_argument`. Arguments that the library itself provides are left out.
    """
    arguments = [describe_argument(argument) for argument in one.arguments if not argument.is_empty_record]
    return {"says": one.says, "arguments": arguments}


def describe_argument(one: Argument) -> dict[str, Any]:
    """Return an argument of a library function as data for JSON. A whole number has only the key `name`.

    An array has two more keys. `type` is the type of its elements: the name of a record type, or a number type such as
    `int64`. `shape` is the list of the lengths of its dimensions. If the first length is 0, the caller chooses it, and
    passes it in the next argument.
    """
    if one.dtype is None:
        return {"name": one.name}
    return {"name": one.name, "type": one.type or one.dtype.name, "shape": list(one.shape)}
