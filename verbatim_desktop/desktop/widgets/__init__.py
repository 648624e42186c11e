"""The parts that panes are made of. None of them knows the library."""
