"""Notifications without content by a browser's push service: keys, and posts to the browser's address."""
