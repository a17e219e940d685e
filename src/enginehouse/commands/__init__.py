"""The commands of `enginehouse` on the command line. A module has one command or a few related ones."""
