"""Read source files without their comments, docstrings and layout: return a hash of the code, and the imports.

Parsing a file takes a millisecond, and a game has sixty files. So the results are stored beside the compiled rules
(`source-notes.json`), with the times, the size and the inode number of each file. The result of a file that was changed
in the last two seconds is not stored, because a second change could leave the same time.
"""

from __future__ import annotations

import ast
import gc
import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from enginehouse.core.former import forward
from enginehouse.core.sources.sealed import read_sealed, write_sealed

YOUNG_SECONDS = 2
"""The age in seconds up to which a file may still be changed without a new time."""
_FORM = 1
"""The version of the format of stored notes. Notes of other versions are dropped."""


class GameFiles(Protocol):
    """The interface of a game that this module needs: its name, its package and the package's folder.

    `game.Game` has it.
    """

    name: str
    package: str
    folder: Path


class Source(NamedTuple):
    """The hash `code` of a file's code, and its imports.

    An import is (level, module, names). The level is the number of dots before a relative module, or 0. The names are
    those of `from MODULE import NAMES`; `import MODULE` has none.
    """

    code: str
    imports: tuple[tuple[int, str, tuple[str, ...]], ...]


@contextmanager
def pause_collector() -> Iterator[None]:
    """Disable Python's garbage collector during the context.

    Syntax trees and compiled code are millions of small objects, and searching them for garbage takes time.
    """
    on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if on:
            gc.enable()


@pause_collector()
def read(text: bytes) -> Source:
    """Return the hash and the imports of a file's text. Raise SyntaxError if the text is not Python."""
    tree = tree_of(text)
    found: list[tuple[int, str, tuple[str, ...]]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.append((node.level, node.module or "", tuple(name.name for name in node.names)))
        elif isinstance(node, ast.Import):
            found += [(0, name.name, ()) for name in node.names]
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [one for one in body if not _is_text(one)]  # type: ignore[attr-defined]
    return Source(hashlib.sha256(ast.dump(tree).encode()).hexdigest(), tuple(found))


def tree_of(text: bytes) -> ast.Module:
    """Return the syntax tree of a file's text. Raise SyntaxError if the text is not Python."""
    try:
        return ast.parse(text)
    except SystemError:  # CPython 3.11 counts depth for all threads together (python/cpython#106905)
        return ast.parse(text)


def _is_text(node: ast.AST) -> bool:
    """Return whether a syntax node is a statement that is only a string, such as a docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


class Notes:
    """Notes about source files, stored in a folder.

    The notes are the hash and the imports of each file, and the checks that files have passed. They are not stored if
    the folder is not writable or belongs to another user.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "source-notes.json"
        self._files: dict[str, Any] = {}
        self._checked: dict[str, str] = {}
        self._changed = False
        try:
            found = self._file.stat()
            if not hasattr(os, "getuid") or (found.st_uid == os.getuid() and found.st_mode & 0o022 == 0):
                kept = json.loads(read_sealed(self._file) or b"{}")
                if kept["form"] == _FORM:
                    self._files, self._checked = kept["files"], kept["checked"]
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def of(self, path: Path) -> Source:
        """Return the hash and the imports of a source file, from the stored notes if the file has not changed.

        A file that is not named `.py` has the hash of its bytes and no imports. Raise OSError if it cannot be read, and
        SyntaxError if a `.py` file is not Python.
        """
        key = marks_of(path)
        kept = self._files.get(str(path))
        if kept is not None and kept[0] == key:
            return Source(kept[1], tuple((level, module, tuple(names)) for level, module, names in kept[2]))
        text = path.read_bytes()
        source = read(text) if path.suffix == ".py" else Source(hashlib.sha256(text).hexdigest(), ())
        if time.time() - max(key[0], key[1]) / 1e9 > YOUNG_SECONDS:
            self._files[str(path)] = [key, source.code, source.imports]
            self._changed = True
        return source

    def is_checked(self, check: str, files: list[Path]) -> bool:
        """Return whether the check named `check` has passed for exactly these files as they are now."""
        return self._checked.get(check) == _all_marks(files)

    def note_good(self, check: str, files: list[Path]) -> None:
        """Record that the check named `check` has passed for these files as they are now.

        Do not record it if a file was changed in the last two seconds. If such a file is soon changed again, its
        modification time may stay the same, so the second change would not be noticed.
        """
        if all(time.time() - max(marks_of(file)[:2]) / 1e9 > YOUNG_SECONDS for file in files):
            self._checked[check] = _all_marks(files)
            self._changed = True

    def keep(self) -> None:
        """Write the notes about source files to the file `source-notes.json`, if there are new notes.

        Drop the notes about source files that no longer exist.
        """
        if not self._changed:
            return
        self._changed = False
        files = {path: kept for path, kept in self._files.items() if os.path.exists(path)}
        checked = {what: marks for what, marks in self._checked.items() if os.path.exists(what.partition("\n")[0])}
        with suppress(OSError):
            self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_sealed(self._file, json.dumps({"form": _FORM, "files": files, "checked": checked}).encode())


def marks_of(path: Path) -> list[int]:
    """Return the attributes of a file by which a change is noticed.

    They are the time of the last change of its content, the time of the last change of its metadata (both in
    nanoseconds), its size in bytes, and its inode number.
    """
    found = path.stat()
    return [found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino]


def _all_marks(files: list[Path]) -> str:
    return hashlib.sha256(repr([(str(file), marks_of(file)) for file in sorted(files)]).encode()).hexdigest()


__getattr__ = forward(__name__, {"uncollected": "pause_collector"})
