"""Decide which passages count as evidence and how far they carry."""
