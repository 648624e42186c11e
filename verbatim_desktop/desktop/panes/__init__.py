"""One pane a place on the rail. Each gets what it talks to as a parameter."""
