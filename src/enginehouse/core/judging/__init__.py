"""Judge positions: win chances, leads, and learned weights."""
