"""Show the people at one table the others that are present, and the pieces that they point at. Nothing is stored."""
