"""PettingZoo's two forms of a game: seats in turn (AEC) and all at once (parallel). Needs the extra `envs`.

    from enginehouse.envs.pettingzoo import env, parallel_env

    table = env("mechanation", seats=2)

    from enginehouse.envs.pettingzoo import mechanation  # each game by name, as in PettingZoo's own packages

    table = mechanation.env(seats=2)

Agents are called `seat_0` and so on. An observation is a dict with `observation`, a row of numbers in one of the
`forms`, and `action_mask`. Rewards are 0 until the game is over, then the return of each seat (`Match.returns`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from enginehouse.core.errors import NotAllowed, Unreadable, advise_extra
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.game import Game
from enginehouse.envs.batch import Batch
from enginehouse.envs.forms import Rows, find_form

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError(f"PettingZoo is not installed: {advise_extra('envs')}") from error

from enginehouse.envs.spaces import (
    FIX,
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

BEGUN = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")
"""The attributes that a game in turns has only after its first `reset`."""


class Seats:
    """The seats of the game in a PettingZoo environment. The game runs in a batch with a single game.

    Both kinds of environment (AEC and parallel) use this object to ask the seats and to play their actions. It also has
    the spaces of observations and actions, and the names of the agents. Each agent stands for a seat.
    """

    def __init__(self, game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None) -> None:
        self.batch = Batch(game, seats, 1, int(np.random.SeedSequence().generate_state(1)[0]), options)
        self.names = [f"seat_{k}" for k in range(self.batch.seats)]
        self.codes = self.batch.mask.shape[1]

    def metadata(self, parallel: bool) -> dict[str, Any]:
        """Return the metadata that PettingZoo requires of an environment.

        They are the name, the render modes, and whether all agents act at once (`parallel`).
        """
        facts = self.batch.game.facts
        name = f"{facts.name.replace('-', '_')}_v{facts.rules_version}"
        return {"name": name, "render_modes": list_modes(self.batch.game), "is_parallelizable": not parallel}

    def spaces(self, form: str | Rows, more: int) -> tuple[Rows, Any, Any]:
        """Return the encoding of observations, the space of observations and the space of actions.

        `form` is the encoding or its name (see `forms`). The space of actions has `more` codes beyond those of the
        game.
        """
        layout = find_form(self.batch.game, self.batch.seats, form)
        return layout, *make_spaces(layout, self.codes + more)

    def begin(self, seed: int | None) -> None:
        """Start the next game of the batch, or the game that `seed` determines."""
        self.batch.reset(seed=seed)

    def list_asked(self) -> list[int]:
        """Return the numbers of the seats that may act now, in ascending order."""
        mask = int(self.batch.actors[0])
        return [seat for seat in range(self.batch.seats) if mask >> seat & 1]

    def legal(self, seat: int, code: int) -> bool:
        """Return whether the action with this code is legal for a seat now."""
        _, mask, _ = self.batch.look([seat])
        return 0 <= code < self.codes and bool(mask[0, code])

    def play(self, seat: int, code: int) -> None:
        """Play the action `code` of a seat. Raise `NotAllowed` if the action is not legal."""
        self.batch.look([seat])
        try:
            self.batch.step(np.array([code]))
        except NotAllowed as error:
            raise name_the_fix(error) from None

    def first(self, seat: int) -> int:
        """Return the code of the first legal action of a seat, in the order of codes."""
        _, mask, _ = self.batch.look([seat])
        return int(mask[0].argmax())

    def number(self, agent: str) -> int:
        """Return the number of the seat with this agent name. Raise `Unreadable` if there is no such agent."""
        if agent not in self.names:
            raise Unreadable(f"there is no agent {agent!r}; the agents are {', '.join(self.names)}")
        return self.names.index(agent)

    def render(self, mode: str | None) -> Any:
        """Return the position as a spectator sees it, by the render mode `mode`.

        The result is a text or an array of pixels (see `spaces.render_position`).
        """
        return render_position(self.batch.position(0), -1, mode)


class SeatsInTurn(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game in PettingZoo's AEC form, in which one agent acts after the other.

    If several seats are asked at once, the lowest answers first. Its answer stays hidden until all of them have
    answered.
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
        super().__init__()
        check_manner(seats.batch.game, illegal, render_mode)
        self._seats, self._illegal, self._most = seats, illegal, max_cycles
        self._replaced = Replaced(illegal, len(seats.names))
        self._layout, seen, codes = seats.spaces(form, 0)
        self.render_mode = render_mode
        self.metadata = seats.metadata(parallel=False)
        self.possible_agents = list(seats.names)
        self._observations = dict.fromkeys(seats.names, seen)
        self._actions = dict.fromkeys(seats.names, codes)

    def observation_space(self, agent: str) -> Any:
        return self._observations[self.possible_agents[self._seats.number(agent)]]

    def action_space(self, agent: str) -> Any:
        return self._actions[self.possible_agents[self._seats.number(agent)]]

    def __getattr__(self, name: str) -> Any:
        if name in BEGUN:
            raise AttributeError(f"{name} cannot be read before a game. {NOT_BEGUN}")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _check_begun(self) -> None:
        """Raise `NotAllowed` if `reset` was not called yet."""
        if "agents" not in vars(self):
            raise NotAllowed(0, NOT_BEGUN)

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Start the next game, or the game that `seed` determines. The argument `options` has no effect."""
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._replaced.begin()
        self.infos: dict[str, Any] = {agent: self._replaced.info(seat) for seat, agent in enumerate(self.agents)}
        self._ask()

    def _ask(self) -> None:
        """Set `agent_selection`, the agent that has to act next: the agent of the lowest seat that may act.

        If the game is over, also set the rewards and the terminations of all agents. If it has reached the maximum
        length, set the truncations of all agents.
        """
        batch = self._seats.batch
        if batch.done[0]:
            self.rewards = dict(zip(self.agents, map(float, batch.returns[0]), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and batch.length[0] >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = (
            self.possible_agents[self._seats.list_asked()[0]] if not batch.done[0] else self.agents[0]
        )

    def observe(self, agent: str) -> Any:
        """Return the observation of an agent, with an action mask that is all 0 if its seat is not asked."""
        self._check_begun()
        views, mask, _ = self._seats.batch.look([self._seats.number(agent)])
        return {"observation": self._layout.rows(views)[0], "action_mask": mask[0].astype(np.int8)}

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        """Return an iterator over the agents in the order in which they have to act.

        The iterator ends with the game, or after `max_iter` agents.
        """
        self._check_begun()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> Any:
        """Return observation, reward, termination, truncation and info of the agent that is to act.

        If `observe` is false, the observation is omitted. Raise `NotAllowed` after the game has ended for all agents.
        """
        self._check_running()
        return super().last(observe)

    def _check_running(self) -> None:
        """Raise `NotAllowed` if `reset` was not called yet, or if no agent is left."""
        self._check_begun()
        if not self.agents:
            raise NotAllowed(0, IS_OVER)

    def step(self, action: Any) -> None:
        """Play `action`, the code of an action, for the agent that has to act (`agent_selection`).

        If the action is not legal, raise `NotAllowed`. But if the environment was created with `illegal="first"`, play
        the first legal action instead.
        """
        self._check_running()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat, code = self._seats.number(agent), read_code(action, self._seats.codes)
        wrong = self._illegal == "first" and not self._seats.legal(seat, code)
        self._seats.play(seat, self._seats.first(seat) if wrong else code)
        self._replaced.note(wrong, code, seat)
        self.infos[agent] = self._replaced.info(seat)
        self._ask()
        self._accumulate_rewards()  # all rewards are 0 before the end

    def render(self) -> Any:
        """Return the position in words (`ansi`), or as an array of pixels (`rgb_array`)."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""


class SeatsAtOnce(ParallelEnv):  # type: ignore[misc,unused-ignore]
    """A game in PettingZoo's parallel form: all agents act in every step.

    There is one additional action with the last code, which means to wait. It is the only legal action of a seat that
    is not asked.
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
        self._replaced, self._begun = Replaced(illegal, len(seats.names)), False
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
        return self._observations[self.possible_agents[self._seats.number(agent)]]

    def action_space(self, agent: str) -> Any:
        return self._actions[self.possible_agents[self._seats.number(agent)]]

    def reset(self, seed: int | None = None, options: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start the next game, or the game that `seed` determines. The argument `options` has no effect.

        Return the observations and the info dicts of all agents, by agent.
        """
        self._seats.begin(seed)
        self.agents = list(self.possible_agents)
        self._cycles, self._begun = 0, True
        self._replaced.begin()
        return self._look(), {agent: self._replaced.info(seat) for seat, agent in enumerate(self.agents)}

    def _look(self) -> dict[str, Any]:
        """Return a dict with the observation of every agent, which includes its action mask, by the agent's name."""
        found = {}
        for seat, agent in enumerate(self.possible_agents):
            views, mask, _ = self._seats.batch.look([seat])
            codes = np.zeros(self.wait + 1, np.int8)
            codes[: self.wait] = mask[0]
            codes[self.wait] = not mask[0].any()
            found[agent] = {"observation": self._layout.rows(views)[0], "action_mask": codes}
        return found

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        """Play the actions of the seats that are asked. For all other agents, `actions` must have the code for waiting.

        Return observations, rewards, terminations, truncations and infos, each as a dict by agent. If one action is
        wrong, no action is played.

        The actions are played in the order of the seats. One of them can be the last of several secret answers, so that
        all these answers are revealed. Then the step ends, and the actions of the remaining seats are not played. So
        these seats see the revealed answers before they act.
        """
        if not self.agents:
            raise NotAllowed(0, IS_OVER if self._begun else NOT_BEGUN)
        asked, batch, opened = self._seats.list_asked(), self._seats.batch, self._count_reactions()
        codes = self._answers(self._read_codes(actions), asked)
        for seat in asked:
            if seat in self._seats.list_asked() and self._count_reactions() == opened:
                self._seats.play(seat, codes[seat])
        self._cycles += 1
        over = bool(batch.done[0])
        cut = not over and self._most is not None and self._cycles >= self._most
        agents = list(self.agents)
        rewards = dict(zip(agents, map(float, batch.returns[0]), strict=True))
        seen = self._look()
        if over or cut:
            self.agents = []
        infos: dict[str, Any] = {agent: self._replaced.info(seat) for seat, agent in enumerate(agents)}
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _read_codes(self, actions: Mapping[str, Any]) -> list[int]:
        """Return the code of every seat's action. Raise `Unreadable` if an agent is missing or unknown."""
        for agent in actions:
            self._seats.number(agent)
        missing = [agent for agent in self.possible_agents if agent not in actions]
        if missing:
            raise Unreadable(
                f"step takes an action of each agent, and {' and '.join(missing)} has none; to wait is {self.wait}"
            )
        return [read_code(actions[agent], self.wait + 1) for agent in self.possible_agents]

    def _answers(self, codes: list[int], asked: list[int]) -> list[int]:
        """Check that the codes of the seats `asked` are legal, and return the codes to play.

        `codes` has the code of every seat's action. If the environment has `illegal="first"`, an illegal code is
        replaced by the seat's first legal code. Otherwise raise `NotAllowed`.
        """
        found = []
        for seat, (agent, code) in enumerate(zip(self.possible_agents, codes, strict=True)):
            wrong = not self._seats.legal(seat, code) if seat in asked else code != self.wait
            if wrong and self._illegal == "raise":
                if seat in asked and code != self.wait:
                    self._seats.play(seat, code)  # raises `NotAllowed` with the clause
                said = "waits, and is asked" if seat in asked else f"is not asked, and can only wait ({self.wait})"
                raise NotAllowed(0, f"{agent} {said}. {FIX}")
            self._replaced.note(wrong, code, seat)
            found.append(self._seats.first(seat) if wrong and seat in asked else code)
        return found

    def _count_reactions(self) -> int:
        """Return how often, in this game so far, the secret answers of several seats were opened."""
        return int(self._seats.batch.record(0).opened) if self._seats.batch.game.facts.sealed else 0

    def render(self) -> Any:
        """Return the position in words (`ansi`), or as an array of pixels (`rgb_array`)."""
        return self._seats.render(self.render_mode)

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""


def env(
    game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, **more: Any
) -> SeatsInTurn:
    """Return an environment of a game in the AEC form.

    `seats` is by default the smallest number of seats that the game allows. `options` maps names of options to choices.
    `more` has the keywords of `SeatsInTurn`.
    """
    return SeatsInTurn(Seats(game, seats, options), **more)


def parallel_env(
    game: str | Game, seats: int | None = None, options: Mapping[str, str] | None = None, **more: Any
) -> SeatsAtOnce:
    """Return an environment of a game in the parallel form.

    `seats` is by default the smallest number of seats that the game allows. `options` maps names of options to choices.
    `more` has the keywords of `SeatsAtOnce`.
    """
    return SeatsAtOnce(Seats(game, seats, options), **more)


@dataclass(frozen=True)
class NamedGame:
    """A game by name, with the functions that PettingZoo's own packages have: `mechanation.env(seats=2)`."""

    name: str

    def env(self, **keywords: Any) -> SeatsInTurn:
        """Return an environment of the game in the AEC form. The keywords are those of `env` in this module."""
        return env(self.name, **keywords)

    def raw_env(self, **keywords: Any) -> SeatsInTurn:
        """Return an environment of the game in the AEC form, as `env` does.

        PettingZoo expects both names. Neither adds wrappers.
        """
        return self.env(**keywords)

    def parallel_env(self, **keywords: Any) -> SeatsAtOnce:
        """Return an environment of the game in the parallel form.

        The keywords are those of `parallel_env` in this module.
        """
        return parallel_env(self.name, **keywords)


def __getattr__(name: str) -> NamedGame:
    """Return a game by its name with underscores, for `from enginehouse.envs.pettingzoo import mechanation`."""
    wanted = name.replace("_", "-")
    if name.startswith("_") or wanted not in registry.names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return NamedGame(wanted)
