"""Leduc poker: six cards, two rounds of betting (Southey and others, 2005)."""
