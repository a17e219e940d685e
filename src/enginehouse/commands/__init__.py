"""The commands of `enginehouse` on the command line, with a module for each or several."""
