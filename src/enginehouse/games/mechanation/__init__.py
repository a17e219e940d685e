"""Mechanation is a game in which pilots send hidden mechs into the Arena to win territories, and bluff."""
