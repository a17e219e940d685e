"""Define sentences that the server shows to players. Those of templates and of games are stored elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from enginehouse.core.teaching.puzzles import Puzzle, PuzzleAnswer
from enginehouse.core.words.naming import cut_before


def lasts(seconds: float) -> str:
    """Return a duration in words, such as "2 minutes". `seconds` is the duration in seconds."""
    for unit, name in ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        if seconds >= unit:
            many = seconds / unit
            said = f"{many:.0f}" if many == round(many) else f"{many:.1f}"
            return f"{said} {name}" + ("" if said == "1" else "s")
    return "no time"


def day(date: float) -> str:
    """Return a date in words, in UTC. `date` is seconds since 1970."""
    on = datetime.fromtimestamp(date, UTC)
    return f"{on.day} {on:%B %Y}"


YOUR_TURN = "Your turn"


def whose_turn(mine: bool, names: Sequence[str]) -> str:
    """Return the text of a table's button in the lobby, which names the players that have to act.

    `mine` says whether the viewer has to act. `names` has the names of the other players that have to act. If no player
    has to act, the text is empty.
    """
    if mine or not names:
        return YOUR_TURN if mine else ""
    return f"Waiting for {names[0]}" if len(names) == 1 else f"Waiting for {len(names)} players"


AGREED = "The players agreed to end this game. It has no result."
CLOSED = "This table was closed without a result."
OVER = "The game is over."
WINNER = "winner"
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""The places of players in words."""


def your_place(place: str, behind: int) -> str:
    """Return the sentence for a player that did not win. `place` is the player's place in words.

    `behind` is the number of points between the player and the winner. If it is 0 or less, as in a tie or if the winner
    has the lower score, the sentence does not mention it.
    """
    return f"You are {place}, {behind} behind." if behind > 0 else f"You are {place}."


def place(number: int, behind: int) -> str:
    """Return a place in the table of scores in words, such as "2nd, 3 behind". `number` is the place from 1.

    `behind` is the number of points between the player and the winner. If it is 0 or less, the text does not mention
    it.
    """
    said = f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"
    return f"{said}, {behind} behind" if behind > 0 else said


NO_RESULT = "Game ended"
"""The heading of a game that ended early."""


def may_stand_in(seconds: float) -> str:
    """Return a note for the list of players: after this number of seconds, a bot may replace an inactive player."""
    return f"Inactive players can be replaced by a bot after {lasts(seconds)}"


WATCHED = "Spectators allowed: anyone with the link can watch."
"""The note at a table that allows spectators."""


def lesson_refusal(action: str) -> str:
    """Return the sentence that refuses an action that does not fit the step of a lesson.

    `action` is the label of an action that the step accepts, or empty if the learner has to wait. If the label has a
    colon or semicolon after more than two words, only the words before this sign are shown.
    """
    head = cut_before(action, ":", ";")
    short = head if len(head.split()) > 2 else action
    return f"Do this first: {short.rstrip('.')}." if action else "Wait. The lesson continues by itself."


def lesson_number(number: int, many: int) -> str:
    """Return a text with the number of a lesson's step (from 1) and the number `many` of all steps."""
    return f"Step {number} of {many}"


def name_lesson(number: int) -> str:
    """Return the label of a game's lesson. `number` is its number from 0."""
    return "Learn more" if number else "Learn to play"


def _begin_small(text: str) -> str:
    """Return a text with a lower-case first letter."""
    return text[:1].lower() + text[1:]


def puzzle_refusal(puzzle: Puzzle, act: str) -> str:
    """Return the sentences that refuse an action in a puzzle, because another action is best.

    They name the fault of the action `act`, and its win chance if that is known. In them, `{0}` is a placeholder for
    the name of the player on seat 0.
    """
    why = puzzle.wrong.get(act) or f"Look for a move with this aim: {_begin_small(puzzle.theme)}."
    other = puzzle.other(act)
    chances = f" Win chance {other.share:.0f} %, against {puzzle.share:.0f} % for the best move." if other else ""
    return f"Not the best. {why}{chances}"


def puzzle_answer(answer: PuzzleAnswer) -> str:
    """Return the sentences of a puzzle's solution, for a player that asks for it."""
    return f"{answer.best}."


def puzzle_solved(puzzle: Puzzle, answer: PuzzleAnswer) -> str:
    """Return the sentences for a player that has solved a puzzle.

    They are about its theme, the reason for the best action, and win chances. The win chances are those of the best
    action, from `puzzle`, and of the next two actions, from `answer`.
    """
    theme = f": {_begin_small(puzzle.theme)}" if puzzle.theme else ""
    others = " and ".join(f"{share:.0f} % for “{says}”" for says, share in answer.others[:2])
    return f"Right{theme}. {puzzle.why} Win chance {puzzle.share:.0f} %, against {others}."


PUZZLE = "Puzzle"
PUZZLES = "Puzzles"
PUZZLE_ASKS = "Find the best move."
PUZZLE_SOLVED = "Solved"
PUZZLE_TELL = "Show the answer"
PUZZLE_NEXT = "Next puzzle"
LESSON_OVER = "Well done! Now play a real game, or play on here."
LEARNER = "Player"
"""The default name of a learner."""
LESSON_DONE = "Lesson done"
LESSON_LEAVE = "Skip the lesson"
LESSON_CLOSE = "Close"
LESSON_NEXT = "Next"
LESSON_PLAY = "Play a real game"
HINTS = "Hints on"
"""The note at a table that allows hints."""
NO_REACTION = "You have nothing to react with."
NO_REACTION_MORE = "The game continues when the time is up."
AUTO_LABEL = "Auto-pass (with any hand)"
AUTO_ANSWERS_ALL = "Passes every reaction for you. Only you see this, and you can turn it off."
AUTO_ANSWERS_ONE = "Passes this question in every round. Only you see this, and you can turn it off."
TOTAL = "Total"
"""The heading of the column of scores at the end, if there are columns for the sources of points."""
GOAL = "Goal:"
CLAUSE = "rule {}"
"""The label, for screen readers, of the sign of a clause."""
CLAUSE_SIGN = "§"
"""The sign after a sentence that comes from a clause of the rules."""

PACES = ("slow", "normal", "quick")
"""The speeds of bots and animations, in the form for a new table and at the table."""
BOTS = {
    "easy": "Easy bot: for a first game",
    "steady": "Steady bot: one step ahead",
    "hard": "Hard bot: looks further",
    "expert": "Expert bot: thinks longest",
    "greedy": "Greedy bot: rules of thumb",
    "random": "Random bot: anything goes",
}
"""The labels of bots in forms, from the easiest to the strongest, then others for comparison.

Bots of other packages have their titles.
"""


def how_it_ended(status: str, ending: Collection[int]) -> str:
    """Return a text that says how a game ended, for its page and for programs, or "" if it still runs.

    `status` is the status of the table, and `ending` has the seats that agreed to end the game.
    """
    if status == "ended":
        return AGREED if ending else CLOSED
    return OVER if status == "over" else ""
