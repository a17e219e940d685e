"""The Great Machine is a game about rats in cages that race for food pellets, with a shocking motor and event cards."""
