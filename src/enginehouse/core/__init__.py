"""What a game is: records, rules, chance, hidden pieces, events, actions, matches. Knows no game, no web and no bot."""
