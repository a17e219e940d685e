"""Source files: their code and imports, their stamp, and the folders of compiled rules."""
