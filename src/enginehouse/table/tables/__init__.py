"""Tables in play: registry, sessions, reactions, background work."""
