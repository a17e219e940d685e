"""Store the machine code of one compiled function in files.

This cache replaces Numba's own cache, which does not check its files: a damaged file crashes the program. If two
processes write at once, Numba's cache can also confuse the code of two signatures. Here each signature (types of
arguments) has a file of its own, with a checksum and the name of the signature. Numba calls only the methods below.
"""

from __future__ import annotations

import hashlib
import importlib
import pickle
import re
from pathlib import Path
from typing import Any

from enginehouse.core.sources.sealed import read_sealed, remove_damaged, write_sealed


class CodeCache:
    """The stored machine code of one function, a file for each signature (types of arguments) and processor."""

    def __init__(self, folder: Path, function: Any) -> None:
        self.cache_path = str(folder)
        self._folder = folder
        self._code = hashlib.sha256(function.__code__.co_code).hexdigest()
        self._name = re.sub(r"[^\w.-]", "_", f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}")
        self._module = function.__module__

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return the stored compiled function for a signature (types of arguments), or None if it must be compiled.

        `context` is Numba's target context.
        """
        context.refresh()
        key = self._key(signature, context.codegen())
        path = self._path(key)
        kept = read_sealed(path)
        if kept is None:
            return None
        result: Any = importlib.import_module("numba.core.compiler").CompileResult
        try:
            # The folder belongs to this user alone (`cache.folder_for`), and so does every file that it runs.
            written_for, payload = pickle.loads(kept)  # noqa: S301
            if written_for != key:
                return None
            return result._rebuild(context, *payload)
        except Exception:  # a file that other code has written may raise any error; the rule is then compiled again
            remove_damaged(path)
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Store `result`, the compiled function for a signature.

        Do not store it if its code depends on addresses of this process.
        """
        if result.library.has_dynamic_globals:
            return
        dumps: Any = importlib.import_module("numba.core.serialize").dumps
        key = self._key(signature, result.codegen)
        write_sealed(self._path(key), dumps((key, result._reduce())))

    def enable(self) -> None:
        """Do nothing, because this cache is always on. Numba expects this method."""

    def disable(self) -> None:
        """Do nothing, because this cache cannot be turned off. Numba expects this method."""

    def flush(self) -> None:
        """Remove the files with the function's machine code."""
        for file in self._folder.glob(f"{self._name}-*.nbc"):
            file.unlink(missing_ok=True)

    def _key(self, signature: Any, codegen: Any) -> tuple[Any, ...]:
        return (self._module, self._name, self._code, signature, codegen.magic_tuple())

    def _path(self, key: tuple[Any, ...]) -> Path:
        return self._folder / f"{self._name}-{hashlib.sha256(repr(key).encode()).hexdigest()[:16]}.nbc"
