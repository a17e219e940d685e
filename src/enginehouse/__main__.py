"""The command `python -m enginehouse`, which does the same as `enginehouse`."""

from enginehouse.commands.main import main

if __name__ == "__main__":  # not in the processes of `simulate --jobs`
    main()
