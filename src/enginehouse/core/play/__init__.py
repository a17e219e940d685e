"""Play games: positions, matches, logs with their checks, and loops that play many games at once."""
