"""What a game is: records, rules, chance, hidden pieces, events, actions, matches. Knows no game, no web and no bot."""

from enginehouse.core.former import install

install()  # modules are also found by the names that they had before version 0.2.0
