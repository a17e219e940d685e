"""Mechanica: robot factories of belts and jigsaw tiles, a shop that turns, and a rival called ARMAND-0."""
