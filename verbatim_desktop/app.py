"""Verbatim: everything the program can do, one method each.

The window, the command line and the agents' door call this and nothing below it.
"""
