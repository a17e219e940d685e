"""Guests: chat, browsers, tokens, results, their own data, and the orders of the administrator."""
