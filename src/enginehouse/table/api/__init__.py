"""Offer the rules and tables of the pages to programs as JSON (`/api/v1`, described in `docs/interface.md`)."""
