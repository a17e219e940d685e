"""Read source files: their code and imports, a hash of them all (the stamp), and the folders of compiled rules."""
