"""Small packages that replace larger packages of the same name when the server's application runs in a browser tab.

When the site for browsers is built, they are copied to the folder from which Python imports packages in the tab.
"""
