"""The interface for programs: JSON over the same rules and tables as the pages (`/api/v1`, described in `docs/interface.md`)."""
