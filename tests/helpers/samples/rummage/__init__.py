"""Rummage: cards with copies and two backs, shown, given, looked at and looked through. A toy for `hidden.py`."""
