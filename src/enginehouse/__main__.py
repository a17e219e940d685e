"""`python -m enginehouse`."""

from enginehouse.commands.main import main

main()
