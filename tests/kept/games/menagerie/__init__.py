"""Menagerie: ask the others for animals; a second small game, in which cards hide."""
