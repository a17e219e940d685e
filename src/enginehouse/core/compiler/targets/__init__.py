"""Compile rules ahead of time for several kinds of machines: this package has a module for each kind."""
