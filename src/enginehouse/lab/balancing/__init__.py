"""Search for changes of a game's numbers, so that seats, or the owners of cards, win as often as you want."""
