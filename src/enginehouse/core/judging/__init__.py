"""The value of a position: shares, leads, learned weights."""
