"""What the table says of itself: sentences that stand in no template and belong to no game."""

from __future__ import annotations


def lesson_refusal(says: str) -> str:
    """Why something else is not done at a step of a lesson."""
    return f"In this lesson, first: {says}" if says else "The lesson goes on by itself here."


def lesson_number(number: int, many: int) -> str:
    """Where one is in a lesson."""
    return f"Step {number} of {many}"


LESSON_OVER = "That was the lesson. Play on as you like: the others choose for themselves now."
LEARNER = "You"
"""What somebody is called who learns a game and has said no name yet."""
LESSON_DONE = "Lesson done"
LESSON_LEAVE = "Play on freely"
HINTS = "hints may be asked for"
"""What all read at a table where that is so."""
GOAL = "Goal:"
