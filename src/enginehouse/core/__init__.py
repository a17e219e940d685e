"""The core of all games: records, rules, chance, hidden pieces, events, actions, matches.

It imports no game, web or bot.
"""

from enginehouse.core.former import install

install()  # modules are also found by the names that they had before version 0.2.0
