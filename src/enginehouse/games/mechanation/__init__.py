"""Mechanation: pilots send hidden mechs into the Arena for territories, and bluff."""
