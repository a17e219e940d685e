"""Scripts and style sheets as browsers get them: without comments, and those of one page in one file.

A page of a table has some forty scripts. Asked for one by one they cost a round trip for each import of an import, and more
bytes of headers than of comments. So they are joined, each as a function of its own that returns what it exports. No tool is
needed for that: our scripts import and export in one way each (a test holds it), and none imports another in a circle.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable

IMPORT = re.compile(r'^import (\{ [\w, ]+ \}) from "(\./[\w./-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
AWAITS = re.compile(r"^(?:  )*\w+ = \(await import\(", re.MULTILINE)
"""A script that waits for another one that may not come."""

_COMMENTS = {
    ".js": re.compile(
        r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n|/\*\* @(?:(?!\*/).)*\*/ ?", re.DOTALL | re.MULTILINE
    ),
    ".css": re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL),
}
_EMPTY_LINES = re.compile(r"\n\s*\n")


def without_comments(text: str, suffix: str) -> str:
    """Without what nobody runs: lines that are only comments, and types (`/** @type ... */`) wherever they stand."""
    return _EMPTY_LINES.sub("\n", _COMMENTS[suffix].sub("", text)).lstrip()


def imports(name: str, script: str) -> list[str]:
    """The names of the files that a script imports."""
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for _, path in IMPORT.findall(script)]


def joined(names: Iterable[str], read: Callable[[str], str]) -> str:
    """These scripts and all that they import as one, in the order in which a browser would run them. What it exports is all that they
    export, by their names: tests use the very functions that the page does."""
    order: dict[str, str] = {}
    for name in names:
        _visit(name, read, order)
    return "export const all = {};\n" + "".join(_wrapped(name, script) for name, script in order.items())


def _visit(name: str, read: Callable[[str], str], order: dict[str, str]) -> None:
    if name in order:
        return
    script = read(name)
    for other in imports(name, script):
        _visit(other, read, order)
    order[name] = script


def _wrapped(name: str, script: str) -> str:
    """A script as a function of its own that is run at once, with its exports kept by its name."""

    def taken(found: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))
        return f'const {found[1].replace(" as ", ": ")} = all["{other}"];'

    exported = ", ".join(EXPORT.findall(script))
    body = EXPORT.sub("", IMPORT.sub(taken, script))
    begin, end = ("await (async () => {", "})();") if AWAITS.search(script) else ("(() => {", "})();")
    return f'all["{name}"] = {begin}\n{body}return {{ {exported} }};\n{end}\n'
