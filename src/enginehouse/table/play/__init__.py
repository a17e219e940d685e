"""Tables in play: sessions in memory, the commands of players, and background work by the scheduler."""
