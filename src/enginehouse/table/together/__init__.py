"""Show to the people at a table which people are present, and the pieces that players point at. They are not stored."""
