"""What a policy says of who wins with whom when it has no `together` of its own: everybody plays against everybody."""

from __future__ import annotations

from typing import Any

from enginehouse.core.rule import rule


@rule
def together(s: Any) -> bool:
    """They play against each other."""
    return False
