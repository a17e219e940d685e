"""The Great Machine: rats, pellets, toggles, a shocking motor and sixty kinds of event cards."""
