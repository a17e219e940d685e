"""Send notifications without content through a browser's push service."""
