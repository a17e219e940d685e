"""Write the log of a game from the events that one viewer noticed, in a block for each turn.

A block starts with the sign and name of the player whose turn it is. A line in the block that would start with that
name omits it. A mark stands before the viewer's own last action, so that its result is easy to find.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from enginehouse.core.pictures.drawing import Svg
from enginehouse.core.play.entries import Done
from enginehouse.core.play.match import Match
from enginehouse.core.records.events import Event
from enginehouse.core.registry.game import Game
from enginehouse.core.words.naming import fill
from enginehouse.core.words.telling import Said, describe_in_log, list_lines, note, remember, telling_of
from enginehouse.table.picture.elements import element, name_players, seat_name
from enginehouse.table.picture.model import LOG_LINES
from enginehouse.table.states.state import TableState
from enginehouse.table.store.rows import Departure

SHOWN_MOMENTS = 6
"""The maximum number of highlights after the end of a game."""
OF_A_KIND = 4
"""The maximum number of highlights about one kind of event."""
SINCE = "log-since"
"""The HTML id of the mark before the events since the viewer's last turn."""


class NoticedAction(NamedTuple):
    """An action and those of its events that a viewer noticed."""

    by: int
    """The acting seat, or -1 if several seats were asked at once, because the order of their answers is hidden."""
    events: list[Event]


def read_action(done: Done, seat: int) -> NoticedAction | None:
    """Return the action `done` with those of its events that a seat (-1: a spectator) noticed.

    Return None if the seat noticed no event.
    """
    events = done.list_events(seat)
    return NoticedAction(-1 if done.asked else done.seat, events) if events else None


def story(match: Match, seat: int) -> list[NoticedAction]:
    """Return a list of a match's actions, each with those of its events that a seat (-1: a spectator) noticed.

    Leave out the actions without such events.
    """
    return [one for done in match.standing if (one := read_action(done, seat)) is not None]


def moments(game: Game, view: Any, actions: Sequence[NoticedAction]) -> list[tuple[int, str]]:
    """Return the highlights of a game, in the order of the game, as pairs of a log line's number and a sentence.

    `actions` are the actions that a viewer noticed, and `view` is the viewer's view. If a sentence occurs several
    times, only the last one counts. There are at most `OF_A_KIND` highlights of each kind of event and `SHOWN_MOMENTS`
    in all. Rare kinds are preferred.
    """
    found: dict[int, dict[str, tuple[int, int]]] = {}
    noted: dict[Any, Any] = {}
    for number, one in enumerate(actions):
        for at, event in enumerate(one.events):
            note(game, view, noted, event)
            if telling_of(game, event.kind).moment and (text := describe_in_log(game, view, event, noted)):
                found.setdefault(event.kind, {})[text] = number, at
    kinds = [sorted((when, text) for text, when in one.items())[-OF_A_KIND:] for one in found.values()]
    return [(number, text) for (number, _), text in _of_each(kinds)]


def _of_each(kinds: Sequence[list[tuple[tuple[int, int], str]]]) -> list[tuple[tuple[int, int], str]]:
    """Return the highlights of a game to show, at most `SHOWN_MOMENTS`, in the order of the game.

    `kinds` has a list of possible highlights for each kind of event. A highlight is a pair: its place in the game (the
    numbers of the action and of the event), and its sentence. Choose the last highlight of each kind, then the second
    to last of each kind, and so on. Each time, begin with the kinds that have the fewest highlights. Stop when
    `SHOWN_MOMENTS` are chosen.
    """
    rare = sorted(kinds, key=len)
    turns = [kind[-1 - k] for k in range(OF_A_KIND) for kind in rare if k < len(kind)]
    return sorted(turns[:SHOWN_MOMENTS])


def line_id(number: int) -> str:
    """Return the HTML id of the log line of the action with this number."""
    return f"log-{number}"


class StoryLine(NamedTuple):
    """A line of the log of a game: one action in words, with its details."""

    number: int
    said: tuple[Said, ...]
    by: int = -1
    """The seat whose turn it is, or -1."""
    begins: bool = False
    """Whether the line is the first of its block."""


@lru_cache(maxsize=5000)
def log_line(line: StoryLine, names: tuple[str, ...]) -> str:
    """Return a line of the log as markup. A click on the line shows the board at that moment.

    The line's details are hidden at first. `names` has the players' names by seat.
    """
    who = element("b", name_players(names, f"{{{line.by}}}"), cls="log-who") if line.begins else None
    news = [_sentence(one, line.by, names) for one in line.said if not one.aside]
    aside = [_sentence(one, line.by, names) for one in line.said if one.aside]
    opened = element("button", Svg(" ".join(news)), type="button", cls="moment", tabindex="-1")
    return str(
        element(
            "li",
            who,
            " " if line.begins else None,
            opened,
            _fold(aside) if aside else None,
            id=line_id(line.number),
            cls="log-line begins" if line.begins else "log-line",
            data_moment=line.number,
        )
    )


def _sentence(one: Said, by: int, names: tuple[str, ...]) -> Svg:
    """Return a sentence of the log as markup, in which the names of the players are marked.

    `by` is the seat whose name stands above the line. A sentence that begins with this name shows the name only to
    screen readers. But a sentence that begins with several names ("{0} and {2} win") shows them all, because it would
    not be complete otherwise.
    """
    sign = element("svg", one.sign, cls="log-sign", viewBox="-12 -12 24 24", aria_hidden="true") if one.sign else None
    lead, text = f"{{{by}}} ", one.text
    if by < 0 or not text.startswith(lead) or text.startswith(f"{lead}and "):
        return element("span", sign, name_players(names, text), cls="log-said")
    who = element("span", name_players(names, lead), cls="lead")
    return element("span", sign, who + name_players(names, text[len(lead) :]), cls="log-said")


FOLDED = 1
"""The number of details of an action that are always shown.

One detail takes no more room than the button to unfold it.
"""


def _fold(aside: Sequence[Svg]) -> Svg:
    if len(aside) <= FOLDED:
        return element("div", Svg(" ".join(aside)), cls="log-aside")
    return element("details", element("summary", f"{len(aside)} more"), Svg(" ".join(aside)), cls="log-aside")


def _escape_name(name: str) -> str:
    return str(fill("{0}", [name]))


WENT = {
    "left": " has left. A bot plays on.",
    "away": " is away. A bot plays for them.",
    "time": " ran out of time. A bot plays on.",
    "back": " is back.",
    "drawn": " drew seat {}.",
}
"""The ends of sentences about players that have left, are away or have come back."""


@lru_cache(maxsize=1000)
def _left_line(number: int, one: Departure) -> str:
    """Return the line of the log about a player that has left or come back.

    `one` is the stored departure or return. `number` makes the line's HTML id unique.
    """
    who = seat_name(one.seat, _escape_name(one.name))
    return str(
        element("li", who, WENT[one.step].format(one.seat + 1), id=f"log-left-{number}", cls="log-line log-left")
    )


class EventLog:
    """The events that a viewer has noticed since the start of the game, and their lines in the log."""

    def __init__(self, actions: list[NoticedAction]) -> None:
        self.actions = actions
        self._left: dict[int, int] = {}
        """By number of a departure, how many actions the viewer had noticed when the player left."""
        self._noted: dict[Any, Any] = {}
        """The game's notes about all actions in the log, which it needs for the sentences of later actions."""
        self._sentences: list[tuple[Said, ...]] = []
        """The sentences of each action; empty if it has none. Finished sentences never change."""
        self._made = -1
        """The number of actions whose lines were made, or -1 if no line was made yet."""
        self._lines: dict[str, str] = {}
        self._shown: Mapping[str, str] = {}
        self._turn = -1
        """The seat to whose turn the last line belongs."""
        self._own = ""
        """The id of the last line about an action of the viewer."""
        self.since: Any = None
        """The facts that the game has stored about the viewer's own last action."""

    def latest(self, state: TableState, seat: int) -> Mapping[str, str]:
        """Return the log as a dict from the HTML ids of its lines to their markup, the oldest line first.

        The log has lines for the events that the viewer on `seat` (-1: a spectator) noticed. It goes back over the last
        `LOG_LINES` actions. Until a line changes, each call returns the same dict.
        """
        if self._made == len(self.actions):
            return self._shown
        game, view, names = state.match.game, state.view(seat), tuple(state.row.names)
        first, lines = max(0, len(self.actions) - LOG_LINES), dict(self._lines)
        for k in range(len(self._sentences), len(self.actions)):
            events, said = self.actions[k].events, tuple[Said, ...]()
            if k >= first:
                said = list_lines(game, view, events, self._noted)
            else:
                for event in events:
                    note(game, view, self._noted, event)
            self._sentences.append(said)
            if self.actions[k].by == seat >= 0:
                self.since = remember(game, self._noted)
        for k in range(max(0, self._made - LOG_LINES), first):
            lines.pop(line_id(k), None)
        left = self._departures(state, seat) if state.row.departures else {}
        for number, noticed in self._left.items():
            if noticed < first:
                lines.pop(f"log-left-{number}", None)
        for k in range(max(first, self._made), len(self.actions)):
            lines |= left.pop(k, {})
            if sentences := self._sentences[k]:
                by = self.actions[k].by
                begins = by >= 0 and by != self._turn
                self._turn = by if by >= 0 else self._turn
                lines[line_id(k)] = log_line(StoryLine(k, sentences, self._turn, begins), names)
                self._own = line_id(k) if by == seat >= 0 else self._own
        lines |= left.pop(len(self.actions), {})
        self._made, self._lines = len(self.actions), lines
        self._shown = mark_own_action(lines, self._own)
        return self._shown

    def _departures(self, state: TableState, seat: int) -> dict[int, dict[str, str]]:
        """Return the log lines about players that have left or come back, by their place in the log.

        The key of a place is the number of actions above it in the log of the viewer on `seat`. The value is a dict
        from the HTML ids of the lines at this place to their markup.
        """
        found = dict[int, dict[str, str]]()
        for number, one in enumerate(state.row.departures):
            if one.actions > len(state.match.standing):
                break  # the replay has not reached it yet
            if number not in self._left:
                standing = state.match.standing[: one.actions]
                self._left[number] = sum(1 for done in standing if done.list_events(seat))
            found.setdefault(self._left[number], {})[f"log-left-{number}"] = _left_line(number, one)
        return found

    def rename(self) -> None:
        """Delete all cached lines after a player's name has changed, because any line may contain it."""
        self._made, self._lines, self._turn = -1, {}, -1


def mark_own_action(lines: dict[str, str], own: str) -> dict[str, str]:
    """Return the lines of the log (by id) with a mark before the line about the viewer's own last action.

    `own` is the id of that line. If it is the last line of the log, there is no mark.
    """
    if own not in lines or own == next(reversed(lines)):
        return lines
    found = {}
    for name, line in lines.items():
        if name == own:
            found[SINCE] = str(element("li", "Since your last turn", id=SINCE, cls="log-since"))
        found[name] = line
    return found
