"""Put the names of people into sentences. In a game's sentences, `{0}` stands for the name of the person on seat 0."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from enginehouse.core.former import forward
from enginehouse.core.pictures.drawing import Svg, escape
from enginehouse.core.terms import Seat

_PLACE = re.compile(r"\{([0-7])\}")
"""The place of a seat's name in a sentence."""


@lru_cache(maxsize=1000)
def isolate(name: str) -> str:
    """Return a name for plain text, enclosed in Unicode's isolates if it has letters of a right-to-left script.

    Without the isolates such a name would reverse the text after it.
    """
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return f"\u2068{name}\u2069"
    return name


def join_words(parts: Sequence[str], last: str = "and") -> str:
    """Return the parts as a list in words, such as `a, b and c`, or "" if there are no parts.

    `last` is the word before the last part.
    """
    return f" {last} ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def list_seats(seats: Iterable[Seat], one: str = "", more: str = "") -> str:
    """Return the seats as a list in words, as "{0}, {1} and {2}", or "" if the list is empty.

    If verbs are given, such as `one="wins"` and `more="win"`, the list ends with the first for a single seat, else with
    the second.
    """
    names = [f"{{{seat}}}" for seat in seats]
    verb = one if len(names) == 1 else more
    return f"{join_words(names)} {verb}" if verb and names else join_words(names)


def say_wait(seat: Seat) -> str:
    """Return the refusal of an action because it is the turn of `seat`."""
    return f"It is {{{seat}}}’s turn. Wait for yours."


def cut_before(text: str, *ends: str) -> str:
    """Return the beginning of `text`, up to the first place where one of the words `ends` stands.

    Return the whole text if it contains none of them.
    """
    for end in ends:
        text = text.partition(end)[0]
    return text


def those(*said: tuple[object, str]) -> list[str]:
    """Return a list of the texts whose condition is true. Each argument is a pair of a condition and a text."""
    return [text for holds, text in said if holds]


def capitalize(text: str) -> str:
    """Return a text whose first letter is a capital. The other letters stay as they are."""
    return text[:1].upper() + text[1:]


def many(number: int, one: str, more: str = "") -> str:
    """Return a number with its noun: `1 card`, `3 cards`. `one` is the noun, and `more` its plural if it is irregular.

    If a noun contains `#`, the number stands in its place.
    """
    text = one if number == 1 else more or f"{one}s"
    return text.replace("#", str(number)) if "#" in text else f"{number} {text}"


def fill_plain(text: str, names: Sequence[str]) -> str:
    """Return the sentence `text` with the names of seats filled in, as plain text (for terminals and JSON)."""
    if "{" not in text:
        return text
    return _PLACE.sub(lambda m: isolate(names[int(m[1])]) if int(m[1]) < len(names) else f"seat {int(m[1]) + 1}", text)


def fill(text: str, names: Sequence[str], wrap: Callable[[int, str], str] | None = None) -> Svg:
    """Return the sentence `text` as markup, with the names of the players in place of `{0}`, `{1}` and so on.

    `names` has the names by seat. Text and names are escaped. `wrap`, if it is given, is called with the seat and the
    escaped name, and returns the markup for the name.
    """
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


__getattr__ = forward(__name__, {"isolated": "isolate", "listed": "join_words"})
