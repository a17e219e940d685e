"""Play the same game as `play.c` with ctypes alone: `python play.py build/connect-four`. It needs no other package."""

import ctypes
import json
import sys
from pathlib import Path

FOLDER = Path(sys.argv[1])
ABOUT = json.loads((FOLDER / "connect_four.json").read_text("utf-8"))
LIBRARY = ctypes.CDLL(str(FOLDER / "libconnect_four.so"))


def call(name, *arguments):
    """Call a function of the library and return its result. Raise `RuntimeError` with the name of an exception."""
    result = ctypes.c_int64()
    passed = [ctypes.c_int64(one) if isinstance(one, int) else one for one in arguments]
    status = LIBRARY[f"connect_four_{name}"](ctypes.byref(result), *passed)
    if status:
        raise RuntimeError(f"{name}: {ABOUT['statuses'][status]}")
    return result.value


def make_record(kind, count=1):
    """Return the bytes of empty records of a type."""
    return ctypes.create_string_buffer(ABOUT["types"][kind]["size"] * count)


def write_field(record, kind, field, numbers):
    """Write the int64 numbers of a field into a record."""
    place = ABOUT["types"][kind]["fields"][field]["offset"]
    ctypes.memmove(ctypes.addressof(record) + place, (ctypes.c_int64 * len(numbers))(*numbers), 8 * len(numbers))


game, seen, states, events = (
    make_record("record"),
    make_record("record"),
    make_record("record", 67),
    make_record("events"),
)
scratch, codes, points = make_record("scratch"), (ctypes.c_int64 * len(ABOUT["actions"]))(), (ctypes.c_int64 * 16)()
played = []
call("new_game", game, (ctypes.c_int64 * 1)(2), 1, (ctypes.c_int64 * 8)(*range(1, 9)))
while mask := call("actors", game):
    seat = 0 if mask & 1 else 1
    many = call("legal", game, seat, codes)
    call("view", game, seat, seen)
    bot = ABOUT["bots"]["steady" if seat == 0 else "random"]
    write_field(scratch, "scratch", "bot", [bot["bot"]])
    write_field(scratch, "scratch", "setting", bot["setting"])
    played.append(call("choose", seen, codes, many, seat, 100 + len(played), states, scratch, events))
    call("apply", game, seat, played[-1], events)
call("scores", game, points)
print("".join(map(str, played)))
print(f"seat 0 is number {points[8]} after {len(played)} moves")
