"""OpenSpiel: every game of this package as a game of OpenSpiel. Needs the extra `openspiel`.

    from enginehouse.envs.openspiel import load

    game = load("mechanation", seats=2)            # the same: pyspiel.load_game("enginehouse_mechanation(seats=2)")
    state = game.new_initial_state()

Chance: a game starts with chance nodes that draw the number of the deal. This number determines all later chance, too.
By default there are 2**60 deals, and six chance nodes draw ten bits of the number each. Such a tree is too large to
search completely. With `deals=100` one node draws one of a hundred deals. A copy of a state contains all future chance.
So a search from a copy (MCTS) knows hidden information: use MCTS only for games without chance and secrets. ISMCTS
replaces the hidden information by `resample_from_infostate`, which is the game's `guess`. Games with a `chance.py`
(Kuhn and Leduc poker, `core.play.outcomes`) have a chance node for each decision of chance, so they can be solved.

`history()`, `serialize()` and pickles of a state contain the number of the deal and every secret action, so do not show
them to players. `str(state)` is the view of a spectator.
"""

from __future__ import annotations

import itertools
import re
import zlib
from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from enginehouse.core.errors import Unreadable, advise_extra
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.envs.desk import Desk, Moment, get_desk
from enginehouse.envs.forms import Rows, find_form

try:
    import pyspiel
except ImportError as error:
    raise ImportError(f"OpenSpiel is not installed: {advise_extra('openspiel')}") from error

By = Literal["rank", "score"]
MOST_DEALS = 1_000_000
DIGITS, DIGIT = 6, 1 << 10
"""The number of chance nodes that draw among all deals, and the number of outcomes of each."""
PREFIX = "enginehouse_"
RESAMPLED = 1 << 30
"""The first of the numbers that stand for resampled positions, at the start of a history.

OpenSpiel reads up to 31 bits back.
"""


class SeatsGame(pyspiel.Game):  # type: ignore[misc,unused-ignore]
    """A game of this package in the form that OpenSpiel requires. OpenSpiel creates it with these parameters:

    - `seats`: the number of seats
    - `options`: the choices of the game's options as a text, such as `name=choice;name=choice`
    - `deals`: the number of different deals. One chance node at the start draws one of them. If the number is 0, all
      2**60 deals are possible, and several chance nodes in a row draw one.
    - `form`: the name of the encoding that turns observations into tensors, such as `numbers` or `one-hot`
    - `returns`: the kind of result for each seat: `rank` counts only the final ranks, `score` the final scores
    - `most`: the largest absolute value of a result, if `returns` is `score`
    """

    game: ClassVar[Game]
    """The game of this package that the class stands for. Each game has a class of its own."""

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        chosen = self.game
        params = {**_parameters(chosen), **(given or {})}
        self.desk = get_desk(chosen, int(params["seats"]), _options(str(params["options"])))
        self.by: By = params["returns"]
        if self.by not in ("rank", "score"):
            raise Unreadable(f"returns are by 'rank' or by 'score', not by {self.by!r}")
        self.deals = int(params["deals"])
        if not 0 <= self.deals <= MOST_DEALS:
            raise Unreadable(f"deals are from 1 to {MOST_DEALS}, or 0 for all, not {self.deals}")
        self._given, self._made = dict(given or {}), itertools.count()
        self.layout = find_form(chosen, self.desk.seats, str(params["form"]))
        self.beginning = self.desk.begin()
        super().__init__(_describe_type(chosen), _describe_info(self.desk, self.by, params), dict(given or {}))

    def __deepcopy__(self, memo: Any) -> SeatsGame:
        return self  # the object is immutable

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_game, (self.game, self._given)

    def make_resampled(self, moment: Moment, drawn: float) -> SeatsState:
        """Return a state at the position `moment`, whose hidden information was guessed for a seat.

        The history of this state is a list with one number, a key by which this process finds the position while it is
        in memory. So another process cannot rebuild the state from its history. The key is computed from `drawn` (a
        random number from the caller's sampler) and from the number of states made before. So it does not depend on
        hidden information.
        """
        worlds = self.desk.worlds
        number = RESAMPLED + zlib.crc32(f"{drawn:.17g} {next(self._made)}".encode()) % RESAMPLED
        while number in worlds:
            number = RESAMPLED + (number + 1) % RESAMPLED
        worlds[number] = moment
        state = SeatsState(self)
        state.dealt = False
        state.apply_action(number)
        return state

    def new_initial_state(self) -> SeatsState:
        """Return the state before the first chance node."""
        return SeatsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer that writes views of this game. `iig_obs_type` is OpenSpiel's type of observation.

        If this type asks for perfect recall, the text of the observer has all observations of a seat. By default it has
        the current view only. Raise ValueError if `params` is not empty.
        """
        if params:
            raise ValueError(f"there are no parameters of observations, but {params} were given")
        return Observer(self.layout, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SeatsState(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state of a game in OpenSpiel's form.

    If several seats are asked at once, they answer one after the other, the lowest first. Later seats do not see the
    earlier answers.
    """

    def __init__(self, game: SeatsGame) -> None:
        super().__init__(game)
        self.moment: Moment = game.beginning
        self.dealt = game.desk.chance == "none"
        self.by, self.deals = game.by, game.deals
        self.digits: list[int] = []
        """The outcomes of the chance nodes so far, which make the number of the deal, the lowest bits first."""
        self.root: Moment | None = None
        """The guessed moment with which the history begins, or None."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored_state, (self.get_game(), self.serialize())

    def _chance_decides(self) -> bool:
        return not self.dealt or self.moment.chosen is not None

    def current_player(self) -> int:
        """Return the number of the player to act, or OpenSpiel's constant for a chance node or a finished game."""
        if self._chance_decides():
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.moment.done else self.moment.seat

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.desk.legal(self.moment) if player == self.moment.seat else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes of chance with their probabilities, at a chance node."""
        if self.moment.chosen is not None:
            return self.moment.desk.outcomes(self.moment)
        many = self.deals or DIGIT
        return [(k, 1 / many) for k in range(many)]

    def _apply_action(self, action: int) -> None:
        desk = self.moment.desk
        if action >= RESAMPLED:
            self.root = self.moment = self._world(action)
            self.dealt = True
        elif self.moment.chosen is not None:
            self.moment, self.dealt = desk.settle_chance(self.moment, action), True
        elif not self.dealt:
            self.digits.append(action)
            if self.deals or len(self.digits) == DIGITS:
                number = sum(digit * DIGIT**k for k, digit in enumerate(self.digits))
                self.moment, self.dealt = desk.begin(number), True
        else:
            self.moment = desk.play_code(self.moment, action)

    def _world(self, number: int) -> Moment:
        """Return the position of a resampled state, whose hidden information was guessed.

        `number` is the key that begins the state's history (see `make_resampled`). Raise `Unreadable` if the position
        is no longer in the memory of this process.
        """
        world = self.moment.desk.worlds.get(number)
        if world is None:
            raise Unreadable(
                "this history begins with a resampled position, which is not stored: keep the state, its clone or pickle"
            )
        return world

    def _action_to_string(self, player: int, action: int) -> str:
        desk = self.moment.desk
        if action >= RESAMPLED:
            return f"resampled {action - RESAMPLED}"
        if player != pyspiel.PlayerId.CHANCE:
            return desk.game.vocabulary.names[action]
        if desk.chance == "explicit":
            return str(desk.game.chance.name(action))
        return f"deal {action}" if self.deals else f"bits {len(self.digits)} of the deal: {action}"

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.moment.done and not self._chance_decides()

    def returns(self) -> list[float]:
        """Return the return of each seat if the game is over (see `Match.returns`), and zeros before."""
        return self.moment.desk.returns(self.moment, self.by) if self.is_terminal() else [0.0] * self.moment.desk.seats

    def resample_from_infostate(self, player: int, sampler: Any) -> SeatsState:
        """Return a state in which the information hidden from the seat `player` is guessed. All else is the same.

        `sampler()` returns a random number, which determines the guess. The history of the returned state does not have
        the earlier actions, because these could reveal the true cards. It has a single element instead: a key by which
        this process finds the guessed position. Before the deal, return a copy of the state.
        """
        if not self.dealt:
            return self.clone()  # type: ignore[no-any-return]
        game: SeatsGame = self.get_game()
        drawn = sampler()
        return game.make_resampled(self.moment.desk.guess_moment(self.moment, player, f"{drawn:.17g}"), drawn)

    def __str__(self) -> str:
        if self._chance_decides():
            return "chance decides"
        return self.moment.desk.position(self.moment).text()


class Observer:
    """An observer that writes the view of a seat as a tensor (a row of numbers, see `forms`) and as text.

    With perfect recall, the text has all observations of the seat.
    """

    def __init__(self, layout: Rows, kind: Any) -> None:
        self._layout, self._recalls = layout, kind.perfect_recall
        self.tensor = np.zeros(layout.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SeatsState, player: int) -> None:
        """Write the view that a player has of `state` into the tensor, or zeros before chance has drawn the setup."""
        self.tensor[:] = 0
        if not _before(state):
            self.tensor[:] = self._layout.rows(state.moment.desk.view(state.moment, player))[0]

    def string_from(self, state: SeatsState, player: int) -> str:
        """Return the view that a player has of `state`, in one line.

        If the observer has perfect recall, return all observations of the player so far, one per line. Return "" before
        the deal.
        """
        if _before(state):
            return ""
        desk = state.moment.desk
        return desk.story(state.moment, player) if self._recalls else desk.format_view(state.moment, player)


def _before(state: SeatsState) -> bool:
    """Return whether the game of a state has no setup yet, so that no seat has a view."""
    return not state.dealt


def _options(text: str) -> dict[str, str]:
    found = {}
    for one in filter(None, text.split(";")):
        name, sign, choice = one.partition("=")
        if not sign:
            raise Unreadable(f"options are written name=choice;name=choice, not {text!r}")
        found[name.strip()] = choice.strip()
    return found


def _parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game for OpenSpiel, each with its default."""
    return {
        "seats": game.facts.seats[0],
        "options": "",
        "deals": 0,
        "returns": "rank",
        "most": 1000.0,
        "form": "numbers",
    }


def _describe_type(game: Game) -> Any:
    kinds, modes, (low, high) = pyspiel.GameType, pyspiel.GameType.ChanceMode, game.facts.seats
    secrets = game.hidden or game.facts.sealed
    return kinds(
        short_name=_short_name(game),
        long_name=game.facts.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.facts.chance else modes.DETERMINISTIC,
        information=(kinds.Information.IMPERFECT_INFORMATION if secrets else kinds.Information.PERFECT_INFORMATION),
        utility=kinds.Utility.GENERAL_SUM if game.facts.together or low == 1 else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=high,
        min_num_players=low,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _describe_info(desk: Desk, by: By, params: Mapping[str, Any]) -> Any:
    most = float(params["most"]) if by == "score" else 1.0
    outcomes = {"none": 0, "seed": int(params["deals"]) or DIGIT, "explicit": getattr(desk.game.chance, "MOST", 0)}
    return pyspiel.GameInfo(
        num_distinct_actions=len(desk.game.vocabulary),
        max_chance_outcomes=outcomes[desk.chance],
        num_players=desk.seats,
        min_utility=-most,
        max_utility=most,
        utility_sum=None if desk.game.plays_together(desk.seats, desk.options) else 0.0,
        max_game_length=desk.game.facts.length_bound,
    )


_REGISTERED: dict[str, type[SeatsGame]] = {}
"""The games that are registered with OpenSpiel, by their names there."""


def _short_name(game: Game) -> str:
    return PREFIX + re.sub(r"\W", "_", game.name)


def register(game: Game) -> str:
    """Register a game with OpenSpiel. Return the name of the game in OpenSpiel."""
    name = _short_name(game)
    known = _REGISTERED.get(name)
    if known is None:
        # This is a class because OpenSpiel releases it after the interpreter has ended, and a function crashes there.
        known = _REGISTERED[name] = type(game.facts.title.replace(" ", ""), (SeatsGame,), {"game": game})
        pyspiel.register_game(_describe_type(game), known)
    known.game = game  # the game replaces another one of this name
    return name


def load(game: str | Game, **parameters: Any) -> Any:
    """Return a game of OpenSpiel, from the name or the object of a game. `SeatsGame` lists the parameters."""
    chosen = open_game(game) if isinstance(game, str) else game
    return pyspiel.load_game(register(chosen), parameters)


def _restored_game(game: Game, parameters: Mapping[str, Any]) -> SeatsGame:
    """Return the game of OpenSpiel for `game` and the parameters of `SeatsGame`. Unpickling calls this function."""
    found: SeatsGame = load(game, **parameters)
    return found


def _restored_state(game: SeatsGame, text: str) -> SeatsState:
    """Return the state of a game of OpenSpiel from its serialized form `text`. Unpickling calls this function."""
    state: SeatsState = game.deserialize_state(text)
    if state.root is not None:
        state.root = game.desk.worlds.setdefault(state.history()[0], state.root)
    return state


for _name in registry.names():
    register(registry.get(_name))
