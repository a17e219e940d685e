"""Find and load games by name, change their numbers or rules, and find misspelled names in their files."""
