"""Declare the verbs of a game, for code that serves every game: the home, the default and the arguments of each.

A verb is a function with the same name in every game: one of the eight functions by which you play a game, or in this
module also a rule that bots use, such as `evaluate` or `features`. The home is the file of a game that has the rule of
this name: `rules`, `policy` or `judgement`. The home `actions` stands for the actions that its `state` declares. If a
game has no such rule, the verb's default rule runs. Every game must have the rules of the verbs without a default.

In plain Python, a verb calls the rule of the game to which its record belongs. In compiled code, that rule takes the
place of the verb (see `compiler.compiled_rules`). The arguments of verbs:

- `s` is a record of the game, changed in place: plain (numbers, and lists of numbers), or an element of a structured
  array of `game.shape`. A view `v` is a record of the same shape in which hidden fields are 0 (or, for a hidden piece,
  -1 minus the number of its back). An empty record is all 0.
- `seat` is 0 to 7, or -1 if a spectator is possible. `action` is the code of an action, 0 to 4095.
- `out` of `legal` has room for at least as many numbers as the game has actions in all. The content behind the written
  numbers is undefined. `out` of `scores` has 16 numbers, all 0.
- `options` are integers: `options[0]` is the number of seats, then follows the number of the choice of each option,
  from 0 on (`Game.option_numbers`). Verbs ignore any further elements, because callers may reuse a larger array.
- `seed` is eight integers from 0 to 4294967295 (`chance.seed_words`).

Arrays hold int64, or are plain lists. Verbs raise no exceptions: wrong arguments are an error of the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Literal, NamedTuple, TypeVar

from enginehouse.core.records.events import Events
from enginehouse.core.records.fields import Numbers, Record
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats

F = TypeVar("F", bound=Callable[..., Any])
Home = Literal["rules", "policy", "judgement", "actions"]


class Verb(NamedTuple):
    """The declaration of a verb: its name, the file of a game that has its rule (`home`), and its default rule.

    `default` is None for a verb that every game must have.
    """

    name: str
    home: Home
    default: Callable[..., Any] | None


VERBS: dict[str, Verb] = {}
"""All verbs by name, in the order of their declaration."""


def verb(home: Home, default: Callable[..., Any] | None = None) -> Callable[[F], F]:
    """Return a decorator that declares a function as a verb.

    A game has its own rule for the verb in its file `home`. If a game has no such rule, the rule `default` runs. The
    body of the decorated function is never run: a call runs the rule of the game to which the record in the first
    argument belongs.
    """

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
    """Return the rule of a game for the verb `declared`: the game's own rule, or else the default.

    Raise `AttributeError` if the game has no such rule and the verb has no default.
    """
    home = _HOMES[declared.home](game)
    return getattr(home, declared.name) if declared.default is None else getattr(home, declared.name, declared.default)


_CONVERT: dict[str, Callable[[Any], Any]] = {"bool": bool, "None": lambda nothing: None}
"""The conversion of the result to a plain value, by the return type of a verb. All other results become integers."""
_HOMES: dict[str, Callable[[Any], Any]] = {
    "rules": lambda game: game.rules,
    "policy": lambda game: game.policy if game.has("policy") else None,
    "judgement": lambda game: game.judgement,
    "actions": lambda game: game.module("state").ACTIONS,
}
"""A function for each home, which returns the part of a game with the rules of these verbs, or None."""


def list_verbs(home: Home) -> tuple[str, ...]:
    """Return the names of the verbs with this home, in the order of their declaration.

    The home says where a game has the rules for these verbs. The homes `rules`, `policy` and `judgement` are files of
    the game. The home `actions` is no file: it has the verbs whose rules are made from the game's declared actions.
    """
    return tuple(one.name for one in VERBS.values() if one.home == home)


# -- required of every game (rules.py) ---------------------------------------------------------------------------------


@verb("rules")
def setup(s: Record, options: Numbers, seed: Numbers) -> None:
    """Start a game in the empty record `s` with these options (see the module).

    All chance of the game comes from `seed`.
    """
    raise NotImplementedError


@verb("rules")
def actors(s: Record) -> Seats:
    """Return the mask of the seats that may act now, bit k for seat k. It is 0 exactly when the game is over."""
    raise NotImplementedError


@verb("rules")
def legal(s: Record, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into `out`, in ascending order without duplicates.

    Return their number: at least 1 for a seat that may act, and 0 for any other seat.
    """
    raise NotImplementedError


@verb("rules")
def refusal(v: Record, seat: Seat, action: Action) -> Clause:
    """Return the clause that forbids an action of a seat (GM-5.1 is 501), or 0 if the action is legal.

    `v` is the seat's view.
    """
    raise NotImplementedError


@verb("rules")
def apply(s: Record, seat: Seat, action: Action, e: Events) -> None:
    """Play one legal action through to the next decision. Append the events of the action to `e` (`events`)."""
    raise NotImplementedError


@verb("rules")
def view(s: Record, seat: Seat, v: Record) -> None:
    """Fill the empty record `v` with the information that a seat has in the record `s` (seat -1: a spectator)."""
    raise NotImplementedError


@verb("rules")
def guess(v: Record, seat: Seat, seed: Numbers) -> int:
    """Turn a seat's view, in place, into a full record: a random guess of the hidden information.

    The record agrees with all that the seat sees, and every arrangement is equally likely. The random numbers come from
    `seed`. Return 0, or 1 if the drawn arrangement did not fit the view and had to be repaired. Repaired arrangements
    are not exactly equally likely.
    """
    raise NotImplementedError


@verb("rules")
def scores(s: Record, out: Numbers) -> None:
    """Write current scores and ranks into `out`, which has 16 numbers.

    `out[seat]` is the score, `out[8 + seat]` the rank (1 is best). Seats may share a rank. If the game has no winner,
    no seat has rank 1. Score and rank stay 0 for an empty seat.
    """
    raise NotImplementedError


# -- verbs of the declared actions ------------------------------------------------------------------------------------


@rule
def all_legal(s: Record, seat: Seat, out: Numbers, many: int) -> int:
    """Return `many`, the number of all legal actions, and ignore the other arguments.

    This rule is the default of the verb `at_random`, which limits the actions among which random play chooses. So
    random play chooses among all legal actions by default.
    """
    return many


@verb("actions", default=all_legal)
def at_random(s: Record, seat: Seat, out: Numbers, many: int) -> int:
    """Return the number of legal actions from which random play may choose: so many actions at the beginning of `out`.

    `out` has the codes of all `many` legal actions of the seat, and is not changed. Its last actions can be declared as
    `unasked`. Random play leaves these out, because only human players choose them.
    """
    raise NotImplementedError


# -- the policy (policy.py) -------------------------------------------------------------------------------------------


@rule
def _unknown(s: Record, seat: Seat) -> int:
    """Return 0. This rule is the default of `evaluate`, for a game whose positions are not evaluated."""
    return 0


@verb("policy", default=_unknown)
def evaluate(s: Record, seat: Seat) -> int:
    """Return the value of a full record for a seat, in hundredths of a point: the policy's evaluation.

    Larger is better. Hidden information in the record is guessed from the seat's view, and the game may be over. Values
    are small enough that the sum of dozens of them fits into an int64.
    """
    raise NotImplementedError


@rule
def _as_it_looks_after(before: Record, after: Record, seat: Seat, action: Action) -> int:
    """Return the value that `evaluate` gives the position `after` an action, for a seat.

    This rule is the default of `judge`, for a game whose policy does not judge actions themselves.
    """
    return evaluate(after, seat)


@verb("policy", default=_as_it_looks_after)
def judge(before: Record, after: Record, seat: Seat, action: Action) -> int:
    """Return the value, in hundredths of a point, of a seat's action that led from `before` to `after`.

    Both are full records, in which the information that is hidden from the seat is guessed. The default is `evaluate`
    of `after`. A policy can define `judge` to give pointless actions low values.
    """
    raise NotImplementedError


@rule
def _never(s: Record, seat: Seat) -> Action:
    """Return -1, which means to play on. This rule is the default of `gives_up`."""
    return -1


@verb("policy", default=_never)
def gives_up(s: Record, seat: Seat) -> Action:
    """Return the action by which a bot gives up if all seats are sure to lose the game, or -1 to play on.

    The action must be legal. It may be declared as `unasked`: bots choose such an action, for example a vote to give
    up, only if this function returns it. `s` is the view of the seat as a record that may be changed. By default bots
    never give up.
    """
    raise NotImplementedError


@rule
def _even_shares(s: Record, out: Numbers) -> None:
    """Write the same share of a million for each seat into `out`. This rule is the default of `shares`."""
    for seat in range(s.seats):
        out[seat] = 1_000_000 // int(s.seats)


@verb("judgement", default=_even_shares)
def shares(s: Record, out: Numbers) -> None:
    """Write the expected share of the win (the win chance) of each seat into `out[seat]`, in millionths.

    `s` is a full record of a game that is not over. Seats that play against each other share a million. Seats that win
    or lose together have the same number. By default all shares are equal.
    """
    raise NotImplementedError


@rule
def _alone(s: Record) -> bool:
    """Return False, because the seats play against each other. This rule is the default of `together`."""
    return False


@verb("judgement", default=_alone)
def together(s: Record) -> bool:
    """Return whether all seats win or lose together, or one seat plays alone.

    By default the seats play against each other.
    """
    raise NotImplementedError


@rule
def _no_features(s: Record, seat: Seat, out: Numbers) -> int:
    """Return 0, because no features are written. This rule is the default of `features`."""
    return 0


@verb("judgement", default=_no_features)
def features(s: Record, seat: Seat, out: Numbers) -> int:
    """Write the features of a full record for a seat into `out` (512 at most), as integers. Return their number.

    Features are numbers that describe a position, such as the seat's points. A policy's judgement is learned from them.
    By default there are none.
    """
    raise NotImplementedError


@rule
def _first_bank(s: Record) -> int:
    """Return 0, because there is only one set of weights (bank). This rule is the default of `bank`."""
    return 0


@verb("judgement", default=_first_bank)
def bank(s: Record) -> int:
    """Return the index of the set of learned weights by which the record `s` is judged: 0, 1 and so on.

    A game's file `weights.json` has a set of weights (a bank) for each kind of game, such as the game with two seats.
    """
    raise NotImplementedError


@rule
def _as_judged(before: Record, after: Record, seat: Seat, action: Action) -> int:
    """Return the value that `judge` gives the action that led from `before` to `after`.

    This rule is the default of `prior`.
    """
    return judge(before, after, seat, action)


@verb("judgement", default=_as_judged)
def prior(before: Record, after: Record, seat: Seat, action: Action) -> int:
    """Return a first estimate of the value of the action that led from `before` to `after`.

    Search uses the estimate before it tries the action. The scale is the same for all games: 1,000 more makes a win e
    times as likely. The default is computed from `judge`.
    """
    raise NotImplementedError


@rule
def _no_taste(s: Record, seat: Seat, style: int) -> int:
    """Return 0, because a bot likes all records equally if the game does not define styles of play.

    This rule is the default of the verb `taste`.
    """
    return 0


@verb("judgement", default=_no_taste)
def taste(s: Record, seat: Seat, style: int) -> int:
    """Return how much a bot with the given style of play likes the record `s` after its action.

    `style` is the number of the style, from 1 on. Among actions that are about equally good, the bot chooses the action
    with the highest value. If the game defines no styles, the value is 0.
    """
    raise NotImplementedError


@rule
def _no_turn(s: Record, seat: Seat) -> int:
    """Return 0, because the game does not say when a turn begins and ends. This rule is the default of `turn_of`."""
    return 0


@verb("judgement", default=_no_turn)
def turn_of(s: Record, seat: Seat) -> int:
    """Return the number of the turn that a seat plays now, or 0 if the seat has no turn to plan.

    The number is positive, stays the same during the turn, and differs from those of the seat's other turns. A bot that
    plans whole turns (`bots.players.plans`) plans until the number changes. The number is odd if the turn only consists
    of answers to questions (for example in another seat's turn), and even in a turn proper. In a turn proper,
    `bots.players.lookahead` also plans the seat's next turn proper, to compare plans. By default the number is 0, and
    no turn is planned.
    """
    raise NotImplementedError


@rule
def _as_planned(before: Record, after: Record, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """Return the value that `judge` gives the action that led from `before` to `after`. Ignore `own` and `room`.

    This rule is the default of `outlook`.
    """
    return judge(before, after, seat, action)


@verb("judgement", default=_as_planned)
def outlook(before: Record, after: Record, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """Return the value, in hundredths of a point, that a bot gives an action when it plans a whole turn.

    The bot is a search with plans (`bots.players.plans`). The action has led from `before` to `after`. The bot's level
    may have settings that only this game reads (`LEVELS` of the game's judgement): `own` is the list of their values.
    `room` is an array in which the game may cache results: all 0 before the first call, and afterwards as the last call
    has left it. The returned value must not depend on the content of `room`. The default is `judge`.
    """
    raise NotImplementedError


@rule
def _no_stake(s: Record) -> int:
    """Return 0, because the game is played for the win, and not for points. This rule is the default of `stake`."""
    return 0


@verb("judgement", default=_no_stake)
def stake(s: Record) -> int:
    """Return the most points that a seat can win or lose in a game for points, such as poker.

    Return 0 for a game that is played for the win. Only search calls this verb, to convert the points of a finished
    game to shares of the win. With two seats, a seat that has won the most points has the whole win, and a seat without
    gain or loss has half of it.
    """
    raise NotImplementedError


@rule
def _no_signs(s: Record, seat: Seat, out: Numbers) -> int:
    """Return 0, the number of features: this game has no numbers that show how well a guess fits.

    A guess is a full record in which the information that is hidden from `seat` is guessed. This rule is the default of
    the functions `signs` and `habits`, which write such features into `out`.
    """
    return 0


@verb("judgement", default=_no_signs)
def signs(s: Record, seat: Seat, out: Numbers) -> int:
    """Write features into `out`: numbers that show how well a guess of the hidden information fits the others' actions.

    `s` is the guess, a full record, and the others are all seats but `seat`. Return the number of features, 0 by
    default. The function `belief` multiplies each feature by a learned weight, to estimate how likely the guess is.
    """
    raise NotImplementedError


@verb("judgement", default=_no_signs)
def habits(s: Record, seat: Seat, out: Numbers) -> int:
    """Write features into `out`: numbers that show how well a guess of the hidden information fits the others' actions.

    `s` is the guess, a full record, and the others are all seats but `seat`. The features are made for games in which
    the others choose their actions by a search. Return the number of features, 0 by default. If the others are assumed
    to search, the function `belief` multiplies each feature by a learned weight, to estimate how likely the guess is.
    The weights are learned from games of bots that search.
    """
    raise NotImplementedError


@rule
def _alike(s: Record, seat: Seat, peers: int) -> int:
    """Return 0: all guesses of the hidden information are equally likely. This rule is the default of `belief`."""
    return 0


@verb("judgement", default=_alike)
def belief(s: Record, seat: Seat, peers: int) -> int:
    """Return how likely a guess of the hidden information is, given the actions of the other seats.

    The result is a log likelihood in thousandths: a guess with 1,000 more is e times as likely. `s` is the guess, a
    full record that agrees with the view of `seat`. `peers` is an assumption about the other seats, for which weights
    are learned:

    - 0: they play like the greedy bot. The features of the guess are those of `signs`.
    - 1: they choose their actions by a search. The features of the guess are those of `habits`.

    If no weights were learned, return 0, because all guesses are then equally likely. Only search calls this verb, to
    draw likely guesses more often. The verb does not exclude any guess. `s` may be changed during the call, and is
    restored.
    """
    raise NotImplementedError


@rule
def _no_sight(s: Record, seat: Seat, whole: bool) -> int:
    """Return 0, because the game has no hash of a seat's view. This rule is the default of `sight`."""
    return 0


@verb("judgement", default=_no_sight)
def sight(s: Record, seat: Seat, whole: bool) -> int:
    """Return a hash of 62 bits of the view that a seat has of `s`. Equal views have equal hashes.

    `s` is a full record, or the seat's view. Return 0 if the game has no hash. If a bot level sets `Tune.SIGHT`
    (`bots.players.tree`), search finds the nodes of its tree by this hash. `whole` is true for the seat for which the
    bot searches, and false for the other seats. If it is false, the game may leave out facts that differ in nearly
    every guess, so that the same node is found in many guesses.
    """
    raise NotImplementedError


NAMES = list_verbs("rules")
"""The eight verbs that every game has, in their order in its `rules.py`."""
