"""Kuhn poker: three cards, one bet; the smallest game of hidden cards, of which all is known (Kuhn, 1950)."""
