"""Show to the people at a table the other people that are present, and the pieces that they point at. Store nothing."""
