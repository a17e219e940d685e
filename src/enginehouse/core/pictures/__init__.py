"""Drawing: pieces and sheets, colours, and pictures as files."""
