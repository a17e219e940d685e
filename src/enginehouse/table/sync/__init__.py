"""Changes by other processes: read them, and keep the tables in memory equal to the stored ones."""
