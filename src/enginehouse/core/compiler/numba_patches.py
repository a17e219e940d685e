"""Patch Numba, so that it compiles a game about five times faster, with the same result.

Without the patches, Numba links, optimizes and emits every function together with all functions that it calls. So a
rule that is called through many others is optimized once for each level above it. Here, a rule that Python calls is an
entry, and a rule that only other rules call is an inner rule. With the patches, inner rules stay plain LLVM code, and
each entry is linked and optimized once, as a whole. Without the patches, Numba also compiles a function again for every
constant and every integer width in a call. The function `widen` prevents this: all integer arguments are passed as
int64.

Three more patches make the code shorter. The first leaves out reference counting for arrays inside a record, which have
no reference count. A rule that takes such an array is then short enough to be inlined. The second checks an index by a
single comparison. The third lets a negative index raise IndexError instead of counting from the end, because no rule
counts from the end. The patches use private parts of Numba, whose minor version is pinned and tested.
"""

from __future__ import annotations

import importlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import dropwhile, takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from enginehouse.core.compiler import event_calls, passes
from enginehouse.core.errors import BrokenGame
from enginehouse.core.sources.sources import pause_collector

INNER, ENTRY = "rule:", "entry:"
"""The beginnings of the qualified names of compiled rules and entries."""
_CORE = Path(__file__).parents[1]
_installed = False
_here = threading.local()
"""State of each thread: `_here.rules` is true while the thread compiles a rule."""
_captured: list[Any] | None = None
"""The libraries that `capture` has collected in this process, or None if it does not collect any."""


def widen(dispatcher: Any) -> Any:
    """Change a compiled rule, so that Numba compiles it for int64 only, not for each type of integer. Return the rule.

    `dispatcher` is the compiled rule. If other compiled code calls it with a constant, a narrow integer or a boolean,
    Numba converts this argument to int64 by itself.
    """
    types: Any = importlib.import_module("numba.core.types")
    resolve = dispatcher.get_call_template

    def widen_type(a: Any) -> Any:
        return types.int64 if isinstance(types.unliteral(a), (types.Integer, types.Boolean)) else a

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(widen_type, args)), {name: widen_type(a) for name, a in dict(kws).items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


@cache
def pipeline() -> Any:
    """Return the class of a compiler for rules: Numba's passes without those that rules never need.

    Rules have no closures, no `with` and no array expressions.
    """
    compiler: Any = importlib.import_module("numba.core.compiler")
    errors: Any = importlib.import_module("numba.core.errors")
    machinery: Any = importlib.import_module("numba.core.compiler_machinery")
    untyped: Any = importlib.import_module("numba.core.untyped_passes")
    typed: Any = importlib.import_module("numba.core.typed_passes")

    passes = (
        untyped.TranslateByteCode,
        _read_live_numbers(),
        event_calls.make_pass(),
        untyped.FixupArgs,
        untyped.GenericRewrites,
        untyped.RewriteDynamicRaises,
        untyped.ReconstructSSA,
        typed.NopythonTypeInference,
        typed.PreLowerStripPhis,
        typed.IRLegalization,
        typed.NativeLowering,
        typed.NoPythonBackend,
    )

    def run_pass(self: Any, index: int, one: Any, state: Any) -> None:
        # Numba's own method would describe all fields of all records for every pass, only for debugging.
        one.run_pass(state)

    manager_of_rules = type("Passes", (machinery.PassManager,), {"_runPass": run_pass})

    def define_pipelines(self: Any) -> list[Any]:
        manager = manager_of_rules("rules")
        for one in passes:
            manager.add_pass(one, one.__name__)
        manager.finalize()
        return [manager]

    def compile_core(self: Any) -> Any:
        with pause_collector(), _of_rules():
            try:
                return compiler.CompilerBase._compile_core(self)
            except (errors.NumbaError, errors.UnsupportedBytecodeError) as error:
                raise _as_fault(self.state.func_id.func, error) from None
            except BrokenGame as error:
                raise _blame_caller(self.state.func_id.func, error) from None

    return type(
        "Rules", (compiler.CompilerBase,), {"define_pipelines": define_pipelines, "_compile_core": compile_core}
    )


class LiveNumber(NamedTuple):
    """A whole number that compiled rules read from memory, so that it can change after compiling.

    It is the only element of the array `array`.
    """

    array: Any


_LIVE: dict[int, tuple[str, Any]] = {}
"""The arrays that compiled code reads from memory, with their symbols, by the addresses of their data.

They stay here as long as the process runs. Else another array could take the address, and would be read by the symbol.
"""


def keep_alive(symbol: str, array: Any) -> None:
    """Let compiled rules read the array `array` from memory, so that its numbers can change after compiling.

    All arrays for which this function is not called are compiled as constants. `symbol` names the array in stored code,
    so it must be the same in all processes. An empty array has no numbers to read, and is compiled as a constant.
    """
    if array.size:
        importlib.import_module("llvmlite.binding").add_symbol(symbol, array.ctypes.data)
        _LIVE[array.ctypes.data] = symbol, array


def _read_live_numbers() -> Any:
    """Return the class of a compiler pass for constants of the type `LiveNumber`.

    With this pass, compiled code reads such a number from its array in memory.
    """
    ir: Any = importlib.import_module("numba.core.ir")
    names: Any = importlib.import_module("numba.core.ir_utils")

    def find_number(done: Any, modules: dict[str, Any]) -> Any:
        """Return the `LiveNumber` that a statement reads from a global or from an attribute of a module.

        Return None if the statement does not read such a number. `done` is the statement, in Numba's intermediate
        representation. `modules` maps names of variables to the modules that earlier statements have read into them. If
        this statement reads a module into a variable, add the module to `modules`.
        """
        value = done.value if isinstance(done, ir.Assign) else None
        found = value.value if isinstance(value, ir.Global) else None
        if isinstance(found, ModuleType):
            modules[done.target.name] = found
        elif isinstance(value, ir.Expr) and value.op == "getattr" and value.value.name in modules:
            found = getattr(modules[value.value.name], value.attr, None)
        return found if isinstance(found, LiveNumber) else None

    def read(block: Any, done: Any, number: Any) -> list[Any]:
        if number is None:
            return [done]
        array, first = (ir.Var(block.scope, names.mk_unique_var(f"$live_{word}"), done.loc) for word in ("array", "0"))
        return [
            ir.Assign(ir.Global(str(array.name), number.array, done.loc), array, done.loc),
            ir.Assign(ir.Const(0, done.loc), first, done.loc),
            ir.Assign(ir.Expr.getitem(array, first, done.loc), done.target, done.loc),
        ]

    def rewrite(_: Any, block: Any) -> list[Any]:
        modules: dict[str, Any] = {}
        return [one for done in block.body for one in read(block, done, find_number(done, modules))]

    return passes.make_pass("read_live_numbers", rewrite)


def _read_live_arrays() -> None:
    """Let compiled code read an array from memory if `keep_alive` was called for the array.

    Numba compiles all other global arrays as constants.
    """
    base: Any = importlib.import_module("numba.core.base")
    cgutils: Any = importlib.import_module("numba.core.cgutils")
    llvm: Any = importlib.import_module("llvmlite.ir")
    make = base.BaseContext.make_constant_array

    def make_constant_array(self: Any, builder: Any, typ: Any, ary: Any) -> Any:
        value, live = make(self, builder, typ, ary), _LIVE.get(ary.ctypes.data)
        if live is None or live[1] is not ary:
            return value
        symbol = live[0]
        found, kind = self.make_array(typ)(self, builder, value), llvm.ArrayType(llvm.IntType(8), ary.nbytes)
        data = builder.module.globals.get(symbol) or cgutils.add_global_variable(builder.module, kind, symbol)
        data.linkage, data.align = "external", self.get_abi_alignment(self.get_data_type(typ.dtype))
        found.data = builder.bitcast(data, found.data.type)
        return found._getvalue()

    base.BaseContext.make_constant_array = make_constant_array


_HOW = re.compile(r"\s*(Return of: |File |During: |There are |Failed in |\Z)")
"""The starts of lines in errors that are about Numba's internals and not about the fault."""


_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
"""Terminal colours. Numba writes them if the package colorama is installed."""


def _as_fault(function: Any, error: Exception) -> BrokenGame:
    """Return a `BrokenGame` for an error that Numba raised for a rule, with the file and the line in the rule."""
    code, told = function.__code__, _COLOURS.sub("", str(error))
    places = [(file, line) for file, line in re.findall(r" at (.+) \((\d+)\)$", told, re.M)]
    line = next((line for file, line in places if file.endswith(code.co_filename)), code.co_firstlineno)
    said = list(dropwhile(_HOW.match, told.splitlines()))
    said = [" ".join(one.split()) for one in takewhile(lambda one: not _HOW.match(one) or not one.strip(), said)]
    where = f"{_short(code.co_filename)}:{line}, `{code.co_name}`"
    sentence = re.sub(r", defined at .+", "", " ".join(filter(None, said)))
    return BrokenGame(function.__enginehouse_title__, [f"{where}: Numba cannot compile this: {sentence}"])


def _short(filename: str) -> str:
    """Return the shortened path of a source file for an error message.

    For a file in `core`, return the path from `core` on, and `FOLDER/NAME.py` for any other file.
    """
    file = Path(filename)
    if file.is_relative_to(_CORE):
        return f"core/{file.relative_to(_CORE).as_posix()}"
    return f"{file.parent.name}/{file.name}"


def _blame_caller(function: Any, error: BrokenGame) -> BrokenGame:
    """Return an error that names the game's rule `function`, if `error` names a rule of `core` instead.

    A game's rule causes such an error if it calls a rule of `core` with wrong arguments. Any other error is returned
    unchanged.
    """
    code = function.__code__
    (said,) = error.faults
    if not said.startswith("core/") or function.__module__.startswith("enginehouse.core."):
        return error
    where = f"{_short(code.co_filename)}:{code.co_firstlineno}, `{code.co_name}`"
    return BrokenGame(
        function.__enginehouse_title__,
        [f"{where}: it calls a function that cannot be compiled with these arguments, {said}"],
    )


@contextmanager
def _of_rules() -> Iterator[None]:
    """Mark this thread as a thread that compiles rules, until the `with` block ends.

    The patches of this module have an effect only in a marked thread.
    """
    before = getattr(_here, "rules", False)
    _here.rules = True
    try:
        yield
    finally:
        _here.rules = before


class _Captured(Exception):
    """The exception that stops Numba when the library (LLVM code) of a rule is captured."""


def capture(twin: Any, arguments: tuple[Any, ...]) -> Any:
    """Return Numba's library (LLVM code) of a rule for arguments of these types, before it is linked and optimized.

    `twin` is the compiled form of the rule, and `arguments` has an example for each argument. Call this function in a
    process that has not compiled anything. Otherwise the library has Numba's own functions as they were optimized for
    the processor of this machine. Do not compile any other code in the process afterwards.
    """
    global _captured
    numba: Any = importlib.import_module("numba")
    install()
    _captured = []
    with suppress(_Captured):
        twin.compile(tuple(numba.typeof(one) for one in arguments))
    (library,) = _captured
    return library


def link(libraries: list[Any]) -> Any:
    """Return one LLVM module that joins these libraries, the results of `capture`, and all functions that they call.

    A function that several libraries call is in the module only once.
    """
    whole, *others = (library._final_module for library in libraries)
    for module in others:
        whole.link_in(module)
    needed = {id(one): one for library in libraries for one in (*library._linking_libraries, *_list_reached(library))}
    for one in needed.values():
        whole.link_in(one._get_module_for_linking(), preserve=True)
    return whole


def install() -> None:
    """Patch Numba: it then leaves inner rules unoptimized, and optimizes each entry once, as a whole.

    An entry is a rule that Python calls. Inner rules are those that only rules call.
    """
    global _installed
    if _installed:
        return
    codegen: Any = importlib.import_module("numba.core.codegen")
    shares: Any = importlib.import_module("llvmlite.binding")
    libraries, engine = codegen.CPUCodeLibrary, codegen.JITCPUCodegen
    set_env, finalize, optimize = engine.set_env, libraries.finalize, libraries._optimize_functions

    def set_env_where_emitted(self: Any, env_name: str, env: Any) -> None:
        if self._engine.get_global_value_address(env_name):
            set_env(self, env_name, env)

    def finalize_once(self: Any) -> None:
        if self.name.startswith(INNER):
            self._raise_if_finalized()
            self._finalized = True
            return
        if _captured is not None and self.name.startswith(ENTRY):
            _captured.append(self)
            raise _Captured
        for library in _list_reached(self):
            self.add_linking_library(library)
        finalize(self)

    def optimize_functions(self: Any, module: Any) -> None:
        if self.name.startswith(INNER) or _captured is not None:
            module.data_layout = self._codegen._data_layout
        else:
            optimize(self, module)

    whole, add_module, shared = (
        libraries._optimize_final_module,
        libraries.add_llvm_module,
        libraries._get_module_for_linking,
    )

    def add_llvm_module(self: Any, module: Any) -> None:
        # An inner rule is a single module, so it is linked without a copy.
        if not self.name.startswith(INNER) or hasattr(self, "_enginehouse_module"):
            add_module(self, module)
            return
        self._optimize_functions(module)
        self._final_module = self._enginehouse_module = module

    def get_module_for_linking(self: Any) -> Any:
        if self.name.startswith(INNER) and self._shared_module is None:
            self._shared_module = self._final_module
            for one in self._final_module.functions:
                if not one.is_declaration and one.linkage == shares.Linkage.external:
                    one.linkage = "linkonce_odr"
        return shared(self)

    def optimize_final_module(self: Any) -> None:
        if _captured is not None:
            return
        if not self.name.startswith(ENTRY):
            whole(self)
            return
        # Loops of rules have only a few steps (seats or cards), and are slower if they are vectorized.
        for cost in ("cheap", None):
            manager, builder = self._codegen._module_pass_manager(loop_vectorize=False, slp_vectorize=False, cost=cost)
            manager.run(self._final_module, builder)

    # An array inside a record is not an object of its own, so it has no reference count. That holds for
    # records that the caller provides. A record that a rule creates would be freed while its arrays are in use.
    models: Any = importlib.import_module("numba.core.datamodel.models")
    counted = models.NestedArrayModel.traverse

    def traverse(self: Any, builder: Any) -> Any:
        return [] if _is_rule(builder.function.name) else counted(self, builder)

    models.NestedArrayModel.traverse = traverse

    _read_live_arrays()
    _check_indices_once()
    _remember_types()
    _look_for_extensions_once()
    libraries._optimize_final_module = optimize_final_module
    libraries.add_llvm_module, libraries._get_module_for_linking = add_llvm_module, get_module_for_linking
    engine.set_env = set_env_where_emitted
    libraries.finalize = finalize_once
    libraries._optimize_functions = optimize_functions
    _installed = True


def _check_indices_once() -> None:
    """Let Numba check an index in a rule by a single comparison with the length of the array.

    The index is compared as an unsigned number. A negative index is then a very large number, and fails the check.
    """
    cgutils: Any = importlib.import_module("numba.core.cgutils")
    types: Any = importlib.import_module("numba.core.types")
    arrays: Any = importlib.import_module("numba.np.arrayobj")
    fix, check = arrays.fix_integer_index, cgutils.do_boundscheck

    def fix_integer_index(context: Any, builder: Any, idxty: Any, idx: Any, size: Any) -> Any:
        if _is_rule(builder.function.name):
            return context.cast(builder, idx, idxty, types.intp)
        return fix(context, builder, idxty, idx, size)

    def do_boundscheck(context: Any, builder: Any, ind: Any, dimlen: Any, axis: Any = None) -> None:
        if not _is_rule(builder.function.name):
            check(context, builder, ind, dimlen, axis)
            return
        with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", ind, dimlen)):
            context.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))

    arrays.fix_integer_index, cgutils.do_boundscheck = fix_integer_index, do_boundscheck


def _remember_types() -> None:
    """Let Numba look up the result types of operators and builtins once for all rules, because a lookup is slow.

    Functions that are not rules are looked up as before.
    """
    functions: Any = importlib.import_module("numba.core.types.functions")
    find = functions.BaseFunction.get_call_type

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws or not getattr(_here, "rules", False):
            return find(self, context, args, kws)
        known = self.__dict__.setdefault("_enginehouse_known", {})
        if args not in known:
            known[args] = find(self, context, args, kws)
        return known[args]

    functions.BaseFunction.get_call_type = get_call_type


def _look_for_extensions_once() -> None:
    """Let Numba search libraries for new declarations once for each compiled entry (a rule that Python calls).

    Without this patch, Numba searches again whenever it compiles a call inside the rule. A declaration says how Numba
    compiles a function of a library.
    """
    cpu: Any = importlib.import_module("numba.core.cpu")
    typing: Any = importlib.import_module("numba.core.typing.context")
    for context in (cpu.CPUContext, typing.Context):
        context.load_additional_registries = _outside_rules(context.load_additional_registries)


def _outside_rules(load: Any) -> Any:
    def load_additional_registries(self: Any) -> None:
        if not getattr(_here, "rules", False):
            load(self)
            return
        for registry in list(self._registries):
            self.install_registry(registry)

    return load_additional_registries


def _is_rule(mangled: str) -> bool:
    """Return whether the LLVM function with the name `mangled` was compiled from a rule.

    Numba has written `_3a` in this name for each colon of the original name.
    """
    return INNER.replace(":", "_3a") in mangled or ENTRY.replace(":", "_3a") in mangled


def _list_reached(library: Any) -> list[Any]:
    """Return the libraries of all functions that a compiled entry reaches through its inner rules, each once.

    An entry is a rule that Python calls. Inner rules are the rules that it calls, and those that these call. Each
    function has a library of LLVM code, and `library` is that of the entry.
    """
    found: dict[int, Any] = {}
    waiting = [one for one in library._linking_libraries if one.name.startswith(INNER)]
    while waiting:
        for needed in waiting.pop()._linking_libraries:
            if id(needed) not in found:
                found[id(needed)] = needed
                if needed.name.startswith(INNER):
                    waiting.append(needed)
    return list(found.values())
