"""Read the code and the imports of source files, compute a hash of them all (the stamp), and manage compiled rules.

Compiled rules are kept in folders whose names contain such a hash.
"""
