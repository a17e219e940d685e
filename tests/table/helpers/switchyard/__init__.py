"""Switchyard, the table's own toy: a hidden hand, a sealed answer, an action from one place to another, and (in the long
game) two actions with one piece.

It is there to prove that the table knows no game; the rules fit on a page.
"""
