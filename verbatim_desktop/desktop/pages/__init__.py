"""The pages of Settings, a file each; panes/settings.py lists them."""
