"""List the named opponents of Mechanica: bots that plan their turns in a style of their own (`outlook.Own`).

For example, an opponent is bold or careful. Its settings differ from those of the standard bots.
"""

from enginehouse.core.judging.opponents import Opponent

OPPONENTS = (
    Opponent("rocket-ruth", "Rocket Ruth", "bold", "Builds for the days to come, and counts on blueprints that nobody has seen yet.", {"own": (5, 130, 40, 130, 120, 90)}),
    Opponent("careful-carl", "Careful Carl", "careful", "Counts only on what lies on the table, and keeps coins in the Wallet.", {"own": (2, 60, 40, 190, 10, 40)}),
    Opponent("nettle-ned", "Nettle Ned", "spiteful", "Looks at the turn of the next player first, and buys what that player needs.", {"ends": 6, "after": 4, "next": 1, "rivals": 130, "within": 1_000}),
    Opponent("goldie-grab", "Goldie Grab", "greedy", "Sells everything at once, and wants coins today.", {"own": (1, 40, 40, 130, 20, 30)}),
)  # fmt: skip
