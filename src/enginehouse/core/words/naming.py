"""Names of people in sentences: words say `{0}` for seat 0, whoever shows them puts the names in."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from enginehouse.core.pictures.drawing import Svg, escape

_PLACE = re.compile(r"\{([0-7])\}")


@lru_cache(maxsize=1000)
def isolated(name: str) -> str:
    """A name as it goes into plain text: one with letters that are written from the right is set apart by Unicode's
    isolates, or it would turn round what follows."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\u2068{name}\u2069"
    return name


def listed(parts: Sequence[str], last: str = "and") -> str:
    """A list in words: a, b and c; empty for none."""
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def cut_before(text: str, *ends: str) -> str:
    """Return a text up to the first of these ends, or all of it if it has none of them."""
    for end in ends:
        text = text.partition(end)[0]
    return text


def those(*said: tuple[object, str]) -> list[str]:
    """The texts that hold: each is given with what it depends on."""
    return [text for holds, text in said if holds]


def capitalize(text: str) -> str:
    """Return a text whose first letter is a capital. The other letters stay as they are."""
    return text[:1].upper() + text[1:]


def many(number: int, one: str, more: str = "") -> str:
    """So many of a thing: "1 card", "3 cards" (`more` where that is no plural with s); a `#` in a text is the number."""
    text = one if number == 1 else more or f"{one}s"
    return text.replace("#", str(number)) if "#" in text else f"{number} {text}"


def fill_plain(text: str, names: Sequence[str]) -> str:
    """The sentence with the names put in, as plain text (for terminals and JSON)."""
    if "{" not in text:
        return text
    return _PLACE.sub(lambda m: isolated(names[int(m[1])]) if int(m[1]) < len(names) else f"seat {int(m[1]) + 1}", text)


def fill(text: str, names: Sequence[str], wrap: Callable[[int, str], str] | None = None) -> Svg:
    """The sentence as markup: text and names are escaped; `wrap(seat, escaped name)` may dress a name."""
    if "{" not in text:
        return Svg(escape(text))
    parts = _PLACE.split(text)
    out = []
    for k, part in enumerate(parts):
        if k % 2 == 0:
            out.append(escape(part))
            continue
        seat = int(part)
        name = escape(names[seat]) if seat < len(names) else f"seat {seat + 1}"
        out.append(wrap(seat, name) if wrap else name)
    return Svg("".join(out))
