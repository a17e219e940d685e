"""A seat for a language model: a server of the Model Context Protocol that speaks to a table by the interface for programs."""
