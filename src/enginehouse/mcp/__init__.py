"""A server of the Model Context Protocol, by which a language model plays one seat of a table.

It reaches the table by the HTTP interface for programs (`docs/interface.md`).
"""
