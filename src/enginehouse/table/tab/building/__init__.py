"""Build the folder of static files with which the table runs in a browser tab."""
