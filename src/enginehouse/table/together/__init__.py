"""Show to the people at a table which people are present, and at which pieces players point. This is not stored."""
