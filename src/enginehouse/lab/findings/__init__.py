"""Answer the question of an experiment from its result: in words, by a chart, and by the tension of the games."""
