"""The command line: one command for each thing Verbatim does, for people and for scripts."""
