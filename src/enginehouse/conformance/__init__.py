"""The conformance kit: what every game must hold to, each check a function of its own with a readable name.

`CHECKS` has them all; `cases_of(game)` gives what most of them look at, one number of seats with one choice of options. A
game may have a file `invariants.py`, which the kit reads, and whoever reads a position from a line:

    conserved(s)         numbers that no action changes, by name
    check(s)             AssertionError where a record cannot be true; guesses are held to it, too
    KINDS, BACKS         kind and back of every piece of `hidden.py`, by its number
    backs(s)             instead of BACKS where they change in play (which shuffle a card was in)
    HANDS                the zones in which places mean nothing
    WEIGHTS              by action: how likely the kit's walks choose it, where even chances would hardly get anywhere
    OPEN_PHASES          the names of phases in which nothing is hidden from anybody
    twin(s, seat, dice)  for a game that hides other things than such pieces: change in `s` what the seat cannot know
    deals(v, seat)       for such a game: every record that a view leaves open
    deal_key(s, v, seat) and what tells two of them apart
    NAMES, ZONES         what a piece of each kind is called, and the number of each zone by its name, for `scenes`
    placed(s)            mends what goes with pieces after `scenes.place` has moved some
    shrink(s, seat, dice) where those are too many: let the seat know all but a little
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
