"""Qt table models over domain values."""
