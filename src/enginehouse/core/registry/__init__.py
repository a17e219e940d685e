"""Load games by name, and make variants of games with other rules or other numbers, such as prices.

The package also finds misspelled names in the files of a game.
"""
