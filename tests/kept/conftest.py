"""The tests of the kept games are run by `test_games.py`, in a process of their own."""

collect_ignore = ["games"]
