"""The state of a table: read it from stored rows, compute deadlines and the like, and compute the next state."""
