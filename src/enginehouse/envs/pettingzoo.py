"""PettingZoo's two forms of a game: seats in turn (AEC) and all at once (parallel). Needs the extra `envs`.

    from enginehouse.envs.pettingzoo import env, parallel_env

    table = env("mechanation", seats=2)

Agents are called `seat_0` and so on; their names are those of the seats they have. An observation has `observation`, a row
of one of the `forms`, and `action_mask`. Rewards are 0 until the game is over, then its returns (`Match.returns`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from enginehouse.core.errors import NotAllowed
from enginehouse.core.game import Game
from enginehouse.envs.batch import Batch
from enginehouse.envs.forms import Rows, rows_of

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError("PettingZoo comes with an extra: pip install 'enginehouse[envs]'") from error

from enginehouse.envs.spaces import Illegal, check_manner, modes_of, rendered, spaces_of


class Seats:
    """What both forms share: one game, its spaces, and what seats see of it."""

    def __init__(self, game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None) -> None:
        self.batch = Batch(game, seats, 1, int(np.random.SeedSequence().generate_state(1)[0]), options)
        self.names = [f"seat_{k}" for k in range(self.batch.seats)]
        self.codes = self.batch.mask.shape[1]

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """What PettingZoo asks about the game."""
        facts = self.batch.game.facts
        name = f"{facts.name.replace('-', '_')}_v{facts.rules_version}"
        return {"name": name, "render_modes": modes_of(self.batch.game), "is_parallelizable": not parallel}

    def spaces(self, form: str | Rows, more: int) -> tuple[Rows, Any, Any]:
        """How rows are made, and the spaces of observations and actions; `more` codes there are beside those of the game."""
        layout = rows_of(self.batch.game, self.batch.seats, form)
        return layout, *spaces_of(layout, self.codes + more)

    def begin(self, seed: int | None) -> None:
        """The next game; with a seed always the same one."""
        self.batch.reset(seed=seed)

    def asked(self) -> list[int]:
        """The seats that may act."""
        mask = int(self.batch.actors[0])
        return [seat for seat in range(self.batch.seats) if mask >> seat & 1]

    def play(self, seat: int, code: int, illegal: Illegal) -> None:
        """Play an action of a seat; one that is not legal raises, or the first legal one is played instead."""
        _, mask, _ = self.batch.look([seat])
        if illegal == "first" and not (0 <= code < self.codes and mask[0, code]):
            code = int(mask[0].argmax())
        self.batch.step(np.array([code]))

    def rendered(self, mode: str | None) -> Any:
        """The position as a spectator may know it, see `spaces.rendered`."""
        return rendered(self.batch.position(0), -1, mode)


class SeatsInTurn(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game in PettingZoo's AEC form: where several seats may act the lowest is asked first, and its answer lies sealed."""

    def __init__(
        self,
        seats: Seats,
        form: str | Rows = "numbers",
        *,
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_manner(seats.batch.game, illegal, render_mode)
        self._seats, self._illegal, self._most = seats, illegal, max_cycles
        self._layout, seen, codes = seats.spaces(form, 0)
        self.render_mode = render_mode
        self.metadata = seats.metadata(parallel=False)
        self.possible_agents = list(seats.names)
        self._observations = dict.fromkeys(seats.names, seen)
        self._actions = dict.fromkeys(seats.names, codes)

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin the next game, or that of a seed; options are fixed when the environment is made."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Ask the lowest seat that may act; note an end."""
        batch = self._seats.batch
        if batch.done[0]:
            self.rewards = dict(zip(self.agents, map(float, batch.returns[0]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and batch.length[0] >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._seats.asked()[0]] if not batch.done[0] else self.agents[0]

    def observe(self, agent: str) -> Any:
        """What a seat sees, and what it may play."""
        views, mask, _ = self._seats.batch.look([self.possible_agents.index(agent)])
        return {"observation": self._layout.rows(views)[0], "action_mask": mask[0].astype(np.int8)}

    def step(self, action: Any) -> None:
        """Play the action of the seat that is asked; `NotAllowed` where it is not legal, unless `illegal="first"`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._seats.play(self.possible_agents.index(agent), int(action), self._illegal)
        self._ask()
        self._accumulate_rewards()  # all of them are 0 before the end

    def render(self) -> Any:
        """The position in words (`ansi`), or as an array of pixels (`rgb_array`)."""
        return self._seats.rendered(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class SeatsAtOnce(ParallelEnv):  # type: ignore[misc,unused-ignore]
    """A game in PettingZoo's parallel form: all seats that are asked at once answer at once.

    There is one more action than the game has, the last one: to wait. It is all that a seat may do which is not asked.
    """

    def __init__(
        self,
        seats: Seats,
        form: str | Rows = "numbers",
        *,
        illegal: Illegal = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        check_manner(seats.batch.game, illegal, render_mode)
        self._seats, self._illegal, self._most = seats, illegal, max_cycles
        self._layout, seen, codes = seats.spaces(form, 1)
        self.wait = seats.codes
        self.render_mode = render_mode
        self.metadata = seats.metadata(parallel=True)
        self.possible_agents = list(seats.names)
        self.agents: list[str] = []
        self._cycles = 0
        self._observations = dict.fromkeys(seats.names, seen)
        self._actions = dict.fromkeys(seats.names, codes)

    def observation_space(self, agent: str) -> Any:
        return self._observations[agent]

    def action_space(self, agent: str) -> Any:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin the next game, or that of a seed; options are fixed when the environment is made."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        return self._seen(), {agent: {} for agent in self.agents}

    def _seen(self) -> dict[str, Any]:
        """What every seat sees, and what it may play."""
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            views, mask, _ = self._seats.batch.look([seat])
            codes = np.zeros(self.wait + 1, np.int8)
            codes[: self.wait] = mask[0]
            codes[self.wait] = not mask[0].any()
            found[agent] = {"observation": self._layout.rows(views)[0], "action_mask": codes}
        return found

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play what the seats answer that are asked; what others say must be to wait.

        Once answers have been opened nothing more is played: whoever is asked then sees first what came out.
        """
        asked, batch = self._seats.asked(), self._seats.batch
        for seat, agent in enumerate(self.possible_agents):
            if self._illegal == "raise" and (int(actions[agent]) == self.wait) == (seat in asked):
                said = "waits, and is asked" if seat in asked else "is not asked, and can only wait"
                raise NotAllowed(0, f"{agent} {said}")
        opened = self._opened()
        for seat in asked:
            if seat in self._seats.asked() and self._opened() == opened:
                self._seats.play(seat, int(actions[self.possible_agents[seat]]), self._illegal)
        self._cycles += 1
        over = bool(batch.done[0])
        cut = not over and self._most is not None and self._cycles >= self._most
        agents = list(self.agents)
        rewards = dict(zip(agents, map(float, batch.returns[0]), strict=True))
        seen = self._seen()
        if over or cut:
            self.agents = []
        infos: dict[str, Any] = {agent: {} for agent in agents}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _opened(self) -> int:
        """How many windows have been opened so far."""
        return int(self._seats.batch.record(0).opened) if self._seats.batch.game.facts.sealed else 0

    def render(self) -> Any:
        """The position in words (`ansi`), or as an array of pixels (`rgb_array`)."""
        return self._seats.rendered(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


def env(
    game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, **more: Any
) -> SeatsInTurn:
    """A game in the AEC form; `more` is what `SeatsInTurn` takes."""
    return SeatsInTurn(Seats(game, seats, options), **more)


def parallel_env(
    game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, **more: Any
) -> SeatsAtOnce:
    """A game in the parallel form; `more` is what `SeatsAtOnce` takes."""
    return SeatsAtOnce(Seats(game, seats, options), **more)
