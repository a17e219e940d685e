"""The rules of the style sheets do not make a change of one piece a change of the whole page."""

from __future__ import annotations

import re

import pytest

from enginehouse.table import assets

pytestmark = pytest.mark.beside_plain

PAGE = re.compile(r"(?<![\w-])\.(?:table-page|replay-page|square|rivals|foretells)(?![\w-])[^\s,{>+~]*")
"""A compound selector for the page of a table."""
CHEAP = {
    ".table-page:has(.aloft:not([hidden]))": "the only rule is for the box of a hint",
    ".table-page.has-lesson:has(.free .act:not(.thumb))": "it is looked at in a lesson only",
}
"""Rules with `:has` for the page, each with the reason why it costs little."""


def find_page_rules(css: str) -> set[str]:
    """Return the selectors for the page that have `:has`."""
    return {found[0] for found in PAGE.finditer(re.sub(r"/\*.*?\*/", "", css, flags=re.S)) if ":has(" in found[0]}


def test_no_style_rule_depends_on_the_whole_page() -> None:
    """With `:has` on the page, a browser computes the styles of all pieces anew at every change: 490 elements instead of 50."""
    sheets = "\n".join(file.read_text("utf-8") for file in sorted(assets.FOLDER.glob("*.css")))
    # A `:has` with a combinator inside is cut at its first space, which is long enough to name it.
    found = find_page_rules(sheets)
    assert {rule for rule in found if not any(cheap.startswith(rule) for cheap in CHEAP)} == set()


def test_such_rules_are_found() -> None:
    css = ".a .square:has(.b > :nth-child(5)) .c {} .table-page:not(:has(.d)) .e {} .square .f:has(.g) {}"
    assert find_page_rules(css) == {".square:has(.b", ".table-page:not(:has(.d))"}
