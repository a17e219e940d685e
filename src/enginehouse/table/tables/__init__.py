"""Run the tables in play: their registry, sessions, reactions and background work."""
