"""List the named opponents of The Great Machine: bots, called Igors, each with a style of play (`judgement.TASTES`)."""

from enginehouse.core.judging.opponents import Opponent

OPPONENTS = (
    Opponent("igor-redhand", "Igor Redhand", "bold", "Collects event cards and extra turns, and takes the risk.", {"style": 1, "within": 20}),
    Opponent("igorina", "Igorina", "careful", "Keeps her rat alive and away from the motor.", {"style": 2, "within": 20}),
    Opponent("igor-grudge", "Igor Grudge", "spiteful", "Takes pellets from the fattest rat before he feeds his own.", {"style": 3, "within": 20}),
    Opponent("igor-crumb", "Igor Crumb", "greedy", "Wants every pellet now, and turns the pipes to his own cage.", {"style": 4, "within": 20}),
)  # fmt: skip
