"""The games of the house: one folder each, found by their `facts.py`."""
