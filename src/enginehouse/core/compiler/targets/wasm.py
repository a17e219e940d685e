"""Make WebAssembly modules for browsers and other JavaScript programs: one module without imports for each game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from enginehouse.core.compiler.entries import LibraryFunction
from enginehouse.core.compiler.lowering import Lowered, lower
from enginehouse.core.compiler.targets.emitting import Target, emit
from enginehouse.core.compiler.targets.linking import find_linker, link
from enginehouse.core.registry.game import Game

TARGET = Target(
    "wasm32-unknown-unknown",
    features="+bulk-memory,+bulk-memory-opt,+mutable-globals,+nontrapping-fptoint,+sign-ext",
    unrolled=False,
)
STACK = 1 << 19
"""The size of the stack in bytes. It lies below all data, so that an overflow ends the call."""
SCRIPT = Path(__file__).with_name("rules.js")
"""The JavaScript module that calls a WebAssembly module."""

_PRODUCT = """
define void @__multi3(ptr %result, i64 %al, i64 %ah, i64 %bl, i64 %bh) nounwind {
  %a0 = and i64 %al, 4294967295
  %a1 = lshr i64 %al, 32
  %b0 = and i64 %bl, 4294967295
  %b1 = lshr i64 %bl, 32
  %p00 = mul i64 %a0, %b0
  %p01 = mul i64 %a0, %b1
  %p10 = mul i64 %a1, %b0
  %p11 = mul i64 %a1, %b1
  %carry = lshr i64 %p00, 32
  %p01.low = and i64 %p01, 4294967295
  %p10.low = and i64 %p10, 4294967295
  %middle.1 = add i64 %carry, %p01.low
  %middle = add i64 %middle.1, %p10.low
  %p00.low = and i64 %p00, 4294967295
  %middle.up = shl i64 %middle, 32
  %low = or i64 %p00.low, %middle.up
  %p01.high = lshr i64 %p01, 32
  %p10.high = lshr i64 %p10, 32
  %middle.high = lshr i64 %middle, 32
  %cross.1 = mul i64 %al, %bh
  %cross.2 = mul i64 %ah, %bl
  %high.1 = add i64 %p11, %p01.high
  %high.2 = add i64 %high.1, %p10.high
  %high.3 = add i64 %high.2, %middle.high
  %high.4 = add i64 %high.3, %cross.1
  %high = add i64 %high.4, %cross.2
  store i64 %low, ptr %result
  %at.high = getelementptr i8, ptr %result, i64 8
  store i64 %high, ptr %at.high
  ret void
}
"""
"""The product of two numbers of 128 bits, which LLVM calls to see whether one of 64 bits overflows."""


def build(game: Game, entries: Sequence[LibraryFunction], **more: Any) -> bytes:
    """Return a WebAssembly module with the functions `entries` of a game, as bytes.

    Other keyword arguments are passed to `lower`. Raise `NotLowered` if the module cannot be made on this machine.
    """
    return finish(lower(game, entries, **more))


def finish(lowered: Lowered) -> bytes:
    """Return a WebAssembly module as bytes. `lowered` is the LLVM text of its functions."""
    # A module has one thread.
    single = lowered._replace(text=lowered.text.replace("thread_local ", ""))
    thing = emit(single, TARGET, _PRODUCT, allowed=("memcpy", "memmove", "memset"))
    exported = [f"--export={one.name}" for one in lowered.entries]
    options = ("--no-entry", "--gc-sections", "--strip-all", "--stack-first", "-z", f"stack-size={STACK}")
    return link(find_linker(("wasm-ld",), ("wasm-ld",)), (*options, "--export=__heap_base", *exported), thing)
