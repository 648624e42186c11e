"""Markdown and MDX to blocks, with the file and place each character was rendered from."""
