"""List the named partners of Mechanical Beast: bots, called engineers, with styles of play (`judgement.TASTES`)."""

from enginehouse.core.judging.opponents import Opponent

OPPONENTS = (
    Opponent("engineer-lantern", "Engineer Lantern", "bold", "Explores new rooms whenever there is a door.", {"style": 1, "within": 10}),
    Opponent("engineer-anchor", "Engineer Anchor", "careful", "Keeps the way to an exit open for everybody.", {"style": 2, "within": 10}),
    Opponent("engineer-lifeline", "Engineer Lifeline", "helpful", "Looks for people to rescue, and stands by them.", {"style": 3, "within": 10}),
    Opponent("engineer-swift", "Engineer Swift", "hasty", "Wants to throw the switch soon and be out first.", {"style": 4, "within": 10}),
)  # fmt: skip
