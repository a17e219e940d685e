"""List the named opponents of Mechanica: bots that plan their turns in a style of their own (`OwnSettings`).

For example, an opponent is bold or careful. Its settings differ from those of the standard bots.
"""

from enginehouse.core.judging.opponents import Opponent
from enginehouse.games.mechanica.own_settings import OwnSettings

OPPONENTS = (
    Opponent("rocket-ruth", "Rocket Ruth", "bold", "Builds for the days to come, and counts on blueprints that nobody has seen yet.", {"own": OwnSettings(ahead=5, rest=130, deny=40, coin=130, later=120, stay=90)}),
    Opponent("careful-carl", "Careful Carl", "careful", "Counts only on what lies on the table, and keeps coins in the Wallet.", {"own": OwnSettings(ahead=2, rest=60, deny=40, coin=190, later=10, stay=40)}),
    Opponent("nettle-ned", "Nettle Ned", "spiteful", "Looks at the turn of the next player first, and buys what that player needs.", {"ends": 6, "after": 4, "next": 1, "rivals": 130, "within": 1_000}),
    Opponent("goldie-grab", "Goldie Grab", "greedy", "Sells everything at once, and wants coins today.", {"own": OwnSettings(ahead=1, rest=40, deny=40, coin=130, later=20, stay=30)}),
)  # fmt: skip
