"""Write the C header of a library, as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from enginehouse.core.compiler.entries import STATUSES, LibraryFunction
from enginehouse.core.compiler.targets.layouts import list_types
from enginehouse.core.registry.game import Game

_KEYWORDS = {
    "auto",
    "case",
    "char",
    "default",
    "do",
    "double",
    "float",
    "goto",
    "int",
    "long",
    "register",
    "short",
    "signed",
}
"""The keywords of C. A field with such a name gets an underscore at its end."""
_KEYWORDS |= {
    "static",
    "struct",
    "switch",
    "typedef",
    "union",
    "unsigned",
    "void",
    "volatile",
    "const",
    "extern",
    "enum",
}


def write_header(game: Game, entries: Sequence[LibraryFunction], prefix: str, bots: Any) -> str:
    """Return the C header of a library with the functions `entries`, whose names begin with `prefix`.

    `bots` is a dict from the name of each bot to a pair, as `bots.players.portable.list_settings` returns it. The pair
    has a number, which stands for random, greedy or searching bots, and a list of integers, the bot's settings. The
    header only repeats these numbers, so that a program can pass them to the library. The text is valid C11 and C++11.
    """
    guard = f"{prefix.upper()}H"
    lines = [
        f"/* {game.facts.title}, rules {game.facts.rules_version}. Written by `enginehouse build host {game.name}`.",
        "   Each function returns 0, or the number of an exception. A result goes to `result`, which may be NULL.",
        "   Functions are safe in several threads if their records are not shared. */",
        *(f"#ifndef {guard}", f"#define {guard}", "#include <stdint.h>", ""),
        *_write_constants(game, prefix, bots),
        "#ifdef __cplusplus",
        'extern "C" {',
        "#define ENGINEHOUSE_CHECK(fact) static_assert(fact, #fact)",
        "#else",
        "#define ENGINEHOUSE_CHECK(fact) _Static_assert(fact, #fact)",
        "#endif",
        "",
    ]
    for name, dtype in list_types(entries).items():
        lines += [*_write_type(prefix + name, dtype), ""]
    for one in entries:
        lines += [f"/* {one.says} */", f"int32_t {prefix}{one.name}({', '.join(_list_parameters(one, prefix))});"]
    return "\n".join([*lines, "", "#ifdef __cplusplus", "}", "#endif", "#endif", ""])


def _write_constants(game: Game, prefix: str, bots: Any) -> list[str]:
    """Return the C lines for the constants of a game, whose names begin with `prefix`.

    The constants are the number of all actions that the game has, the maximum number of actions in the course of a
    game, the statuses that functions return, and the kind and the settings of each bot. `bots` is a dict as for
    `write_header`.
    """
    name = prefix.upper()
    numbers = {"ACTIONS": len(game.vocabulary), "MOST_ACTIONS": game.facts.length_bound}
    numbers |= {f"STATUS_{status.replace(' ', '_').upper()}": k for k, status in enumerate(STATUSES) if status}
    lines = [f"#define {name}{key} {value}" for key, value in numbers.items()]
    for bot, (kind, setting) in bots.items():
        macro = bot.upper().replace("-", "_")
        lines.append(f"#define {name}BOT_{macro} {kind}")
        lines.append(f"#define {name}SETTING_{macro} {{{', '.join(map(str, setting))}}}")
    return [*lines, ""]


def _write_type(name: str, dtype: Any) -> list[str]:
    """Return the C lines of the struct `name`, which has the fields of a dtype, and of a check of the struct's size."""
    return [
        "typedef struct {",
        *_write_fields(dtype),
        f"}} {name};",
        f"ENGINEHOUSE_CHECK(sizeof({name}) == {dtype.itemsize});",
    ]


def _write_fields(dtype: Any) -> list[str]:
    """Return the C lines of a struct's fields with their types. `dtype` has these fields.

    A record inside a record becomes a nested struct. A field that shares memory with an earlier field is left out,
    because a C struct cannot express this.
    """
    lines, end = [], 0
    for field in dtype.names:
        kind, offset = dtype.fields[field][:2]
        if offset < end:
            continue
        end = offset + kind.itemsize
        base, shape = kind.subdtype or (kind, ())
        after = f"{_safe(field)}{''.join(f'[{size}]' for size in shape)};"
        if base.names:
            lines += ["    struct {", *(f"    {line}" for line in _write_fields(base)), f"    }} {after}"]
        else:
            lines.append(f"    {_number(base)} {after}")
    return lines


def _safe(field: str) -> str:
    return f"{field}_" if field in _KEYWORDS else field


def _list_parameters(one: LibraryFunction, prefix: str) -> list[str]:
    found = []
    for argument in one.arguments:
        if argument.dtype is None:
            found.append(f"int64_t {_safe(argument.name)}")
        elif not argument.is_empty_record:
            kind = f"{prefix}{argument.type}" if argument.type else _number(argument.dtype)
            found.append(f"{kind} *{_safe(argument.name)}")
            found += [] if argument.shape[0] else [f"int64_t {argument.name}_count"]
    return ["int64_t *result", *found]


def _number(dtype: Any) -> str:
    """Return the name of the C type for a number type, such as `int16_t`. For a bool it is an unsigned byte."""
    return f"{dtype.name}_t" if dtype.kind in "iu" else "uint8_t"
