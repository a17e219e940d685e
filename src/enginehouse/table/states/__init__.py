"""The state of a table: how it is read from stored rows, what follows from it, and its next state."""
