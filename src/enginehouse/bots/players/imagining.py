"""Make the guesses of a search: full records that are consistent with a view."""

from __future__ import annotations

from enginehouse.bots.players.greedy import fill_words
from enginehouse.bots.players.tree import Ask, SearchDesk
from enginehouse.core.records.fields import Numbers, States
from enginehouse.core.rule import rule
from enginehouse.core.verbs import guess


@rule
def imagine(states: States, me: int, seed: int, k: int, desk: SearchDesk) -> None:
    """Guess the hidden information in the view `states[0]`, and write the result, a full record, into `states[1]`.

    The view is that of the seat `me`, and the record is consistent with it. It is the `k`-th guess with the seed
    `seed`: the same numbers give the same guess. `desk` is the working memory of the search, whose field `words` is
    scratch space.
    """
    fill_words(seed, k, desk.words)
    states[1] = states[0]
    guess(states[1], me, desk.words)


STREAM = 1_000_003
"""The distance between the number of the first guess of one tree and that of the next tree."""


@rule
def find_stream(ask: Numbers) -> int:
    """Return the number of the first guess of the hidden information that a search tree uses.

    A search has several trees, and no two of them use the same guesses. `ask` is the request to the tree (see
    `tree.Ask`), which has the tree's number. A guess is a full record that is consistent with the view.
    """
    return STREAM * (int(ask[Ask.TREE]) + 1)
