"""Provide the core of all games: records, rules, chance, hidden pieces, events, actions, matches.

No module in this package imports a game, a bot or the server (the package `enginehouse.table`).
"""

from enginehouse.core.former import install

install()  # modules are also found by the names that they had before version 0.2.0
