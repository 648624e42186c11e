"""Tie each claim to one exact sentence, and read it back."""
