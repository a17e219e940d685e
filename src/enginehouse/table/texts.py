"""Clean stored texts: names, chat, notes, and the labels of devices and tokens.

`clean` removes invisible characters, and cuts only between the characters that a person sees (grapheme clusters). A
text from which a setup is made must not be changed, so `check_seen` refuses it if it has invisible characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

import grapheme

from enginehouse.core.errors import Unreadable

NON_JOINER, JOINER = "\u200c", "\u200d"
MOST_MARKS = 4
"""The maximum number of accents on a character. More would reach into the lines above and below."""
LONGEST_CLUSTER = 64
"""The maximum number of code points of a character."""
PLAIN_SPACES = "\t\n\r"
_BLANK = "\u2800"
"""The braille pattern without dots is printable, but it looks like a space."""
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\U00016fe4\U0001d159")
"""Characters such as fillers that count as printable in Unicode but are invisible."""
_SELECTORS = frozenset(map(chr, [*range(0x180B, 0x180E), 0x180F, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]))
"""Variation selectors, which choose between forms of the character before them."""
_BLACK_FLAG, _LAST_TAG = "\U0001f3f4", "\U000e007f"
_TAGS = frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Tag characters.

The flag of a part of a country, such as Scotland, is a black flag followed by its letters as tags.
"""


def clean(text: str, most: int, points: int | None = None, *, lines: bool = False) -> str:
    """Return a text as it is stored and shown. Cut a longer text at `most` grapheme clusters or `points` code points.

    A grapheme cluster is a character as a person sees it. If `points` is None, `most` times `MOST_MARKS` code points
    are allowed. Control, direction and invisible characters are removed. A run of spaces or line breaks becomes one
    space. If `lines` is true, line breaks and the number of spaces stay as they are.
    """
    text = text[: most * LONGEST_CLUSTER]  # a whole body of a request need not be read for the beginning of a name
    text = unicodedata.normalize("NFC", "".join(shown for _, shown in _pairs(text)))
    if lines:
        text = "".join(c if c in "\n\t" or not c.isspace() else " " for c in text.replace("\r\n", "\n"))
    else:
        text = " ".join(text.split())
    return cut(text, most, points) if lines else cut(text, most, points).strip()


def cut(text: str, most: int, points: int | None = None) -> str:
    """Return the beginning of a text, cut between grapheme clusters.

    It has at most `most` clusters and `points` code points (by default `MOST_MARKS` for each cluster).
    """
    room, kept = most * MOST_MARKS if points is None else points, list[str]()
    for number, cluster in enumerate(grapheme.graphemes(text)):
        fewer = _with_few_marks(cluster)
        room -= len(fewer)
        if number >= most or room < 0:
            break
        kept.append(fewer)
    return "".join(kept)


def check_seen(text: str, what: str) -> None:
    """Raise `Unreadable` if a text has a character that `clean` would remove.

    `what` names the text in the error. It is the subject of the error's sentence.
    """
    for there, shown in _pairs(text):
        if shown == "" or (there.isspace() and not (there in PLAIN_SPACES or unicodedata.category(there) == "Zs")):
            name = unicodedata.name(there, "a control character")
            raise Unreadable(f"{what} has a character that cannot be seen, U+{ord(there):04X} ({name}): leave it out")


def strip_unseen(text: str) -> str:
    """Return a text without those invisible characters that join other characters or change their look.

    Two texts that look alike can be compared in this form.
    """
    return "".join(c for c in text if c.isprintable() and not (c in _SELECTORS or c in _UNSEEN or c == _BLANK))


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Yield each character of a text as a pair with its replacement in a cleaned text: itself, a space, or ""."""
    clusters = list(grapheme.graphemes(text))
    for place, cluster in enumerate(clusters):
        following = clusters[place + 1][0] if place + 1 < len(clusters) else ""
        flag = cluster[0] == _BLACK_FLAG and cluster[-1] == _LAST_TAG and _TAGS.issuperset(cluster[1:])
        for at, one in enumerate(cluster):
            before, after = cluster[at - 1] if at else "", cluster[at + 1] if at + 1 < len(cluster) else ""
            if one in (JOINER, NON_JOINER):
                yield one, one if _joins(one, before, after, following) else ""
            elif one in _SELECTORS:
                yield one, one if before and not before.isspace() and before not in _SELECTORS else ""
            elif one in _TAGS:
                yield one, one if flag else ""
            elif one == _BLANK:
                yield one, " "
            else:
                yield one, one if one.isspace() or (one.isprintable() and one not in _UNSEEN) else ""


def _joins(one: str, before: str, after: str, following: str) -> bool:
    """Return whether `one`, an invisible joining character, changes the look of the characters beside it.

    A cluster is a character as a person sees it, such as an emoji of several parts. `before` and `after` are the
    characters beside `one` in its cluster, or "". `following` is the first character of the next cluster.

    Return true after a virama (a sign of Indian scripts) and between letters of Arabic scripts. In other places, return
    true only for a zero-width joiner that is followed in its cluster by a letter, an emoji or a similar character.
    """
    if not before:
        return False
    if unicodedata.combining(before) == 9:
        return True
    base = unicodedata.bidirectional(before) in ("AL", "NSM")
    if base and unicodedata.bidirectional(after or following or " ") == "AL":
        return True
    return one == JOINER and after not in ("", JOINER, NON_JOINER) and unicodedata.category(after)[0] != "M"


def _with_few_marks(cluster: str) -> str:
    """Return a cluster (a character as a person sees it) with at most `MOST_MARKS` accents and other marks."""
    marks, kept = 0, []
    for one in cluster:
        marks += unicodedata.category(one) in ("Mn", "Me") and one not in _SELECTORS
        if marks <= MOST_MARKS or unicodedata.category(one) not in ("Mn", "Me"):
            kept.append(one)
    return "".join(kept)
