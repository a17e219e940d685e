"""Write the LLVM text that replaces Numba's runtime in a library: a heap of fixed size, and plain functions.

Each thread has a heap, which is a stack: a new block is put on top. Blocks may be freed in any order. When the topmost
block is freed, its space can be used again. When no block is in use any more, the whole heap is free again. If a new
block does not fit, the function that allocates memory returns a null pointer. Numba's own code then raises MemoryError.
"""

from __future__ import annotations

from math import prod

from enginehouse.core.compiler.entries import Argument, LibraryFunction

HEAP = 1 << 18
"""The size of the heap in bytes. All games of the proofs in `tests/targets` fit into it."""
HEAD = 48
"""The bytes in front of a block: Numba's `MemInfo` (a count of references, three pointers, a size), then top and
end."""

_RUNTIME = """
@heap = internal thread_local global [{heap} x i8] zeroinitializer, align 16
@heap.top = internal thread_local global i64 0
@heap.live = internal thread_local global i64 0

define ptr @heap.take(i64 %size) noinline nounwind {{
  %top = load i64, ptr @heap.top
  %free = sub i64 {heap}, %top
  %huge = icmp ugt i64 %size, {most}
  %padded = add i64 %size, 15
  %round = and i64 %padded, -16
  %whole = add i64 %round, {head}
  %long = icmp ugt i64 %whole, %free
  %full = or i1 %huge, %long
  br i1 %full, label %refuse, label %take
refuse:
  ret ptr null
take:
  %block = getelementptr i8, ptr @heap, i64 %top
  %next = add i64 %top, %whole
  store i64 %next, ptr @heap.top
  %live = load i64, ptr @heap.live
  %more = add i64 %live, 1
  store i64 %more, ptr @heap.live
  %at.begin = getelementptr i8, ptr %block, i64 {begin}
  %begin = trunc i64 %top to i32
  store i32 %begin, ptr %at.begin
  %at.end = getelementptr i8, ptr %block, i64 {end}
  %end = trunc i64 %next to i32
  store i32 %end, ptr %at.end
  ret ptr %block
}}
define void @heap.give(ptr %block) noinline nounwind {{
  %live = load i64, ptr @heap.live
  %less = sub i64 %live, 1
  store i64 %less, ptr @heap.live
  %none = icmp eq i64 %less, 0
  br i1 %none, label %all, label %some
all:
  store i64 0, ptr @heap.top
  ret void
some:
  %at.end = getelementptr i8, ptr %block, i64 {end}
  %end32 = load i32, ptr %at.end
  %end = zext i32 %end32 to i64
  %top = load i64, ptr @heap.top
  %last = icmp eq i64 %top, %end
  br i1 %last, label %pop, label %done
pop:
  %at.begin = getelementptr i8, ptr %block, i64 {begin}
  %begin32 = load i32, ptr %at.begin
  %begin = zext i32 %begin32 to i64
  store i64 %begin, ptr @heap.top
  ret void
done:
  ret void
}}
define noalias ptr @NRT_MemInfo_alloc(i64 %size) noinline nounwind {{
  %block = call ptr @heap.take(i64 %size)
  %full = icmp eq ptr %block, null
  br i1 %full, label %done, label %fill
fill:
  %data = getelementptr i8, ptr %block, i64 {head}
  %at.data = getelementptr {{ i64, ptr, ptr, ptr, i64 }}, ptr %block, i32 0, i32 3
  store i64 1, ptr %block
  store ptr %data, ptr %at.data
  br label %done
done:
  ret ptr %block
}}
define noalias ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline nounwind {{
  %block = call ptr @NRT_MemInfo_alloc(i64 %size)
  ret ptr %block
}}
define void @NRT_MemInfo_call_dtor(ptr %block) noinline nounwind {{
  call void @heap.give(ptr %block)
  ret void
}}
define noalias ptr @NRT_Allocate(i64 %size) noinline nounwind {{
  %block = call ptr @heap.take(i64 %size)
  %full = icmp eq ptr %block, null
  %data = getelementptr i8, ptr %block, i64 {head}
  %found = select i1 %full, ptr null, ptr %data
  ret ptr %found
}}
define void @NRT_Free(ptr %data) noinline nounwind {{
  %block = getelementptr i8, ptr %data, i64 -{head}
  call void @heap.give(ptr %block)
  ret void
}}
define double @sqrt(double %x) alwaysinline nounwind {{
  %root = call double @llvm.sqrt.f64(double %x)
  ret double %root
}}
declare double @llvm.sqrt.f64(double)
"""
"""The LLVM text of the runtime. `{heap}` is the number of bytes of the heap."""


def write(heap: int = HEAP) -> str:
    """Return the LLVM text of the runtime: the functions for memory that compiled rules call.

    Each thread has a heap of `heap` bytes.
    """
    return _RUNTIME.format(heap=heap, most=1 << 30, head=HEAD, begin=HEAD - 8, end=HEAD - 4)


def write_function(entry: LibraryFunction, prefix: str = "") -> str:
    """Return the LLVM text of a plain C function, by which any program can call a compiled rule (`rules.NAME`).

    The name of the plain function is `prefix` followed by the name of `entry`. Its first argument is a pointer to which
    it writes the rule's result (an i64), and which may be null. The arguments of the rule follow. It returns the status
    of the call: 0, or a number for the exception that the rule has raised.
    """
    outer, inner = ["ptr %result"], ["ptr %value", "ptr %error"]
    empty: list[str] = []
    counts: list[str] = []
    types = ["ptr", "ptr"]
    for one in entry.arguments:
        if one.is_empty_record:
            empty.append(
                f"@{entry.name}.{one.name} = internal constant [{one.dtype.itemsize} x i8] zeroinitializer, align 16"
            )
        outer += _list_parameters(one)
        passed = _list_parts(one, entry.name)
        inner += passed
        types += [part.split(" ")[0] for part in passed]
        counts += _count_elements(one)
    return "\n".join(
        [
            *empty,
            f'declare i32 @"rules.{entry.name}"({", ".join(types)})',
            f"define i32 @{prefix}{entry.name}({', '.join(outer)}) nounwind {{",
            *counts,
            "  %value = alloca i64",
            "  %error = alloca ptr",
            "  store i64 0, ptr %value",
            "  store ptr null, ptr %error",
            "  store i64 0, ptr @heap.top",  # after an exception, arrays may be left on the heap
            "  store i64 0, ptr @heap.live",
            f'  %code = call i32 @"rules.{entry.name}"({", ".join(inner)})',
            "  %done = icmp eq i32 %code, 0",
            "  %none = icmp eq i32 %code, -2",
            "  %good = or i1 %done, %none",
            "  br i1 %good, label %answer, label %failed",
            "answer:",
            "  %unwanted = icmp eq ptr %result, null",
            "  br i1 %unwanted, label %end, label %write",
            "write:",
            "  %number = load i64, ptr %value",
            "  store i64 %number, ptr %result",
            "  br label %end",
            "failed:",
            "  %info = load ptr, ptr %error",
            "  %unnamed = icmp eq ptr %info, null",
            "  br i1 %unnamed, label %other, label %named",
            "named:",
            "  %at = getelementptr { ptr, i32, ptr, ptr, i32 }, ptr %info, i32 0, i32 1",
            "  %status = load i32, ptr %at",
            "  ret i32 %status",
            "other:",
            "  ret i32 1",
            "end:",
            "  ret i32 0",
            "}",
        ]
    )


def _list_parameters(one: Argument) -> list[str]:
    """Return a list of the LLVM parameters by which a C function takes the argument `one` of the rule that it calls.

    A number is one parameter. An array is a pointer, followed by the number of elements if the array may have any
    length. An empty record is no parameter, because the library has one and passes it to the rule.
    """
    if one.dtype is None:
        return [f"i64 %in.{one.name}"]
    if one.is_empty_record:
        return []
    return [f"ptr %in.{one.name}"] if one.shape[0] else [f"ptr %in.{one.name}", f"i64 %in.{one.name}.count"]


def _list_parts(one: Argument, function: str) -> list[str]:
    """Return a list of the LLVM values that a compiled rule takes for its argument `one`, each as `TYPE VALUE`.

    `function` is the name of the library function that calls the rule. A whole number is a single value. An array is
    several values, in the order in which Numba passes arrays. The first two are null pointers, because no Python object
    owns the memory. Then follow the number of elements, the size of an element in bytes, the address, and the lengths
    and the steps of all dimensions.
    """
    if one.dtype is None:
        return [f"i64 %in.{one.name}"]
    size, row = one.dtype.itemsize, prod(one.shape[1:])
    data = f"@{function}.{one.name}" if one.is_empty_record else f"%in.{one.name}"
    count = str(one.shape[0]) if one.shape[0] else f"%in.{one.name}.count"
    many = str(one.shape[0] * row) if one.shape[0] else f"%in.{one.name}.many"
    steps = [size * prod(one.shape[k + 1 :]) for k in range(len(one.shape))]
    sizes = [count, *one.shape[1:]]
    return [
        *("ptr null", "ptr null", f"i64 {many}", f"i64 {size}", f"ptr {data}"),
        *(f"i64 {number}" for number in (*sizes, *steps)),
    ]


def _count_elements(one: Argument) -> list[str]:
    """Return the LLVM line that computes the number of elements of an array whose length the caller chooses.

    Such an array may have further dimensions, by which the length is multiplied. Return a list with this line, or an
    empty list for any other argument.
    """
    if one.dtype is None or one.shape[0]:
        return []
    return [f"  %in.{one.name}.many = mul i64 %in.{one.name}.count, {prod(one.shape[1:])}"]
