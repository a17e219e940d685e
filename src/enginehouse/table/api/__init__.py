"""The interface for programs: rules and tables as JSON (`/api/v1`, described in `docs/interface.md`)."""
