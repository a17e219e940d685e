"""Clean the names of people and bots, and change names at a table that look too similar."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache

from enginehouse.core.errors import Unreadable
from enginehouse.table.errors import Forbidden
from enginehouse.table.store.rows import Person
from enginehouse.table.texts import clean, cut, strip_unseen

NAME_LENGTH = 24
"""The maximum number of characters (grapheme clusters) of a name."""
NAME_POINTS = 32
"""The maximum number of code points of a name. With a number after it, a name has to fit into a column of 40."""
BOT_NAMES = (
    "Flywheel",
    "Piston",
    "Tappet",
    "Camshaft",
    "Bellows",
    "Governor",
    "Ratchet",
    "Gasket",
    "Spindle",
    "Dynamo",
    "Crank",
    "Sprocket",
)
"""The names from which those of bots are drawn."""


def clean_name(text: str) -> str:
    """Return the name `text` as it is stored and shown, without invisible characters.

    Raise `Unreadable` if it has no visible character.
    """
    name = clean(text, NAME_LENGTH, NAME_POINTS)
    if not name and text.strip():
        raise Unreadable("this name looks empty: choose a name with letters")
    if not name:
        raise Unreadable("please enter your name")
    return name


def unlike(name: str, others: Collection[str]) -> str:
    """Return `name`, with a number after it if it looks like a name in `others`."""
    looks = {skeleton(one) for one in others}
    number, said = 1, name
    while skeleton(said) in looks:
        number += 1
        said = f"{cut(name, NAME_LENGTH, NAME_POINTS)} ({number})"
    return said


def check_not_muted(person: Person, hint: str) -> None:
    """Raise `Forbidden` if an administrator has muted a person. A muted person cannot write text that others read.

    `hint` is the second sentence of the error.
    """
    if person.barred:
        raise Forbidden("The host of this site has muted you.", hint)


def name_bot(name: str, others: Collection[str]) -> str:
    """Return a name for the bot that plays in place of the person called `name`, such as "Ada's bot".

    If this name looks like a name in `others`, add a number to it. If `name` is long, use only its beginning.
    """
    return unlike(f"{cut(name, NAME_LENGTH - 10, NAME_POINTS - 10)}'s bot", others)


def skeleton(name: str) -> str:
    """Return the skeleton of a name. Names that look alike have the same skeleton (see Unicode's UTS #39).

    The skeleton ignores the difference between upper and lower case, between wide and narrow letters, and between an
    accented letter as one character and as two.
    """
    looks = looks_of_characters()
    seen = unicodedata.normalize("NFKD", strip_unseen(name))
    found = "".join(looks.get(one, one) for one in seen).casefold()
    return unicodedata.normalize("NFKD", "".join(looks.get(one, one) for one in found)).casefold()


@cache
def looks_of_characters() -> dict[str, str]:
    """Return a dict from each character that looks like others to the character that replaces it in comparisons.

    Characters that look alike have the same replacement, so names that look alike are equal after the replacement. The
    list is Unicode's, and takes a tenth of a second to read.
    """
    from confusable_homoglyphs.confusables import confusables_data

    def plain(text: str) -> str:
        return text.replace("\u200e", "")  # the list wraps characters that are written from right to left in it

    alike = {plain(one): [plain(other["c"]) for other in found] for one, found in confusables_data.items()}
    looks = {}
    for one, others in alike.items():
        # A group of lookalikes has one replacement: the character with the most lookalikes.
        best = max([one, *others], key=lambda each: (len(alike.get(each, ())), -len(each), [-ord(c) for c in each]))
        if len(one) == 1 and best != one:
            looks[one] = best
    return looks
