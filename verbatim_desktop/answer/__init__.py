"""Decide what of the evidence is said, in which order and form."""
