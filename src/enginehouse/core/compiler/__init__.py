"""Compiling rules: no author of rules needs to open this folder."""
