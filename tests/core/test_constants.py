"""Families of constants."""

from __future__ import annotations

from enginehouse.core.rule import Constants


class Feature(Constants):
    """Constants out of order, beside a number that Python 3.13 adds to each class."""

    __firstlineno__ = 10
    LEADS_LATE, LEAD = 1, 0


def test_the_names_of_constants_are_in_the_order_of_their_numbers() -> None:
    assert Feature.list_names() == ("lead", "leads late")
