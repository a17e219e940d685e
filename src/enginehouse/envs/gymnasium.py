"""Gymnasium: one seat of a game learns, and bots play all others. Needs the extra `envs`.

    import gymnasium
    from enginehouse.envs.gymnasium import ONE_SEAT

    env = gymnasium.make(ONE_SEAT, game="mechanation", seats=2, bots=["greedy"])
    env = gymnasium.make("enginehouse/Mechanation-2p-v2", bots=["greedy"])  # the same
    many = gymnasium.make_vec(ONE_SEAT, num_envs=64, game="mechanation", seats=2)

An observation is a dict with `observation`, a row of numbers (`envs.forms.NAMES` lists the encodings), and
`action_mask`. The reward is 0 until the game is over, then the seat's return (`Match.returns`). Each call returns new
arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from enginehouse.bots.bot import Bot
from enginehouse.core.errors import NotAllowed, Unreadable, advise_extra
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.game import Game
from enginehouse.envs.batch import Batch
from enginehouse.envs.facing import Facing
from enginehouse.envs.forms import Rows, find_form
from enginehouse.envs.naming import name_environment

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError(f"Gymnasium is not installed: {advise_extra('envs')}") from error

from enginehouse.envs.spaces import (
    IS_OVER,
    NOT_BEGUN,
    Illegal,
    Replaced,
    check_manner,
    list_modes,
    make_spaces,
    name_the_fix,
    read_code,
    render_position,
)

ONE_SEAT = "enginehouse/OneSeat-v0"
"""The id for any game. Its keywords are those of `OneSeat`, and of `OneSeatVector` for many games.

Each game has ids of its own, see `register_game`.
"""


@dataclass(frozen=True)
class Manner:
    """The settings of an environment in which one seat learns.

    - `seat`: the learning seat; `bots`: the bots of the other seats in order. A list with fewer bots than other seats
      is repeated
    - `form`: the encoding of observations, by name (see `envs.forms.NAMES`)
    - `illegal`: for an illegal action, `raise` raises an error, and `first` plays the first legal action instead
    - `max_cycles`: the number of the seat's actions after which a game is truncated; `None`: never
    """

    seat: int = 0
    bots: Sequence[str | Bot] = ("random",)
    form: str | Rows = "numbers"
    illegal: Illegal = "raise"
    max_cycles: int | None = None


class Places:
    """The running games behind the environments of this module.

    The object holds a batch of games with the bots. It also counts, for each game, the turns of the learning seat and
    the illegal actions that were replaced.
    """

    def __init__(self, batch: Batch, manner: Manner) -> None:
        self.facing, self._manner = Facing(batch, manner.seat, manner.bots), manner
        self.layout = find_form(batch.game, batch.seats, manner.form)
        self.codes: int = batch.mask.shape[1]
        self.spaces = make_spaces(self.layout, self.codes)
        self._turns = np.zeros(batch.n, np.int64)
        self.replaced = Replaced(manner.illegal, batch.n)

    def begin(self, where: Any = None, seed: Any = None) -> None:
        """Start games, and let the bots play until the learning seat is asked or the game is over.

        `where` (bools) selects the indices of the batch's arrays at which games start, by default all. `seed` (an
        integer, or an array with an integer for each index) determines the games. By default the games follow those
        that were played at the same indices before.
        """
        places = slice(None) if where is None else where
        self._turns[places] = 0
        self.replaced.begin(places)
        self.facing.begin(where, seed)

    def play(self, codes: Any, where: Any) -> tuple[Any, Any, Any]:
        """Play an action of the learning seat in each selected game, and the bots' actions that follow.

        `where` (bools) selects games, and `codes` has the code of an action for each game. Return three arrays with an
        element for each game: the reward, whether the game is over, and whether it is truncated.
        """
        _, mask = self.facing.look()
        if self._manner.illegal == "first":
            kept = np.clip(codes, 0, mask.shape[1] - 1)
            legal = mask[np.arange(len(codes)), kept] & (codes == kept)
            wrong = ~legal & ~self.facing.batch.done
            self.replaced.note(wrong[where], codes[where], where)
            codes = np.where(legal, codes, mask.argmax(1))
        try:
            self.facing.play(codes, where)
        except NotAllowed as error:
            raise name_the_fix(error) from None
        self._turns[where] += 1
        ended = where & self.facing.batch.done
        most = self._manner.max_cycles
        cut = where & ~ended & (most is not None and self._turns >= most)
        return np.where(ended, self.facing.batch.returns[:, self._manner.seat], 0.0), ended, cut

    def look(self) -> dict[str, Any]:
        """Return the observations and action masks of the learning seat in all games, as a dict of new arrays."""
        views, mask = self.facing.look()
        return {"observation": self.layout.rows(views), "action_mask": mask.astype(np.int8)}

    def render(self, k: int, mode: str | None) -> Any:
        """Return game `k` as the learning seat sees it, by the render mode `mode`.

        The result is a text or an array of pixels (see `spaces.render_position`).
        """
        return render_position(self.facing.batch.position(k), self._manner.seat, mode)


class OneSeat(gymnasium.Env[Any, Any]):
    """A game as a Gymnasium environment for one learning seat. Bots play the other seats."""

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        **manner: Any,
    ) -> None:
        """Create the environment for a game.

        `manner` has further settings by keyword, the fields of `Manner`: the learning `seat`, the `bots` of the other
        seats, the `form` of observations, the treatment of `illegal` actions, and `max_cycles`, the number of actions
        after which a game is cut off.

        `seats` is by default the smallest number of seats that the game allows.
        `options` maps names of options to choices. `render_mode` is `ansi` or `rgb_array`; by default there is no
        rendering.
        """
        chosen = Manner(**manner)
        batch = Batch(game, seats, 1, _any_seed(), options)
        check_manner(batch.game, chosen.illegal, render_mode)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "render_modes": list_modes(batch.game)}
        self._places = Places(batch, chosen)
        self.observation_space, self.action_space = self._places.spaces
        self._stops = NOT_BEGUN

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the next game, or the game that `seed` determines. The argument `options` has no effect.

        Return the first observation and the info dict (see `spaces.Replaced`).
        """
        super().reset(seed=seed)
        self._places.begin(seed=seed)
        self._stops = ""  # if the game is over before the seat is asked, the first action ends the episode
        return self._look(), self._places.replaced.info(0)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play an action of the seat, and let the bots play until the seat is asked again.

        Return observation, reward, terminated, truncated and the info dict (see `spaces.Replaced`). Raise `NotAllowed`
        if no game is running.
        """
        if self._stops:
            raise NotAllowed(0, self._stops)
        code = read_code(action, self._places.codes)
        reward, ended, cut = self._places.play(np.array([code]), np.ones(1, np.bool_))
        self._stops = IS_OVER if ended[0] or cut[0] else ""
        return self._look(), float(reward[0]), bool(ended[0]), bool(cut[0]), self._places.replaced.info(0)

    def _look(self) -> dict[str, Any]:
        return {name: rows[0] for name, rows in self._places.look().items()}

    def action_masks(self) -> Any:
        """Return an array with a bool for each action: whether it is legal now. Some libraries call this method."""
        return self._places.facing.look()[1][0].copy()

    def render(self) -> Any:
        """Return the position as the seat sees it, in words (`ansi`) or as an array of pixels (`rgb_array`)."""
        return self._places.render(0, self.render_mode)


class OneSeatVector(VectorEnv[Any, Any, Any]):
    """Many games for one learning seat in one batch, as a Gymnasium vector environment.

    It gives the same results as `SyncVectorEnv` with as many `OneSeat`, and is faster. `autoreset_mode` says when a
    finished game restarts: `NEXT_STEP` (the following step restarts it and plays nothing), `SAME_STEP` (at once, with
    the last observation in `final_obs`), `DISABLED` (`reset` with `options={"reset_mask": bools}` restarts it).
    """

    metadata = {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 1}  # noqa: RUF012  (as Gymnasium declares it)

    def __init__(
        self,
        num_envs: int,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        **more: Any,
    ) -> None:
        """Create an environment of `num_envs` games with these seats and options.

        `seats` is by default the smallest number of seats that the game allows. `more` has `render_mode`,
        `autoreset_mode`, `threads` (see `Batch`), and the keywords of `Manner`.
        """
        mode = AutoresetMode(more.pop("autoreset_mode", AutoresetMode.NEXT_STEP))
        self.render_mode, threads = more.pop("render_mode", None), more.pop("threads", 1)
        chosen = Manner(**more)
        batch = Batch(game, seats, num_envs, 0, options, threads)
        check_manner(batch.game, chosen.illegal, self.render_mode)
        self.num_envs, self.autoreset_mode = num_envs, mode
        self.metadata = {**self.metadata, "render_modes": list_modes(batch.game), "autoreset_mode": mode}
        self._places = Places(batch, chosen)
        self._places.begin(seed=np.array([_any_seed() for _ in range(num_envs)]))
        self.single_observation_space, self.single_action_space = self._places.spaces
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the next game at every index, or only where `options["reset_mask"]` is True.

        Return observations and infos. If `seed` is an integer, the game at index 0 uses it, the game at index 1 uses
        the next integer, and so on. If it is a list, it has a seed for each index, or `None` for the next game there.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        where = np.ones(self.num_envs, np.bool_) if options is None else options.get("reset_mask")
        if where is None:
            where = np.ones(self.num_envs, np.bool_)
        if not isinstance(where, np.ndarray) or where.shape != (self.num_envs,) or where.dtype != np.bool_:
            raise Unreadable(f"reset_mask is an array of {self.num_envs} bools, not {where!r}")
        seeds = [seed + k for k in range(self.num_envs)] if isinstance(seed, int) else seed or [None] * self.num_envs
        if len(seeds) != self.num_envs:
            raise Unreadable(f"{len(seeds)} seeds are given for {self.num_envs} places")
        seeded = where & np.array([one is not None for one in seeds])
        if seeded.any():
            self._places.begin(seeded, np.array([one or 0 for one in seeds], np.int64))
        if (where & ~seeded).any():
            self._places.begin(where & ~seeded)
        self._over[where] = False
        return self._places.look(), self._merge_infos({}, where)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Play an action in each game. Return observations, rewards, terminated, truncated and infos for all games.

        A finished game is restarted at once, at the next step or by `reset`, as `autoreset_mode` says. Raise
        `Unreadable` if a game waits for `reset`.
        """
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over.any():
            raise Unreadable(
                f"the games in the places {np.flatnonzero(self._over).tolist()} are over: reset them first"
            )
        again = self._over
        if again.any():
            self._places.begin(again)
        rewards, ended, cut = self._places.play(self._read_codes(actions), ~again)
        seen, over = self._places.look(), ended | cut
        infos: dict[str, Any] = {}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            for k in np.flatnonzero(over).tolist():
                last = {name: rows[k] for name, rows in seen.items()}
                infos = self._add_info(infos, {"final_obs": last, "final_info": self._places.replaced.info(k)}, k)
            self._places.begin(over)
            seen = self._places.look()
            self._over = np.zeros(self.num_envs, np.bool_)
        else:
            self._over = over
        return seen, rewards, ended, cut, self._merge_infos(infos, np.ones(self.num_envs, np.bool_))

    def _read_codes(self, actions: Any) -> Any:
        """Return the actions of all games as an array of codes.

        Raise `Unreadable` unless there is an integer for each game.
        """
        codes = np.asarray(actions)
        if codes.shape != (self.num_envs,) or codes.dtype.kind not in "iu":
            raise Unreadable(f"step takes {self.num_envs} whole numbers, not {codes.dtype} of the shape {codes.shape}")
        return codes.astype(np.int64)

    def _merge_infos(self, infos: dict[str, Any], where: Any) -> dict[str, Any]:
        """Add the `info` dict of each selected game to the dict `infos` of all games, and return the dict of all games.

        `where` is an array of bools, True for each selected game. `Replaced.info` makes the `info` dict of a game. In
        `infos` each key has an array with an element for each game, as Gymnasium requires.
        """
        for k in np.flatnonzero(where).tolist():
            infos = self._add_info(infos, self._places.replaced.info(k), k)
        return infos

    def action_masks(self) -> Any:
        """Return an array of bools with a row for each game: whether each action is legal now."""
        return self._places.facing.look()[1].copy()

    def render(self) -> Any:
        """Return the positions of all games, each in words (`ansi`) or as an array of pixels (`rgb_array`)."""
        return tuple(self._places.render(k, self.render_mode) for k in range(self.num_envs))


def _any_seed() -> int:
    """Return a seed that the operating system draws at random."""
    return int(np.random.SeedSequence().generate_state(1)[0])


def register_game(game: Game) -> list[str]:
    """Register an environment with Gymnasium for each number of seats of a game. Return their ids.

    An example of an id is `enginehouse/Mechanation-2p-v2`. The last number is the version of the rules, so an id always
    has the same rules.
    """
    least, most = game.facts.seats
    ids = []
    for seats in range(least, most + 1):
        ids.append(name_environment(game, seats))
        _register(ids[-1], {"game": game.name, "seats": seats})
    return ids


def _register(name: str, keywords: dict[str, Any]) -> None:
    if name not in gymnasium.registry:
        gymnasium.register(
            name,
            entry_point="enginehouse.envs.gymnasium:OneSeat",
            vector_entry_point="enginehouse.envs.gymnasium:OneSeatVector",
            kwargs=keywords,
        )


_register(ONE_SEAT, {})
for _name in registry.names():
    register_game(registry.get(_name))
