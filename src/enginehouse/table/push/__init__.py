"""Notifications by way of a browser's push service, which have no content: keys, and the post to where a browser says."""
