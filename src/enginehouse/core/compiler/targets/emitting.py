"""Make an object file from LLVM text: optimize it for a processor, and emit machine code."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NamedTuple

from enginehouse.core.compiler.lowering import Lowered, NotLowered, find_binding
from enginehouse.core.sources.sealed import read_sealed, write_sealed


class Target(NamedTuple):
    """A machine for which code is made: LLVM's triple, the processor, its features, and LLVM's relocation model.

    If `unrolled` is false, LLVM does not unroll loops, which makes the code smaller. This is for WebAssembly: the
    browser's engine compiles the code once more, and the smaller code then runs about as fast.
    """

    triple: str
    cpu: str = ""
    features: str = ""
    reloc: str = "pic"
    unrolled: bool = True


def emit(lowered: Lowered, target: Target, more: str = "", allowed: tuple[str, ...] = ()) -> bytes:
    """Return the object file of the functions in `lowered` for a target, as bytes. Take it from the cache if possible.

    `lowered` is the LLVM text of the functions. `more` is LLVM text that only this target needs. `allowed` has the
    names of functions outside the object file that the code may call. Raise `NotLowered` if the code needs any other
    function, or if llvmlite lacks the target.
    """
    binding = find_binding()
    key = hashlib.sha256(repr((lowered.text, more, target, binding.llvm_version_info)).encode()).hexdigest()[:16]
    file = None if lowered.folder is None else lowered.folder / f"object-{key}.o"
    kept = None if file is None else read_sealed(file)
    if kept is not None:
        return kept
    try:
        machine = binding.Target.from_triple(target.triple).create_target_machine(
            cpu=target.cpu, features=target.features, opt=3, reloc=target.reloc, codemodel="default"
        )
    except RuntimeError:
        raise NotLowered(f"this llvmlite has no code generator for {target.triple}; the one on PyPI has it") from None
    module = binding.parse_assembly(_retarget(lowered.text + more, machine, target.triple))
    module = _optimize(binding, module, machine, target.unrolled)
    missing = sorted(
        one.name
        for one in module.functions
        if one.is_declaration and not one.name.startswith("llvm.") and one.name not in allowed
    )
    if missing:
        raise NotLowered(f"these functions of Python or Numba are left in the code: {', '.join(missing)}")
    thing = bytes(machine.emit_object(module))
    if file is not None:
        write_sealed(file, thing)
    return thing


def _retarget(text: str, machine: Any, triple: str) -> str:
    text = re.sub(r"^target datalayout = .*$", f'target datalayout = "{machine.target_data}"', text, flags=re.M)
    return re.sub(r"^target triple = .*$", f'target triple = "{triple}"', text, flags=re.M)


_COUNTERS = re.compile(r"^(define internal [^\n]*@(?:NRT_\w+|heap\.\w+)\([^\n{]*?)( #\d+)? \{", re.M)
"""The first line of a function of the runtime that counts references, which LLVM then inlines."""


def _optimize(binding: Any, module: Any, machine: Any, unrolled: bool) -> Any:
    """Return the LLVM module `module`, optimized for a processor. Loops are unrolled if `unrolled` is true.

    `binding` is the module `llvmlite.binding`. Numba's code counts references to arrays. Calls that do this are removed
    if they are needless, and the functions of the remaining calls are inlined.
    """
    _run_passes(binding, module, machine, unrolled)
    builder = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options())
    passes = binding.create_new_module_pass_manager()
    passes.add_refprune_pass()
    passes.run(module, builder)
    text = _COUNTERS.sub(r"\1 alwaysinline {", str(module))
    module = binding.parse_assembly(text)
    _run_passes(binding, module, machine, unrolled)
    return module


def _run_passes(binding: Any, module: Any, machine: Any, unrolled: bool) -> None:
    options = binding.create_pipeline_tuning_options(speed_level=3)
    # Loops of rules have only a few steps (seats or cards), and are slower if they are vectorized.
    options.loop_vectorization = options.slp_vectorization = False
    options.loop_unrolling = unrolled
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
