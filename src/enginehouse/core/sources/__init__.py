"""Source files: what they say, their stamp, and the folders of compiled rules."""
