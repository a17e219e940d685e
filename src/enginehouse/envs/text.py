"""Games in words, for language models and whoever reads: what a seat sees, what it was told, what it may do.

    from enginehouse.envs.text import TextGame

    table = TextGame("mechanation", seats=2, seed=3)
    seat, text = table.get_observation()
    done, info = table.step("turn 1")

The two functions are called as in TextArena, and nothing of it is needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.play.match import Match
from enginehouse.core.records.actions import quote_name
from enginehouse.core.registry import game as registry
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill_plain


def in_words(match: Match, seat: int, story: Sequence[str] = (), names: Sequence[str] = ()) -> str:
    """What a seat sees, what happened (`story`, sentences), and what it may do, each action with its name first.

    All of it is made of the seat's view. Seats are called as `Match.text` calls them.
    """
    match.check_seat(seat)
    called = list(names) or [f"Seat {k}" for k in range(match.seats)]
    view, words = match.view(seat), match.game.words
    parts = [f"You are {called[seat]} in a game of {match.game.facts.title}.", match.text(seat, called)]
    if story:
        parts.append("\n".join(["What happened:", *(f"- {sentence}" for sentence in story)]))
    if match.over:
        scores, ranks = match.scores()
        parts.append(
            "\n".join(
                [
                    "The game is over.",
                    *(f"- {called[k]}: score {scores[k]}, rank {ranks[k]}" for k in range(match.seats)),
                ]
            )
        )
    elif seat in match.actors():
        codes = match.legal(seat)
        said = [fill_plain(words.action(view, code), called) for code in codes]
        lines = [f"- {match.game.vocabulary.name(code)}: {what}" for code, what in zip(codes, said, strict=True)]
        prompt = fill_plain(words.prompt(view, seat), called)
        parts.append(
            "\n".join([prompt, "Answer with the name of one of these actions, the words before the colon:", *lines])
        )
    return "\n\n".join(parts)


class TextGame:
    """A game of which each seat in turn is told, and that takes names of actions.

    Seats that are asked at once are asked one after the other, the lowest first; what they answer lies sealed until all
    have. What is no legal action changes nothing: the seat is asked again, and `info["refused"]` says why.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | str | tuple[int, ...] = 0,
        names: Sequence[str] = (),
    ) -> None:
        """`Unreadable` says what is wrong."""
        chosen = registry.get(game) if isinstance(game, str) else game
        self.match = Match.new(chosen, chosen.facts.seats[0] if seats is None else seats, options, seed)
        if names and len(names) != self.match.seats:
            raise Unreadable(f"{len(names)} names are given for {self.match.seats} seats")
        self._names = list(names) or [f"Seat {k}" for k in range(self.match.seats)]
        self._news: list[list[str]] = [[] for _ in range(self.match.seats)]

    def get_observation(self) -> tuple[int, str]:
        """The seat that is asked (-1 when the game is over) and what it is told; news since it last acted are in it."""
        actors = self.match.actors()
        if not actors:
            return -1, self.told(0)
        return actors[0], self.told(actors[0])

    def told(self, seat: int) -> str:
        """What a seat can be told now, whether it is asked or not."""
        self.match.check_seat(seat)
        return in_words(self.match, seat, self._news[seat], self._names)

    def step(self, text: Any) -> tuple[bool, dict[str, Any]]:
        """Play the answer of the seat that is asked. Return whether the game is over, and `refused` with a sentence if it was refused.

        An answer is the name of an action. Anything else is refused, with names that are legal now.
        """
        actors = self.match.actors()
        if not actors:
            return True, {}
        seat, name = actors[0], text.strip() if isinstance(text, str) else text
        try:
            self.match.act(seat, name)
        except NotAllowed as error:
            return False, {"refused": str(error)}
        except Unreadable:
            hint = self.match.game.vocabulary.suggest(name, self.match.legal(seat))
            return False, {"refused": f"{quote_name(name)} is no action{hint}"}
        self._news[seat] = []
        self._hear()
        return self.match.over, {}

    def close(self) -> list[float]:
        """What it came to for each seat (see `Match.returns`)."""
        return self.match.returns()

    def _hear(self) -> None:
        """Tell every seat what the latest action brought it, as far as it noticed that."""
        done, words = self.match.standing[-1], self.match.game.words
        for seat, news in enumerate(self._news):
            view = self.match.view(seat)
            said = [words.event(view, event) for event in done.told(seat)]
            news += [fill_plain(sentence, self._names) for sentence in said if sentence]
