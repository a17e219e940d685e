"""The verbs of a game, for code that serves every game. Each is declared once: its home, its default, its arguments.

The home is the file of a game in which the verb stands as a rule: `rules`, `policy` or `judgement`; `actions` are the declared
actions in its `state`. If it does not stand there, the default runs. A verb without a default has to be there.

Uncompiled, each verb calls the rule of the record's own game. In compiled code the twin of such a call *is* that rule (see
`compiler.compiled_rules`). Their arguments:

- `s` is a record of the game, changed in place: plain (numbers, and lists of numbers), or an element of a structured array
  of `game.shape`. A view `v` is a record of the same shape in which what the seat may not know is 0 (or, for a piece of a
  kind that is known, the negative number of that kind). An empty record is all 0.
- `seat` is 0 to 7, where a spectator may look -1; `action` the code of an action, 0 to 4095.
- `out` of `legal` has room for as many numbers as the vocabulary has actions, at least; what lies behind those that were
  written means nothing. `out` of `scores` has 16 numbers, all 0.
- `options` are whole numbers: `options[0]` the seats, then for each option of the facts the number of its choice, from 0 on
  (`Game.option_numbers`). It may be longer.
- `seed` is eight whole numbers from 0 to 4294967295 (`chance.seed_words`).

Arrays hold int64, or are plain lists. Verbs raise nothing: what they are given is right, or the caller is wrong.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, NamedTuple, TypeVar

from enginehouse.core.records.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats

F = TypeVar("F", bound=Callable[..., Any])
Home = Literal["rules", "policy", "judgement", "actions"]


class Verb(NamedTuple):
    """The declaration of a verb."""

    name: str
    home: Home
    default: Callable[..., Any] | None


VERBS: dict[str, Verb] = {}
"""All verbs by name, in the order of their declaration."""


def verb(home: Home, default: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Declare a function as a verb. Its body is never run: a call runs the rule of the record in the first argument."""

    def declare(stub: F) -> F:
        declared = VERBS[stub.__name__] = Verb(stub.__name__, home, default)
        convert: Callable[[Any], Any] = _CONVERT.get(stub.__annotations__["return"], int)

        @wraps(stub)
        def run(*given: Any) -> Any:
            return convert(find_rule(type(given[0]).game, declared)(*given))

        run.__verb__ = declared  # type: ignore[attr-defined]
        return rule(run)  # type: ignore[return-value]

    return declare


def find_rule(game: Any, declared: Verb) -> Any:
    """Return the rule of a game that carries out a verb: its own, or the default. Raise `AttributeError` if there is none."""
    home = _HOMES[declared.home](game)
    return getattr(home, declared.name) if declared.default is None else getattr(home, declared.name, declared.default)


_CONVERT: dict[str, Callable[[Any], Any]] = {"bool": bool, "None": lambda nothing: None}
"""By the type that a verb returns, the conversion to a plain value. All others are whole numbers."""
_HOMES: dict[str, Callable[[Any], Any]] = {
    "rules": lambda game: game.rules,
    "policy": lambda game: game.policy if game.has("policy") else None,
    "judgement": lambda game: game.judgement,
    "actions": lambda game: game.module("state").ACTIONS,
}


def list_verbs(home: Home) -> tuple[str, ...]:
    """Return the names of the verbs with this home."""
    return tuple(one.name for one in VERBS.values() if one.home == home)


# -- required of every game (rules.py) ---------------------------------------------------------------------------------


@verb("rules")
def setup(s: Any, options: Numbers, seed: Numbers) -> None:
    """Begin a game in the empty record `s`; all its chance comes from `seed`."""
    raise NotImplementedError


@verb("rules")
def actors(s: Any) -> Seats:
    """The mask of the seats that may act now, bit k for seat k; 0 when the game is over, and only then."""
    raise NotImplementedError


@verb("rules")
def legal(s: Any, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into `out`, ascending, each once; the result is how many there are.

    There is at least one for a seat that may act, and none for any other.
    """
    raise NotImplementedError


@verb("rules")
def refusal(v: Any, seat: Seat, action: Action) -> Clause:
    """From the seat's view: 0 if the action is legal, else the clause of the rulebook that forbids it (GM-5.1 is 501)."""
    raise NotImplementedError


@verb("rules")
def apply(s: Any, seat: Seat, action: Action, e: Any) -> None:
    """Play one legal action through, up to the next decision; what happened goes into `e` (`events`), behind what is there."""
    raise NotImplementedError


@verb("rules")
def view(s: Any, seat: Seat, v: Any) -> None:
    """Fill the empty record `v` with what that seat (-1: a spectator) may know."""
    raise NotImplementedError


@verb("rules")
def guess(v: Any, seat: Seat, seed: Numbers) -> int:
    """Turn a seat's view into a full record that could be true, every arrangement equally likely.

    1 if what was dealt had to be repaired to fit, else 0; then it is not quite as likely as it should be.
    """
    raise NotImplementedError


@verb("rules")
def scores(s: Any, out: Numbers) -> None:
    """Scores and ranks as things stand, into 16 numbers: `out[seat]` is the score, `out[8 + seat]` the rank (1 is best).

    Ranks may be shared, and none need be 1 (nobody won). Where nobody sits both stay 0.
    """
    raise NotImplementedError


# -- what follows from the declared actions ----------------------------------------------------------------------------


@rule
def all_legal(s: Any, seat: Seat, out: Numbers, many: int) -> int:
    """Return `many`: random play chooses among all legal actions."""
    return many


@verb("actions", default=all_legal)
def at_random(s: Any, seat: Seat, out: Numbers, many: int) -> int:
    """Among how many of a seat's legal actions, the first ones, random play chooses: all but those that are `unasked`."""
    raise NotImplementedError


# -- what a player of the game knows (policy.py) -----------------------------------------------------------------------


@rule
def _unknown(s: Any, seat: Seat) -> int:
    """Return 0: nothing is known of a position."""
    return 0


@verb("policy", default=_unknown)
def evaluate(s: Any, seat: Seat) -> int:
    """How good a full record looks for a seat, in hundredths of a point, larger is better: the judgement of the policy.

    It is asked of records that could be true as the seat sees it, also of ended ones, and some dozens of its answers can be summed in an int64.
    """
    raise NotImplementedError


@rule
def _as_it_looks_after(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """Return the value of the position that an action leads to."""
    return evaluate(after, seat)


@verb("policy", default=_as_it_looks_after)
def judge(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """How good it looks, in hundredths of a point, that a seat played this action, which led from `before` to `after`.

    Where a game's policy has no such rule it is what `evaluate` says of `after`. One that has it may forbid its bot what
    leads nowhere: both are records that could be true, `before` imagined from the seat's view.
    """
    raise NotImplementedError


@rule
def _never(s: Any, seat: Seat) -> Action:
    """Return -1: a bot does not give up."""
    return -1


@verb("policy", default=_never)
def gives_up(s: Any, seat: Seat) -> Action:
    """The action by which a bot gives up a game that nobody can win any more, without a thought of any other; -1: it plays on.

    It must be legal, and may be one that is `unasked`. `s` is what the seat sees, as a record of its own: it may be changed.
    Where a game's policy has no such rule nobody gives up.
    """
    raise NotImplementedError


@rule
def _even_shares(s: Any, out: Numbers) -> None:
    """Give each seat the same share."""
    for seat in range(s.seats):
        out[seat] = 1_000_000 // int(s.seats)


@verb("judgement", default=_even_shares)
def shares(s: Any, out: Numbers) -> None:
    """What share of the win each seat of a full record may hope for, in millionths, into `out[seat]`.

    The game is not over. Those who play against each other share a million; each of those who win or lose as one has the
    same number. Where a game's policy has no such rule everybody hopes for as much.
    """
    raise NotImplementedError


@rule
def _alone(s: Any) -> bool:
    """Return False: the seats play against each other."""
    return False


@verb("judgement", default=_alone)
def together(s: Any) -> bool:
    """Whether all seats win or lose as one (in one's own game alone nobody else does); by default they do not."""
    raise NotImplementedError


@rule
def _no_features(s: Any, seat: Seat, out: Numbers) -> int:
    """Return 0: there is nothing to learn from."""
    return 0


@verb("judgement", default=_no_features)
def features(s: Any, seat: Seat, out: Numbers) -> int:
    """What a full record looks like for a seat, as whole numbers into `out` (512 at most); how many there are.

    What a policy's judgement is learned from; one that has no such rule has nothing to learn from.
    """
    raise NotImplementedError


@rule
def _first_bank(s: Any) -> int:
    """Return 0: there is one bank of weights."""
    return 0


@verb("judgement", default=_first_bank)
def bank(s: Any) -> int:
    """Which of a policy's learned weights hold for a record: 0, 1 and so on, as `weights.json` lists them."""
    raise NotImplementedError


@rule
def _as_judged(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """Return the value of `judge`."""
    return judge(before, after, seat, action)


@verb("judgement", default=_as_judged)
def prior(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """How much speaks for an action before it is searched, in thousandths of the unit in which shares are e times as likely.

    As `judge`, on a scale that is the same for all games; what `judge` says, divided, where a policy has no such rule.
    """
    raise NotImplementedError


@rule
def _no_turn(s: Any, seat: Seat) -> int:
    """Return 0: no turn is planned as a whole."""
    return 0


@verb("judgement", default=_no_turn)
def turn_of(s: Any, seat: Seat) -> int:
    """A number that stays the same as long as a seat goes on with the turn that it has, and that is 0 while it has none.

    Who plans a turn as a whole (`bots.players.plans`) plans until it changes; where it is odd only questions are answered, and who looks
    further (`bots.players.lookahead`) goes on from there to a turn with an even number. By default nobody's turn is planned.
    """
    raise NotImplementedError


@rule
def _as_planned(before: Any, after: Any, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """Return the value of `judge`."""
    return judge(before, after, seat, action)


@verb("judgement", default=_as_planned)
def outlook(before: Any, after: Any, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """How good it looks to whoever plans a whole turn (`bots.players.plans`) that an action led from `before` to `after`, in hundredths of a point.

    `own` are the numbers of the game's own among those that its level is set by (`LEVELS` of its judgement). `room` is for the game
    to note in what it need not work out again: all 0 before the first call, then as the last one left it; it changes no answer.
    What `judge` says where a game has no such rule.
    """
    raise NotImplementedError


@rule
def _no_stake(s: Any) -> int:
    """Return 0: the game is played for the win."""
    return 0


@verb("judgement", default=_no_stake)
def stake(s: Any) -> int:
    """The most points that a seat can win or lose, in a game that is played for its points, such as poker; 0: for the win.

    Search alone asks: it shares out a finished game by what each seat has won or lost, half a share for nothing.
    """
    raise NotImplementedError


@rule
def _no_signs(s: Any, seat: Seat, out: Numbers) -> int:
    """Return 0: no signs are known."""
    return 0


@verb("judgement", default=_no_signs)
def signs(s: Any, seat: Seat, out: Numbers) -> int:
    """Write into `out` what tells, in a full record that could be true, how likely it is for a seat by what the others have
    done; how many numbers there are, 0 where nobody has thought of any. What `belief` weighs."""
    raise NotImplementedError


@verb("judgement", default=_no_signs)
def habits(s: Any, seat: Seat, out: Numbers) -> int:
    """The same for others who search, as `belief` weighs them where its `peers` is 1."""
    raise NotImplementedError


@rule
def _alike(s: Any, seat: Seat, peers: int) -> int:
    """Return 0: all guesses are equally likely."""
    return 0


@verb("judgement", default=_alike)
def belief(s: Any, seat: Seat, peers: int) -> int:
    """How likely a record that `guess` has made is for a seat by what the others have done, in thousandths: one of which 1,000
    more is said is e times as likely. 0 where nothing was learned of it: then all guesses are alike. `peers` is 0 where the
    others are taken for the bot from which `signs` were learned, 1 for that of `habits`.

    Search alone asks: it imagines more often what is likely. What is certain is never put in doubt by it, and what is
    impossible never guessed. `s` may be changed meanwhile, and is the same afterwards.
    """
    raise NotImplementedError


@rule
def _no_sight(s: Any, seat: Seat, whole: bool) -> int:
    """Return 0: the game has no key for the view of a seat."""
    return 0


@verb("judgement", default=_no_sight)
def sight(s: Any, seat: Seat, whole: bool) -> int:
    """What a seat that is to choose sees of a full record, or of its view, as a number of 62 bits: what looks alike to it has the
    same one. 0 where a game does not say it.

    Where it is not to be the `whole` of it, a game may leave out what is another thing in nearly every guess, for seats
    that a search imagines. Search finds the nodes of its tree by it, where a level is set so (`bots.players.tree.Tune`).
    """
    raise NotImplementedError


NAMES = list_verbs("rules")
"""The eight verbs that every game has, in the order in which they stand in its `rules.py`."""
