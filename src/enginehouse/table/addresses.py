"""Build addresses for a server at the root of its host, or below a path (setting `path`).

Addresses in the code are those at the root, such as `/t/TABLE`. `own_address` adds the path to an address that leaves
the server, and `within` removes it from incoming addresses. A process serves below one path.

If the server runs in a browser tab, other people cannot open the addresses of its tables. So its pages offer no links
for other people.
"""

from __future__ import annotations

_path = ""
_in_tab = False


def serve_below(path: str) -> None:
    """Set the path below which this process serves: "" for the root, or for example `/club`."""
    global _path
    _path = path


def own_address(address: str) -> str:
    """Return an address of this server as browsers need it: the path below which the server is reached, then `address`.

    `address` starts with a slash and does not contain the path.
    """
    return f"{_path}{address}"


def place_in_tab(in_tab: bool = True) -> None:
    """Set whether this process runs in a browser tab (`in_tab`). Call this before the first page is made."""
    global _in_tab
    _in_tab = in_tab


def is_in_tab() -> bool:
    """Return whether this process runs in a browser tab."""
    return _in_tab


def within(address: str) -> str | None:
    """Remove the path below which the server is reached, such as `/club`, from the start of a request's address.

    Return the rest, or None if `address` does not begin with that path. If the server is reached at the root of its
    host, return `address` unchanged.
    """
    if not _path:
        return address
    return address[len(_path) :] if address.startswith(f"{_path}/") else None
