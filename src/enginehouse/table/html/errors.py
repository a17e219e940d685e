"""Make the page that a browser shows for an error."""

from __future__ import annotations

from enginehouse.table.addresses import own_address
from enginehouse.table.html.rendering import render


def error(status: int, sentence: str, hint: str, path: str) -> str:
    """Return the page that shows an error: its cause (`sentence`), a hint, and a link back to the table or the lobby.

    `status` is the HTTP status, and `path` the path of the address at which the error occurred.
    """
    parts = path.split("/")
    link = own_address(f"/t/{parts[2]}") if len(parts) > 3 and parts[1] == "t" else own_address("/")
    closed = status == 403 and parts[1] == "t"
    return render(
        "error",
        title=sentence.rstrip("."),
        name="",
        sentence=sentence,
        hint=hint,
        link=link,
        closed=closed,
        lobby=own_address("/"),
    )
