"""Pack scripts and style sheets for browsers: remove comments, and combine the files of a page into one file.

A page of a table has about forty scripts. With a request for each script, the browser would wait for a round trip for
each level of imports, and the HTTP headers would be large. So the scripts are combined. Each becomes a function that
returns its exports. No external tool is needed, because our scripts use only one form of import and one form of export,
and have no cycle of imports. A test checks this.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable

IMPORT = re.compile(r'^import (\{ [\w, ]+ \}) from "(\./[\w./-]+\.js)";$', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const) (\w+))", re.MULTILINE)
AWAITS = re.compile(r"^(?:  )*\w+ = \(await import\(", re.MULTILINE)
"""Matches the line of a script that waits for another script, which may fail to load."""

_COMMENTS = {
    ".js": re.compile(
        r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n|/\*\* @(?:(?!\*/).)*\*/ ?|[ \t]+// [^\n\"'`]*$",
        re.DOTALL | re.MULTILINE,
    ),
    ".css": re.compile(r"/\*(?:(?!\*/).)*\*/", re.DOTALL),
}
"""The comments of a file, by its suffix."""
_EMPTY_LINES = re.compile(r"\n\s*\n")


def without_comments(text: str, suffix: str) -> str:
    """Return the text of a script or style sheet without comments. `suffix` is the suffix of its file.

    If a line has code before a comment, and the comment contains a quote, the comment stays, because it may be a part
    of a string.
    """
    return _EMPTY_LINES.sub("\n", _COMMENTS[suffix].sub("", text)).lstrip()


def imports(name: str, script: str) -> list[str]:
    """Return the names of the files that a script imports. `script` is the text of the script.

    `name` is the script's own name. All names are paths of files below the same folder, such as `page/lesson.js`.
    """
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for _, path in IMPORT.findall(script)]


def join_scripts(names: Iterable[str], read: Callable[[str], str]) -> str:
    """Return the scripts `names` and all their imports as one script, in the order in which a browser would run them.

    `read` returns the text of a script by its name. The joined script exports everything that the scripts export. So
    tests can call the same functions as the page.
    """
    order: dict[str, str] = {}
    for name in names:
        _visit(name, read, order)
    return "export const all = {};\n" + "".join(_wrap(name, script) for name, script in order.items())


def _visit(name: str, read: Callable[[str], str], order: dict[str, str]) -> None:
    if name in order:
        return
    script = read(name)
    for other in imports(name, script):
        _visit(other, read, order)
    order[name] = script


def _wrap(name: str, script: str) -> str:
    """Return a script as the text of a function that is called immediately. It stores its exports under `name`."""

    def write_import(found: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(name), found[2]))
        return f'const {found[1].replace(" as ", ": ")} = all["{other}"];'

    exported = ", ".join(EXPORT.findall(script))
    body = EXPORT.sub("", IMPORT.sub(write_import, script))
    begin, end = ("await (async () => {", "})();") if AWAITS.search(script) else ("(() => {", "})();")
    return f'all["{name}"] = {begin}\n{body}return {{ {exported} }};\n{end}\n'
