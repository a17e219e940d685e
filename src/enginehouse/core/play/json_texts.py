"""Read JSON from outside: return a value of the expected type, or say why the text cannot be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from enginehouse.core.errors import Unreadable

T = TypeVar("T")
LONGEST = 200
"""The maximum number of characters of a cause in a message. A cause may contain the input, which can be long."""
_BOM = b"\xef\xbb\xbf"
_BEGINNINGS = {
    b"\x1f\x8b": "it is compressed with gzip; unpack it first",
    b"\x28\xb5\x2f\xfd": "it is compressed with zstd; unpack it first",
    b"PK\x03\x04": "it is a ZIP archive; unpack it first",
    b"BZh": "it is compressed with bzip2; unpack it first",
    b"\xfd7zXZ\x00": "it is compressed with xz; unpack it first",
    b"\xff\xfe\x00\x00": "it is UTF-32; save it as UTF-8",
    b"\x00\x00\xfe\xff": "it is UTF-32; save it as UTF-8",
    b"\xff\xfe": "it is UTF-16; save it as UTF-8",
    b"\xfe\xff": "it is UTF-16; save it as UTF-8",
    b"{\x00": "it is UTF-16; save it as UTF-8",
    b"\x00{": "it is UTF-16; save it as UTF-8",
}
"""The first bytes of files that are not JSON in UTF-8, and the fix for each."""


def read_json(data: bytes | str, wanted: type[T], called: str, *, once: bool = False) -> T:
    """Read JSON (`data`) and return it as a value of the type `wanted`. Skip a byte order mark.

    `called` names the expected content for error messages, such as "the log of a game". If `once` is true, refuse an
    object that has the same name twice, because another reader may have taken the other value. Raise `Unreadable` if
    `data` is not valid JSON, or does not fit the type `wanted`.
    """
    text = without_mark(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
    try:
        found = msgspec.json.decode(text, type=wanted)
        if once:
            json.loads(text, object_pairs_hook=_check_names)
    except (msgspec.DecodeError, UnicodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"this is not {called}: {_explain(text, error)}") from None
    return found


def without_mark(data: bytes) -> bytes:
    """Return bytes without the byte order mark with which some programs begin a UTF-8 file."""
    return data.removeprefix(_BOM)


def _explain(data: bytes, error: Exception) -> str:
    """Return the reason why the bytes `data` cannot be read as the expected JSON, as a part of a sentence.

    `error` is the exception that the JSON decoder raised.
    """
    for beginning, cause in _BEGINNINGS.items():
        if data.startswith(beginning):
            return cause
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as wrong:
        return f"it is not UTF-8, the only encoding of JSON (byte {wrong.start})"
    if isinstance(error, RecursionError):
        return "its lists and objects are nested too deeply"
    if isinstance(error, msgspec.DecodeError) and not isinstance(error, msgspec.ValidationError):
        if cause := _wrong_letter(data):
            return cause
    said = str(error)
    return said if len(said) <= LONGEST else said[:LONGEST] + "..."


def _wrong_letter(data: bytes) -> str:
    """Return a description of the letter that makes JSON unreadable.

    Such a letter is half of a surrogate pair, or a control character that is not escaped. Return "" if there is no such
    letter.
    """
    try:
        found = json.dumps(json.loads(data, strict=False), ensure_ascii=False)
    except (ValueError, RecursionError):
        return ""
    half = next((letter for letter in found if "\ud800" <= letter <= "\udfff"), "")
    if half:
        return f"a text in it has half of a surrogate pair (\\u{ord(half):04x}), which is no character"
    at = next((k for k, byte in enumerate(data) if byte < 32 and byte not in b"\t\n\r"), -1)
    return f"a control character in it is not escaped (byte {at})" if at >= 0 else ""


def _check_names(pairs: Sequence[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"it has {twice[:LONGEST]!r} twice; one of them has to go")
