"""The search index: a Whoosh index with a packed codec of our own, derived from the library.

Whoosh's internals are known here and nowhere else.
"""
