"""Games in progress: positions, matches, logs and their checks, many games at once."""
