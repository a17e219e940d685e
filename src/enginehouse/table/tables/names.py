"""Names at a table: what people call themselves, what bots are called, and no two alike."""

from __future__ import annotations

import re
from collections.abc import Collection

from enginehouse.core.errors import Unreadable

NAME_LENGTH = 24
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


def clean_name(text: str) -> str:
    """A name as it is shown: no control characters, no runs of spaces, not too long; `Unreadable` when nothing is left."""
    text = re.sub(r"\s+", " ", "".join(c for c in text if c.isprintable() or c.isspace())).strip()[:NAME_LENGTH].strip()
    if not text:
        raise Unreadable("please say by which name the others shall know you")
    return text


def unlike(name: str, others: Collection[str]) -> str:
    """The name, with a number behind it where somebody is called so already."""
    k, said = 1, name
    while said in others:
        k += 1
        said = f"{name} ({k})"
    return said
