"""Switchyard, the table's own toy: a hidden hand, a sealed answer and an action from one place to another.

It is there to prove that the table knows no game; the rules fit on a page.
"""
