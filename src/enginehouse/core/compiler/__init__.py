"""The compiler of rules. Authors of rules need not open this folder."""
