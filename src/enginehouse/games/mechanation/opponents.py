"""List the named opponents of Mechanation: bots, called pilots, each with a style of play (`judgement.TASTES`)."""

from enginehouse.core.judging.opponents import Opponent

OPPONENTS = (
    Opponent("pilot-blaze", "Pilot Blaze", "bold", "Sends mechs out wherever there is something to fight for.", {"style": 1, "within": 30}),
    Opponent("pilot-rampart", "Pilot Rampart", "careful", "Keeps strong mechs in hand, and hides them as long as possible.", {"style": 2, "within": 30}),
    Opponent("pilot-vendetta", "Pilot Vendetta", "spiteful", "Breaks the largest sets of the others, at almost any price.", {"style": 3, "within": 30}),
    Opponent("pilot-magpie", "Pilot Magpie", "greedy", "Takes every territory within reach, whether it fits or not.", {"style": 4, "within": 30}),
)  # fmt: skip
