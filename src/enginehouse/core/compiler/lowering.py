"""Write a game's rules as LLVM text for any processor, so that programs without Python can call them.

Numba makes LLVM text of an entry (a rule that Python may call) with all the rules that it reaches. This text is the
same for all processors until Numba optimizes it. So `lower` captures the text of several entries before that, in a
fresh process, and links it into one module. Then it adds a small runtime in place of Numba's. For each entry it also
adds a plain C function that any program can call (`LibraryFunction`).

If a rule raises an exception, the C function returns a number, the status of this exception (`STATUSES`). Numba's own
text has the pickled class of the exception instead, so `lower` replaces it by the status. It raises `NotLowered` if the
code still needs a function of Python.
"""

from __future__ import annotations

import hashlib
import importlib
import pickle
import re
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from enginehouse.core.compiler import runtime
from enginehouse.core.compiler.entries import STATUSES, LibraryFunction
from enginehouse.core.errors import EnginehouseError
from enginehouse.core.flags import jit_possible
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game
from enginehouse.core.sources import cache
from enginehouse.core.sources.sealed import read_sealed, write_sealed


class NotLowered(EnginehouseError):
    """The error raised if the rules cannot be compiled ahead of time on this machine."""


class Lowered(NamedTuple):
    """The LLVM text of the functions `entries` of a game, not yet compiled for a processor.

    `folder` is the cache folder for object files of this text, or None if they cannot be cached.
    """

    text: str
    entries: tuple[LibraryFunction, ...]
    folder: Path | None = None
    """The folder in which object files of this text are cached, if they can be."""


def lower(game: Game, entries: Sequence[LibraryFunction], prefix: str = "", heap: int = runtime.HEAP) -> Lowered:
    """Return the LLVM text of the functions `entries` of a game.

    The text is taken from the cache if no source file was edited since it was stored. The name of each function begins
    with `prefix`. `heap` is the size of the working memory for arrays that rules make, in bytes. Raise `NotLowered` if
    rules are not compiled on this machine.
    """
    if not jit_possible():
        raise NotLowered("rules cannot be compiled for other machines: ENGINEHOUSE_JIT is 0, or Numba is not installed")
    # The stamp does not cover entries of other packages, so their text is not kept.
    ours = all(one.rule.__module__.startswith("enginehouse.") for one in entries)
    folder = cache.folder_for(game) if ours else None
    key = hashlib.sha256(repr([describe(one) for one in entries]).encode()).hexdigest()[:16]
    kept = None if folder is None else read_sealed(folder / f"lowered-{key}.ll")
    if kept is not None:
        return Lowered(_add_functions(zlib.decompress(kept).decode(), entries, prefix, heap), tuple(entries), folder)
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        text = pool.submit(_capture_all, game.address, tuple(entries)).result()
    if folder is not None:
        write_sealed(folder / f"lowered-{key}.ll", zlib.compress(text.encode(), 3))
    return Lowered(_add_functions(text, entries, prefix, heap), tuple(entries), folder)


def describe(entry: LibraryFunction) -> list[str]:
    """Return texts that identify a library function: its name, the name of its rule, and the type of each argument.

    They become part of the key under which the LLVM text of a game is cached.
    """
    types = [f"{one.name} {one.dtype} {one.shape} {one.is_empty_record}" for one in entry.arguments]
    return [entry.name, f"{entry.rule.__module__}.{entry.rule.__qualname__}", *types]


# -- capture ---------------------------------------------------------------------------------------------------------


def _capture_all(address: str, entries: Sequence[LibraryFunction]) -> str:
    """Return the LLVM text of all entries (rules for Python or other programs to call), linked into one module.

    `address` is that of the game (`Game.address`). Call this function in a process that does no other work. If an entry
    cannot be compiled, raise `NotLowered` with the compiler's error message.
    """
    from enginehouse.core.compiler import compiled_rules, numba_patches

    binding = find_binding()
    game = games.at(address)
    cache.folder_for = lambda game: None  # compiled code from the cache has no text
    libraries = []
    for one in entries:
        twin = compiled_rules.compiled(one.rule, game)
        try:
            library = numba_patches.capture(twin, tuple(argument.example() for argument in one.arguments))
        except EnginehouseError as error:
            raise NotLowered(str(error)) from None
        _name_entry(library._final_module, one.name)
        libraries.append(library)
    return _number_exceptions(_remove_unused(binding, numba_patches.link(libraries)))


def _name_entry(module: Any, name: str) -> None:
    """Rename the compiled function of a rule in an LLVM module to `rules.` followed by `name`.

    Numba's wrappers of the function for Python keep their names. `_remove_unused` later drops these wrappers, because
    no function named `rules.` calls them.
    """
    for one in module.functions:
        if "entry_3a" in one.name and not one.is_declaration and not one.name.startswith(("_ZN7cpython", "cfunc.")):
            one.name = f"rules.{name}"


def _remove_unused(binding: Any, module: Any) -> str:
    """Return the text of an LLVM module with only the functions `rules.NAME` and the functions that these call.

    All other functions, such as wrappers for Python, are removed. `binding` is the module `llvmlite.binding`.
    """
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration:
            one.linkage = "external" if one.name.startswith("rules.") else "internal"
    machine = binding.Target.from_default_triple().create_target_machine()
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(speed_level=0))
    passes = binding.create_new_module_pass_manager()
    passes.add_global_dead_code_eliminate_pass()
    passes.run(module, builder)
    return str(module)


_PICKLED = re.compile(r'^@(\S+) = internal constant \[\d+ x i8\] c"((?:[^"])*)"', re.M)
"""A constant of LLVM text whose bytes are a pickle."""
_EXCEPTION = re.compile(
    r"^(@\.const\.picklebuf\.\S+ = internal constant \{ ptr, i32, ptr, ptr, i32 \}) \{ ptr @(\S+), [^}]*\}", re.M
)
"""A constant of LLVM text by which Numba refers to the pickle of an exception."""

_UNWRAP = re.compile(r"ptr @__excinfo_unwrap_args\w+(?=[, }])")
"""A function that makes Python objects for the text of an exception."""


def _number_exceptions(text: str) -> str:
    """Return the LLVM text with status numbers (`STATUSES`) in the place of exceptions.

    For each exception, Numba's text has a pickle and its size. In the result the pickle is a null pointer, and the size
    is the status number.
    """
    pickled = dict(_PICKLED.findall(text))

    def number(found: re.Match[str]) -> str:
        return f"{found[1]} {{ ptr null, i32 {_find_status(pickled[found[2]])}, ptr null, ptr null, i32 0 }}"

    return _UNWRAP.sub("ptr null", _EXCEPTION.sub(number, text))


def _find_status(literal: str) -> int:
    """Return the status number for an exception, or 1 if it has no status of its own.

    `literal` is a string constant as LLVM text has it. Its bytes are Numba's pickle of a tuple, whose first entry is
    the class of the exception.
    """
    letters = re.sub(
        r"\\(\\|[0-9A-F]{2})", lambda found: chr(int(found[1], 16)) if len(found[1]) > 1 else found[1], literal
    )
    data = letters.encode("latin-1")
    found = pickle.loads(data)  # noqa: S301  # this process has just made it
    name = getattr(found[0], "__name__", "")
    return STATUSES.index(name) if name in STATUSES else 1


# -- functions that any program can call -----------------------------------------------------------------------------


def _add_functions(text: str, entries: Sequence[LibraryFunction], prefix: str, heap: int) -> str:
    """Return the LLVM text `text` of compiled rules, with code that lets programs without Python call the rules.

    The added code has a plain C function for each of `entries`, the functions that the library offers. Their names
    begin with `prefix`. It also has functions for memory, which replace those of Numba. The memory is a heap of `heap`
    bytes for each thread.
    """
    binding = find_binding()
    module = binding.parse_assembly(text)
    for one in module.functions:
        if one.name.startswith("rules."):
            one.linkage = "external"
    header = "\n".join(line for line in text.splitlines()[:8] if line.startswith("target "))
    added = "\n".join([header, runtime.write(heap), *(runtime.write_function(one, prefix) for one in entries)])
    module.link_in(binding.parse_assembly(added))
    exported = {prefix + one.name for one in entries}
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name not in exported:
            one.linkage = "internal"
    return str(module)


def find_binding() -> Any:
    """Return the module `llvmlite.binding`, after its code generators for all processors have been initialized.

    Raise `NotLowered` if the module is not installed.
    """
    try:
        binding: Any = importlib.import_module("llvmlite.binding")
    except ImportError:
        raise NotLowered("rules cannot be compiled for other machines: llvmlite is not installed") from None
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    return binding
