"""The window. Qt lives here and nowhere else; nothing here ranks, cites or verifies."""
