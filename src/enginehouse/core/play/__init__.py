"""Play games: positions, matches, logs and their checks, many games at once."""
