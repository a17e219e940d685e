"""Where a table comes from, and how it is stored."""

from __future__ import annotations

import pytest

from enginehouse.table.store.origin import NOWHERE, Origin, read


@pytest.mark.parametrize(
    ("origin", "stored"),
    [
        (NOWHERE, ""),
        (Origin("what if", "abcd2345", 7), "abcd2345@7"),
        (Origin("mended", "abcd2345", 0), "abcd2345>0"),
        (Origin("same deal", "abcd2345"), "=abcd2345"),
        (Origin("text", text="a > b @ 7 = #"), "#a > b @ 7 = #"),
        (Origin("uploaded"), "^"),
        (Origin("taught"), "!"),
    ],
)
def test_each_kind_is_stored_as_ever_and_read_again(origin: Origin, stored: str) -> None:
    assert origin.encode() == stored and read(stored) == origin


def test_an_unknown_table_does_no_harm() -> None:
    assert read("abcd@") == read("abcd@x") == read("abcd") == NOWHERE
