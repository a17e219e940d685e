"""The state of a table: read it from stored rows, compute windows, clocks and deadlines, and the next state."""
