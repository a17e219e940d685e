"""Find and run linkers, the programs that make a library or a WebAssembly module from an object file."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from enginehouse.core.compiler.lowering import NotLowered

VERSIONS = ("", *(f"-{number}" for number in range(30, 13, -1)))
"""The endings of the names of LLVM's linkers: Debian adds the version."""


def find_linker(names: Sequence[str], zig: Sequence[str]) -> list[str]:
    """Return the command of a linker that is installed, as a list of words.

    `names` are programs to look for. The first that is installed is the result. If there is none, return the command of
    the Python package `ziglang`, followed by the arguments `zig`. Raise `NotLowered` if that is missing, too.
    """
    for name in names:
        for version in VERSIONS:
            if (path := shutil.which(name + version)) is not None:
                return [path]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", *zig]
    raise NotLowered(f"a linker is missing: install {' or '.join(names)} (Debian: lld), or the Python package ziglang")


def link(command: Sequence[str], options: Sequence[str], thing: bytes) -> bytes:
    """Return the library or WebAssembly module that a linker makes from `thing`, the bytes of an object file.

    `command` and `options` are the words of the command line. Raise `NotLowered` with the linker's message if it fails.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, result = Path(folder, "rules.o"), Path(folder, "rules.out")
        source.write_bytes(thing)
        called = [*command, *options, "-o", str(result), str(source)]
        done = subprocess.run(called, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode != 0:
            raise NotLowered(f"the linker {command[0]} failed: {done.stderr.strip()[:500]}")
        return result.read_bytes()
