"""Check the promises that every game must keep, each by a function with a readable name (the conformance kit).

A promise is a fact that holds in every correct game, for example that no view shows a secret. `CHECKS` lists all
checks. Most checks run once for each case of a game: a number of seats with a choice for every option. `cases_of(game)`
returns all cases.

A game may have a file `invariants.py` for the checks. It may define the names below. In them, `s` is a record (the
whole state of a game), `v` is the view of a seat as a record, and `dice` is a `random.Random`. Pieces are those of
`core.records.hidden`: they have numbers, and can be hidden::

    conserved(s)         return a dict of numbers that no action changes, by name
    check(s)             raise AssertionError if a record is impossible; guesses must pass it, too; it is also called
                         when a position is read from a line of text (`Match.at`)
    KINDS, BACKS         two lists by the number of a piece: its kind, and its back (a number that stands for the piece
                         in the views of seats that do not know it)
    backs(s)             return the backs instead of BACKS, if they change in play (for example with each shuffle)
    HANDS                a sequence of the zones in which the order of the pieces has no meaning
    WEIGHTS              a list, by the code of an action, with the weight by which random games choose it; for games in
                         which equal weights rarely lead to later phases
    OPEN_PHASES          the names of phases in which all information is public
    twin(s, seat, dice)  change information in `s` that is hidden from the seat and is not in pieces
    deals(v, seat)       yield every record that agrees with a view, if a game hides other information than its pieces
    deal_key(s, v, seat) return a key for a record `s` from `deals`; records with equal keys are counted as the same
    NAMES                for `scenes`: a list, by kind, with the name of a piece of this kind
    ZONES                for `scenes`: a dict from the name of a zone to its number
    placed(s)            `scenes.place` calls this after it has moved pieces: adapt the other fields of the record that
                         depend on where pieces lie
    shrink(s, seat, dice) show the seat most hidden information, if `deals` would yield too many records
"""

from enginehouse.conformance import (
    budget,
    calls,
    dealing,
    judging,
    legality,
    sealing,
    secrets,
    shelf,
    telling,
    twice,
    undoing,
)
from enginehouse.conformance.cases import CHECKS, Case, Check, Skipped, cases_of

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "Skipped",
    "budget",
    "calls",
    "cases_of",
    "dealing",
    "judging",
    "legality",
    "sealing",
    "secrets",
    "shelf",
    "telling",
    "twice",
    "undoing",
]
