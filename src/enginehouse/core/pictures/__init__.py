"""Draw the pictures of games: pieces and sheets, colours, and pictures as files."""
