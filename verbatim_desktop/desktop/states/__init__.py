"""Every state of every pane, and how it is reached: what tests walk and pictures show."""
