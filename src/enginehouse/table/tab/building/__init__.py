"""Build the folder of static files with which the server runs inside a browser tab."""

HEAP = 1 << 22
"""The working memory in bytes for arrays that rules make in a WebAssembly module.

The proof that the Beast has won (`hopeless.py`) needs 3.4 MB for a map of 100 rooms.
"""
