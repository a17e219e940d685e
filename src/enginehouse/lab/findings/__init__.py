"""The findings of a result: the subject of the question, the tension of games, the answer in words, and its chart."""
