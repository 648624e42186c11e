"""What the program costs and how well it answers, measured beside other engines."""
