"""Compute the state of a table from its stored rows, and the next state after each change.

The state includes the open reaction window (a time in which several seats answer at once), clocks and deadlines.
"""
