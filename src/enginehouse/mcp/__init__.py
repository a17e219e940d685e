"""A server of the Model Context Protocol, by which a language model plays one seat of a game.

It reaches the game's server by the HTTP interface for programs (`docs/interface.md`).
"""
