"""Answer the question of an experiment from its result.

The answer is given in words, by a chart, and by the tension of the games (how much the chances of winning change in a
game).
"""
