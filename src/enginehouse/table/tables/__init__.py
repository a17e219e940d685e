"""Tables in play: registry, sessions, windows, what goes by itself."""
