"""The verbs of a game, for code that serves every game.

Uncompiled, each calls the verb of the record's own game; in compiled code the twin of such a call *is* that game's
verb (see `compiler.compiled_rules`). What they are given:

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

from typing import Any

from enginehouse.core.fields import Numbers
from enginehouse.core.rule import rule
from enginehouse.core.terms import Action, Clause, Seat, Seats

NAMES = ("setup", "actors", "legal", "refusal", "apply", "view", "guess", "scores")


def _rules(s: Any) -> Any:
    from enginehouse.core.game import game_of

    return game_of(s).rules


@rule
def setup(s: Any, options: Numbers, seed: Numbers) -> None:
    """Begin a game in the empty record `s`; all its chance comes from `seed`."""
    _rules(s).setup(s, options, seed)


@rule
def actors(s: Any) -> Seats:
    """The mask of the seats that may act now, bit k for seat k; 0 when the game is over, and only then."""
    return int(_rules(s).actors(s))


@rule
def legal(s: Any, seat: Seat, out: Numbers) -> int:
    """Write the codes of the seat's legal actions into `out`, ascending, each once; the result is how many there are.

    There is at least one for a seat that may act, and none for any other.
    """
    return int(_rules(s).legal(s, seat, out))


@rule
def refusal(v: Any, seat: Seat, action: Action) -> Clause:
    """From the seat's view: 0 if the action is legal, else the clause of the rulebook that forbids it (GM-5.1 is 501)."""
    return int(_rules(v).refusal(v, seat, action))


@rule
def apply(s: Any, seat: Seat, action: Action, e: Any) -> None:
    """Play one legal action through, up to the next decision; what happened goes into `e` (`events`), behind what is there."""
    _rules(s).apply(s, seat, action, e)


@rule
def view(s: Any, seat: Seat, v: Any) -> None:
    """Fill the empty record `v` with what that seat (-1: a spectator) may know."""
    _rules(s).view(s, seat, v)


@rule
def guess(v: Any, seat: Seat, seed: Numbers) -> int:
    """Turn a seat's view into a full record that could be true, every arrangement equally likely.

    1 if what was dealt had to be repaired to fit, else 0; then it is not quite as likely as it should be.
    """
    return int(_rules(v).guess(v, seat, seed))


@rule
def scores(s: Any, out: Numbers) -> None:
    """Scores and ranks as things stand, into 16 numbers: `out[seat]` is the score, `out[8 + seat]` the rank (1 is best).

    Ranks may be shared, and none need be 1 (nobody won). Where nobody sits both stay 0.
    """
    _rules(s).scores(s, out)


# -- what follows from the declared actions ----------------------------------------------------------------------------


@rule
def at_random(s: Any, seat: Seat, out: Numbers, many: int) -> int:
    """Among how many of a seat's legal actions, the first ones, random play chooses: all but those that are `unasked`."""
    from enginehouse.core.game import game_of

    return int(game_of(s).at_random(s, seat, out, many))


# -- what a player of the game knows (policy.py) -----------------------------------------------------------------------


@rule
def evaluate(s: Any, seat: Seat) -> int:
    """How good a full record looks for a seat, in hundredths of a point, larger is better: the judgement of the policy.

    It is asked of records that could be true as the seat sees it, also of ended ones, and some dozens of its answers can be summed in an int64.
    """
    from enginehouse.core.game import game_of

    return int(game_of(s).policy.evaluate(s, seat))


@rule
def judge(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """How good it looks, in hundredths of a point, that a seat played this action, which led from `before` to `after`.

    Where a game's policy has no such rule it is what `evaluate` says of `after`. One that has it may forbid its bot what
    leads nowhere: both are records that could be true, `before` imagined from the seat's view.
    """
    from enginehouse.core.defaults import judge as judging

    return int(getattr(_policy(before), "judge", judging.judge)(before, after, seat, action))


@rule
def gives_up(s: Any, seat: Seat) -> Action:
    """The action by which a bot gives up a game that nobody can win any more, without a thought of any other; -1: it plays on.

    It must be legal, and may be one that is `unasked`. `s` is what the seat sees, as a record of its own: it may be changed.
    Where a game's policy has no such rule nobody gives up.
    """
    from enginehouse.core.defaults import gives_up as never

    return int(getattr(_policy(s), "gives_up", never.gives_up)(s, seat))


@rule
def shares(s: Any, out: Numbers) -> None:
    """What share of the win each seat of a full record may hope for, in millionths, into `out[seat]`.

    The game is not over. Those who play against each other share a million; each of those who win or lose as one has the
    same number. Where a game's policy has no such rule everybody hopes for as much.
    """
    from enginehouse.core.defaults import shares as sharing

    getattr(_judgement(s), "shares", sharing.shares)(s, out)


@rule
def together(s: Any) -> bool:
    """Whether all seats win or lose as one (in one's own game alone nobody else does); by default they do not."""
    from enginehouse.core.defaults import together as alone

    return bool(getattr(_judgement(s), "together", alone.together)(s))


@rule
def features(s: Any, seat: Seat, out: Numbers) -> int:
    """What a full record looks like for a seat, as whole numbers into `out` (512 at most); how many there are.

    What a policy's judgement is learned from; one that has no such rule has nothing to learn from.
    """
    from enginehouse.core.defaults import features as nothing

    return int(getattr(_judgement(s), "features", nothing.features)(s, seat, out))


@rule
def bank(s: Any) -> int:
    """Which of a policy's learned weights hold for a record: 0, 1 and so on, as `weights.json` lists them."""
    from enginehouse.core.defaults import bank as first

    return int(getattr(_judgement(s), "bank", first.bank)(s))


@rule
def prior(before: Any, after: Any, seat: Seat, action: Action) -> int:
    """How much speaks for an action before it is searched, in thousandths of the unit in which shares are e times as likely.

    As `judge`, on a scale that is the same for all games; what `judge` says, divided, where a policy has no such rule.
    """
    from enginehouse.core.defaults import prior as priors

    return int(getattr(_judgement(before), "prior", priors.prior)(before, after, seat, action))


@rule
def turn_of(s: Any, seat: Seat) -> int:
    """A number that stays the same as long as a seat goes on with the turn that it has, and that is 0 while it has none.

    Who plans a turn as a whole (`bots.plans`) plans until it changes; where it is odd only questions are answered, and who looks
    further (`bots.further`) goes on from there to a turn with an even number. By default nobody's turn is planned.
    """
    from enginehouse.core.defaults import turn_of as none

    return int(getattr(_judgement(s), "turn_of", none.turn_of)(s, seat))


@rule
def outlook(before: Any, after: Any, seat: Seat, action: Action, own: Numbers, room: Numbers) -> int:
    """How good it looks to whoever plans a whole turn (`bots.plans`) that an action led from `before` to `after`, in hundredths of a point.

    `own` are the numbers of the game's own among those that its level is set by (`LEVELS` of its judgement). `room` is for the game
    to note in what it need not work out again: all 0 before the first call, then as the last one left it; it changes no answer.
    What `judge` says where a game has no such rule.
    """
    from enginehouse.core.defaults import outlook as judged

    return int(getattr(_judgement(before), "outlook", judged.outlook)(before, after, seat, action, own, room))


@rule
def stake(s: Any) -> int:
    """The most points that a seat can win or lose, in a game that is played for its points, such as poker; 0: for the win.

    Search alone asks: it shares out a finished game by what each seat has won or lost, half a share for nothing.
    """
    from enginehouse.core.defaults import stake as none

    return int(getattr(_judgement(s), "stake", none.stake)(s))


@rule
def signs(s: Any, seat: Seat, out: Numbers) -> int:
    """Write into `out` what tells, in a full record that could be true, how likely it is for a seat by what the others have
    done; how many numbers there are, 0 where nobody has thought of any. What `belief` weighs."""
    from enginehouse.core.defaults import signs as none

    return int(getattr(_judgement(s), "signs", none.signs)(s, seat, out))


@rule
def habits(s: Any, seat: Seat, out: Numbers) -> int:
    """The same for others who search, as `belief` weighs them where its `peers` is 1."""
    from enginehouse.core.defaults import habits as none

    return int(getattr(_judgement(s), "habits", none.habits)(s, seat, out))


@rule
def belief(s: Any, seat: Seat, peers: int) -> int:
    """How likely a record that `guess` has made is for a seat by what the others have done, in thousandths: one of which 1,000
    more is said is e times as likely. 0 where nothing was learned of it: then all guesses are alike. `peers` is 0 where the
    others are taken for the bot from which `signs` were learned, 1 for that of `habits`.

    Search alone asks: it imagines more often what is likely. What is certain is never put in doubt by it, and what is
    impossible never guessed. `s` may be changed meanwhile, and is the same afterwards.
    """
    from enginehouse.core.defaults import belief as none

    return int(getattr(_judgement(s), "belief", none.belief)(s, seat, peers))


@rule
def sight(s: Any, seat: Seat, whole: bool) -> int:
    """What a seat that is to choose sees of a full record, or of its view, as a number of 62 bits: what looks alike to it has the
    same one. 0 where a game does not say it.

    Where it is not to be the `whole` of it, a game may leave out what is another thing in nearly every guess, for seats
    that a search imagines. Search finds the nodes of its tree by it, where a level is set so (`bots.tree.Tune`).
    """
    from enginehouse.core.defaults import sight as none

    return int(getattr(_judgement(s), "sight", none.sight)(s, seat, whole))


def _judgement(s: Any) -> Any:
    """What a record's game has for search; None where it has nothing."""
    from enginehouse.core.game import game_of

    return game_of(s).judgement


def _policy(s: Any) -> Any:
    """The policy of a record's game, or what stands in for it."""
    from enginehouse.core.defaults import no_policy
    from enginehouse.core.game import game_of

    game = game_of(s)
    return game.policy if game.has("policy") else no_policy
