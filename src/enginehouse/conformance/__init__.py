"""The conformance kit: the promises that every game must keep, each checked by a function with a readable name.

`CHECKS` lists all checks. `cases_of(game)` returns the cases that most of them run on: a number of seats with a choice
of options. A game may have a file `invariants.py`, which the kit reads, and so does the reader of a position's line:

    conserved(s)         return numbers that no action changes, by name
    check(s)             raise AssertionError if a record cannot be true; guesses are held to it, too
    KINDS, BACKS         kind and back of every piece of `hidden.py`, by its number
    backs(s)             return them instead of BACKS, if they change in play (such as the shuffle a card was in)
    HANDS                the zones in which places have no meaning
    WEIGHTS              by action: its weight in the kit's random walks, if even chances would hardly get anywhere
    OPEN_PHASES          the names of phases in which all information is public
    twin(s, seat, dice)  for a game that hides other things than such pieces: change hidden information of the seat in `s`
    deals(v, seat)       for such a game: yield every record that a view leaves open
    deal_key(s, v, seat) and return the distinction between two of them
    NAMES, ZONES         the name of a piece of each kind, and the number of each zone by its name, for `scenes`
    placed(s)            repair fields that belong to pieces after `scenes.place` has moved some
    shrink(s, seat, dice) if there are too many records: let the seat know all but a little
"""

from enginehouse.conformance import calls, dealing, judging, legality, sealing, secrets, shelf, telling, twice, undoing
from enginehouse.conformance.cases import CHECKS, Case, Check, Skipped, cases_of

__all__ = [
    "CHECKS",
    "Case",
    "Check",
    "Skipped",
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
