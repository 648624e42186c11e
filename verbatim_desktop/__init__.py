"""Verbatim Desktop: answers from your own documentation, each claim bound to its exact sentence."""

__version__ = "0.1.0"
