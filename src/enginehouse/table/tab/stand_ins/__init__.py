"""Small packages that replace larger ones in a browser tab. The built folder has them at its top level."""
