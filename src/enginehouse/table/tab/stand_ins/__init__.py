"""Packages that stand in for larger ones in a browser tab. The built folder has them at its top."""
