"""The machines for which rules can be compiled ahead of time: a module for each kind."""
