"""Games in words, for language models and other readers: the view of a seat, new events, and the legal actions.

    from enginehouse.envs.text import TextGame

    table = TextGame("mechanation", seats=2, seed=3)
    seat, text = table.get_observation()
    done, info = table.step("turn 1")

`get_observation` and `step` have the form of TextArena, which need not be installed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from enginehouse.core.errors import NotAllowed, Unreadable
from enginehouse.core.former import FormerMethod
from enginehouse.core.play.match import Match
from enginehouse.core.records.actions import quote_name
from enginehouse.core.registry.folders import open_game
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill_plain
from enginehouse.core.words.telling import describe_event


def in_words(match: Match, seat: int, story: Sequence[str] = (), names: Sequence[str] = ()) -> str:
    """Return a text for a seat: its view, the new events (`story`, sentences), and its legal actions with their names.

    The text has only information that the seat may know. Seats are named as in `Match.text`.
    """
    match.check_seat(seat)
    called = list(names) or [f"Seat {k}" for k in range(match.seats)]
    view, words = match.view(seat), match.game.words
    parts = [f"You are {called[seat]} in a game of {match.game.facts.title}.", match.text(seat, called)]
    if story:
        parts.append("\n".join(["Events:", *(f"- {sentence}" for sentence in story)]))
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
    """A game in words: it describes the new events to the seat that is asked, and reads the name of the seat's action.

    If several seats are asked at once, they are asked one after the other, the lowest first. Their answers stay hidden
    until all have answered. An illegal answer changes nothing: the seat is asked again, and `info["refused"]` has the
    reason.
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        seed: int | str | tuple[int, ...] = 0,
        names: Sequence[str] = (),
    ) -> None:
        """Create a game.

        `seats`, `options` and `seed` are as in `Match.new`; the default is the fewest seats. `names` are the names of
        the seats, by default `Seat 0` and so on. Raise `Unreadable` if a parameter is wrong.
        """
        chosen = open_game(game) if isinstance(game, str) else game
        self.match = Match.new(chosen, chosen.facts.seats[0] if seats is None else seats, options, seed)
        if names and len(names) != self.match.seats:
            raise Unreadable(f"{len(names)} names are given for {self.match.seats} seats")
        self._names = list(names) or [f"Seat {k}" for k in range(self.match.seats)]
        self._news: list[list[str]] = [[] for _ in range(self.match.seats)]

    def get_observation(self) -> tuple[int, str]:
        """Return the seat that is asked (-1 after the end), and a text for this seat.

        The text has the events since the last action of the seat (see `describe`).
        """
        actors = self.match.actors()
        if not actors:
            return -1, self.describe(0)
        return actors[0], self.describe(actors[0])

    def describe(self, seat: int) -> str:
        """Return a text for any seat of the game: its view, the events since its last action, and its legal actions.

        If the seat may not act now, the text has no legal actions.
        """
        self.match.check_seat(seat)
        return in_words(self.match, seat, self._news[seat], self._names)

    told = FormerMethod("told", "describe")

    def step(self, text: Any) -> tuple[bool, dict[str, Any]]:
        """Play the action with the name `text` for the seat that is asked.

        Return whether the game is over, and an info dict. If the text is not the name of a legal action, it is refused:
        the dict then has `refused`, a sentence with the reason and names of legal actions.
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
        """Return a list with the final reward of each seat: its return, as `Match.returns` computes it.

        The method has this name because programs for TextArena call it at the end. It does not change the game.
        """
        return self.match.returns()

    def _hear(self) -> None:
        """Add sentences about the latest action to each seat's list of news, as far as the seat noticed its events."""
        done, game = self.match.standing[-1], self.match.game
        for seat, news in enumerate(self._news):
            view = self.match.view(seat)
            said = [describe_event(game, view, event) for event in done.list_events(seat)]
            news += [fill_plain(sentence, self._names) for sentence in said if sentence]
