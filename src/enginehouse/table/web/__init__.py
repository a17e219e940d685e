"""What speaks HTTP: requests, guests, security, problems, streams and the handlers of pages."""
