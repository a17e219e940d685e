"""Manage guests: their chat, devices, tokens for programs, results and own data.

This package also carries out the orders of the administrator, such as to ban a guest.
"""
