"""A seat for a language model: a server of the Model Context Protocol that uses a table's interface for programs."""
