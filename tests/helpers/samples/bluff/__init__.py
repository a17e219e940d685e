"""Bluff: dice under cups. A toy that hides its pieces without `hidden.py`, and shows one to a single seat."""
