"""Handle HTTP: requests, guests, security, errors, streams and pages."""
