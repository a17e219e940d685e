"""Load games by name, make variants of them with other rules or other numbers, such as prices.

The package also finds misspelled names in the files of a game.
"""
