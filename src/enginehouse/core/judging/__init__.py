"""What a position is worth: shares, leads, learned weights."""
