"""Make shared libraries of a game's compiled rules and bots, for this machine or another machine with Linux.

To use such a library, neither Python nor Numba is needed.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from typing import Any

from enginehouse.core.compiler.entries import LibraryFunction
from enginehouse.core.compiler.lowering import Lowered, NotLowered, lower
from enginehouse.core.compiler.targets.emitting import Target, emit
from enginehouse.core.compiler.targets.linking import find_linker, link
from enginehouse.core.registry.game import Game

TARGETS = {
    "x86-64": Target("x86_64-unknown-linux-gnu", "x86-64"),
    "x86-64-v3": Target("x86_64-unknown-linux-gnu", "x86-64-v3"),
    "aarch64": Target("aarch64-unknown-linux-gnu"),
}
"""The machines for which there are libraries."""
_FROM_C = ("memcpy", "memmove", "memset", "__tls_get_addr")
"""The functions of the C library that LLVM calls. Each program has them."""
_MACHINES = {"x86-64": "elf_x86_64", "x86-64-v3": "elf_x86_64", "aarch64": "aarch64linux"}
"""The names that linkers have for these machines."""


def find_own_target() -> str:
    """Return the name of a target whose code runs on this machine. Raise `NotLowered` if no target fits."""
    names = {"x86_64": "x86-64", "amd64": "x86-64", "aarch64": "aarch64", "arm64": "aarch64"}
    found = names.get(platform.machine().lower())
    if found is None or not sys.platform.startswith("linux"):
        raise NotLowered(
            f"libraries are made for Linux on x86-64 and aarch64, not for {sys.platform} {platform.machine()}"
        )
    return found


def make_prefix(game: Game) -> str:
    """Return the beginning of the names that a game's functions have in C."""
    return f"{game.name.replace('-', '_')}_"


def build(game: Game, entries: Sequence[LibraryFunction], target: str = "", **more: Any) -> bytes:
    """Return a shared library with the functions `entries` of a game, as bytes.

    `target` is one of `TARGETS`; the default is this machine's. The other keyword arguments are passed to `lower`.
    Raise `NotLowered` if rules cannot be compiled or linked here.
    """
    return finish(lower(game, entries, make_prefix(game), **more), target or find_own_target())


def finish(lowered: Lowered, target: str) -> bytes:
    """Return the shared library of some functions as bytes. `lowered` is the LLVM text of the functions.

    `target` is one of `TARGETS`, a kind of machine.
    """
    thing = emit(lowered, TARGETS[target], allowed=_FROM_C)
    command = find_linker(("ld.lld", "ld"), ("ld.lld",))
    return link(command, ("-shared", "-m", _MACHINES[target], "--build-id=none", "-s"), thing)
