"""Connect four: the smallest whole game, written as a newcomer's first one."""
