"""Mechanical Beast: a machine from the inside, whose rooms turn, slide and collapse behind the players."""
