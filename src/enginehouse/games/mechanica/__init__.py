"""Mechanica is a game about robot factories of belts and jigsaw tiles, with a shop whose prices fall each turn.

In a solo game the rival is ARMAND-0, a machine that buys by simple rules.
"""
