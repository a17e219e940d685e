"""Compile rules to machine code. Authors of rules need not open this folder."""
