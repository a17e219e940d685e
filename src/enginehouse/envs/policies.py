"""Bots that play by a policy: a Python function from an observation to an action, or a small network from a file."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from enginehouse.bots.bot import Choice
from enginehouse.core.errors import Unreadable
from enginehouse.core.records.fields import Record
from enginehouse.core.registry import game as games
from enginehouse.core.registry.game import Game, game_of
from enginehouse.core.words.naming import join_words
from enginehouse.envs.features import Afterstates
from enginehouse.envs.forms import Rows, find_form

Policy = Callable[[dict[str, Any]], Any]
"""A function that gets `observation`, a row, and `action_mask`, as in Gymnasium and PettingZoo. It returns an
action."""


class PolicyBot:
    """A bot that calls a policy for each action.

    A policy is a function from an observation to an action. The bot needs the number of seats, because some encodings
    of observations depend on it.
    """

    def __init__(self, policy: Policy, seats: int, form: str = "rotated numbers", name: str = "policy") -> None:
        self.name, self.title = name, name.capitalize()
        self.levels: Mapping[str, float] = {"policy": 1.0}
        self._policy, self._seats, self._form = policy, seats, form
        self._rows: dict[str, Rows] = {}

    def prepare(self, game: Game) -> None:
        """Create the encoding of observations for a game. Raise `Unreadable` if the game does not support it."""
        self._rows[game.name] = find_form(game, self._seats, self._form)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Encode the view as an observation, and return the action that the policy chooses for it.

        The function does not check whether the action is legal. The budget and the seed are not used.
        """
        game = game_of(view)
        if game.name not in self._rows:
            self.prepare(game)
        mask = np.zeros(len(game.vocabulary), np.int8)
        mask[list(legal)] = 1
        action = self._policy({"observation": self._rows[game.name].row(view), "action_mask": mask})
        return Choice(int(np.asarray(action).item()))


def load_policy(path: str) -> Policy:
    """Return the function that `path` names, a text such as `module:function`.

    Raise `Unreadable` if it cannot be imported.
    """
    module_name, _, name = path.partition(":")
    if not re.fullmatch(r"\w+(\.\w+)*:\w+", path):
        raise Unreadable(f"a policy is written module:function, not {path!r}")
    try:
        policy = getattr(importlib.import_module(module_name), name, None)
    except Exception as error:
        raise Unreadable(f"the policy {path} cannot be used: {type(error).__name__}: {error}") from error
    if not callable(policy):
        raise Unreadable(f"the policy {path} cannot be used: the module {module_name} has no function {name!r}")
    return policy  # type: ignore[no-any-return]


# -- small networks ----------------------------------------------------------------------------------------------------


PLAIN_LAYERS, LAYERS = 8, 13
"""The number of arrays of weights without and with afterstates."""


class Network:
    """A network with two hidden layers over observations, as `docs/examples/train.py` trains it.

    - `forms`: the names of the encodings of observations that make up the input. Their rows stand one after the other,
      followed by the number of the seat
    - `middle`, `spread`: by column, the mean and the standard deviation, with which a row is normalised
    - `weights`: the matrices and offsets of four layers: two hidden ones, the preferences for actions, and the value
    - `afterstates`: the features of the positions after each legal action, if the network uses them. Three more layers
      rate each action by these features. `after` has the mean and the spread of their columns
    - `compares`: whether the network also sees, for each of these features, its difference to the mean over all legal
      actions
    """

    afterstates: Afterstates | None = None
    after: Any = None
    compares = False

    def __init__(
        self, game: Game, seats: int, forms: Sequence[str], middle: Any = None, spread: Any = None, weights: Any = ()
    ) -> None:
        self.game, self.seats, self.forms = game, seats, list(forms)
        self.rows = [find_form(game, seats, form) for form in forms]
        self.middle, self.spread, self.weights = middle, spread, list(weights)

    def observe(self, views: npt.NDArray[np.void], seats: Any) -> Any:
        """Return normalised observations (float32), a row for each of `views` (a structured array).

        `seats` has the viewer's seat for each view. Each column is normalised by a mean and a standard deviation. The
        first call computes them from its views, unless they were given.
        """
        columns = [rows.rows(views) for rows in self.rows]
        found = np.hstack([*columns, seats[:, None]]).astype(np.float32)
        found = np.sign(found) * np.log1p(np.abs(found))
        if self.middle is None:
            self.middle, self.spread = found.mean(0), found.std(0) + 0.1
        return np.clip((found - self.middle) / self.spread, -3, 3)

    def observe_actions(self, views: npt.NDArray[np.void], seats: Any, mask: Any) -> Any:
        """Return normalised features (float32) of the positions after each legal action.

        The array has a row for each True element of `mask` (the legal actions of each view), in the same order. It is
        empty if the network has no afterstates. If the network compares actions, the second half of the columns has the
        differences to the mean over the legal actions of the view. The first call computes the mean and the spread by
        which rows are normalised, unless they were given.
        """
        if self.afterstates is None:
            return np.zeros((0, 0), np.float32)
        found = self.afterstates.rows(views, seats, mask)
        if self.compares:
            found = np.hstack([found, found - compute_means(found, mask.sum(1))])
        found = np.sign(found) * np.log1p(np.abs(found))
        if self.after is None:
            self.after = np.stack([found.mean(0), found.std(0) + np.float32(0.1)])
        return np.clip((found - self.after[0]) / self.after[1], -5, 5)

    def save(self, path: Path) -> None:
        """Write the network into the file `path`, a checkpoint, from which `load` reads it.

        The file has the weights in half precision (float16).
        """
        parts: dict[str, Any] = {f"weights_{k}": np.float16(weight) for k, weight in enumerate(self.weights)}
        parts |= {"game": self.game.name, "seats": self.seats, "forms": self.forms}
        if self.afterstates is not None:
            parts |= {"guesses": self.afterstates.guesses, "after": self.after, "compares": self.compares}
        with path.open("wb") as file:
            np.savez_compressed(file, middle=self.middle, spread=self.spread, **parts)

    @classmethod
    def load(cls, path: Path, find_game: Callable[[str], Game]) -> Network:
        """Return the network in the file `path`, a checkpoint.

        `find_game` returns the game of a name. Raise `Unreadable` if the file is not a checkpoint.
        """
        try:
            with np.load(path, allow_pickle=False) as parts:
                many = LAYERS if "guesses" in parts else PLAIN_LAYERS
                weights = [parts[f"weights_{k}"].astype(np.float32) for k in range(many)]
                game, seats = find_game(str(parts["game"])), int(parts["seats"])
                forms = [str(form) for form in parts["forms"]]
                network = cls(game, seats, forms, parts["middle"], parts["spread"], weights)
                if "guesses" in parts:
                    network.afterstates = Afterstates(game, seats, int(parts["guesses"]))
                    network.after = parts["after"]
                    network.compares = "compares" in parts and bool(parts["compares"])
                return network
        except (OSError, ValueError, KeyError) as error:
            raise Unreadable(f"{path} is not a checkpoint of a network: {error}") from None


def compute_means(rows: Any, widths: Any) -> Any:
    """Return an array like `rows` in which each row is the mean of the rows of its group.

    The groups stand one after the other, and group `k` has `widths[k]` rows.
    """
    filled = widths[widths > 0]  # An empty group has no row, and `reduceat` has no sum for it.
    sums = np.add.reduceat(rows, np.cumsum(filled) - filled, axis=0) if len(filled) else rows
    return np.repeat(sums / filled[:, None], filled, axis=0)


def place_ratings(ratings: Any, mask: Any) -> Any:
    """Return an array of the shape of `mask`, with the ratings at its True elements, in order, and 0 elsewhere."""
    found = np.zeros(mask.shape, ratings.dtype)
    found[mask] = ratings
    return found


def run_network(
    weights: Sequence[Any],
    rows: Any,
    mask: Any,
    xp: Any = np,
    after: Any = None,
    place: Callable[[Any, Any], Any] = place_ratings,
) -> tuple[Any, Any]:
    """Return the logarithms of the probabilities of all actions, and the expected return, for each observation.

    `weights` has the matrices and offsets of the layers of a `Network`. `rows` has an observation in each row. `mask`
    has True for each legal action of each row; illegal actions have practically no probability. `xp` is a module like
    NumPy, such as `autograd.numpy`; the default is NumPy. `after` has a row for each legal action, as
    `Network.observe_actions` returns them. It is not used by a network without afterstates. `place(ratings, mask)`
    returns an array of the shape of `mask`, with the ratings at its True elements, in order, and 0 elsewhere. A program
    that needs gradients passes a function that does the same and has a derivative.
    """
    a, b, c, d, e, f, g, h = weights[:PLAIN_LAYERS]
    hidden = xp.tanh(xp.dot(xp.tanh(xp.dot(rows, a) + b), c) + d)
    scores = xp.dot(hidden, e) + f
    if len(weights) > PLAIN_LAYERS:
        i, j, k, m, n = weights[PLAIN_LAYERS:]
        rated = xp.dot(xp.tanh(xp.dot(xp.tanh(xp.dot(after, i) + j), k) + m), n)
        scores = scores + place(xp.reshape(rated, -1), mask)
    scores = xp.where(mask, scores, -1e9)
    scores = scores - xp.max(scores, axis=1, keepdims=True)
    return scores - xp.log(xp.sum(xp.exp(scores), axis=1, keepdims=True)), xp.reshape(xp.dot(hidden, g) + h, -1)


class NetworkBot:
    """A bot that plays the legal action to which a network assigns the largest probability."""

    def __init__(self, network: Network, name: str = "network") -> None:
        self.name, self.title, self.network = name, name.capitalize(), network
        self.levels: Mapping[str, float] = {"network": 1.0}

    def prepare(self, game: Game) -> None:
        """Check that the network was trained for this game. Raise `Unreadable` if it was not."""
        if game.name != self.network.game.name:
            raise Unreadable(f"this network plays {self.network.game.facts.title}, not {game.facts.title}")

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Return the legal action with the largest probability. The budget and the seed are not used."""
        self.prepare(game_of(view))
        array = self.network.game.shape.array()
        self.network.game.shape.store(array, 0, view)
        mask = np.zeros((1, len(self.network.game.vocabulary)), np.bool_)
        mask[0, list(legal)] = True
        seats = np.array([seat])
        rows, after = self.network.observe(array, seats), self.network.observe_actions(array, seats, mask)
        scores, _ = run_network(self.network.weights, rows, mask, after=after)
        return Choice(int(scores[0].argmax()))


# -- the trained networks of this package ------------------------------------------------------------------------------

NETWORKS = Path(__file__).with_name("networks")
"""The folder with trained networks, a file for each game and number of seats. `docs/train.md` has the commands."""
MOST_BYTES = 1_000_000
"""The maximum size of the networks of a game."""


def list_trained_seats(game: Game) -> list[int]:
    """Return a list of the numbers of players (such as 2 and 4) for which this package has a network of a game."""
    files = (file.stem.removeprefix(f"{game.name}-") for file in NETWORKS.glob(f"{game.name}-*p.npz"))
    return sorted(int(name[:-1]) for name in files if name[:-1].isdigit())


class Baseline:
    """A bot that plays the legal action to which a trained network of this package assigns the largest probability."""

    name, title = "baseline", "Baseline network"
    levels: Mapping[str, float] = {"network": 1.0}

    def __init__(self) -> None:
        self._bots: dict[tuple[str, int], NetworkBot] = {}

    def prepare(self, game: Game) -> None:
        """Read the networks of a game. Raise `Unreadable` if the game has no network."""
        seats = list_trained_seats(game)
        if not seats:
            raise Unreadable(f"the bot baseline has no network for {game.facts.title}")
        for number in seats:
            if (game.name, number) not in self._bots:
                network = Network.load(NETWORKS / f"{game.name}-{number}p.npz", games.get)
                self._bots[game.name, number] = NetworkBot(network, self.name)

    def choose(self, view: Record, seat: int, legal: Sequence[int], budget: float, seed: int) -> Choice:
        """Return the legal action with the largest probability. The budget and the seed are not used.

        Raise `Unreadable` if no network was trained for this number of seats.
        """
        game, seats = game_of(view), int(view.seats)
        if (game.name, seats) not in self._bots:
            self.prepare(game)
        if (game.name, seats) not in self._bots:
            numbers = join_words([str(number) for number in list_trained_seats(game)])
            raise Unreadable(f"the bot baseline plays {game.facts.title} with {numbers} seats, not with {seats}")
        return self._bots[game.name, seats].choose(view, seat, legal, budget, seed)
