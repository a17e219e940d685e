"""Enginehouse: four tabletop games about machines, to play, to replay and to study."""

__version__ = "0.1.0"
