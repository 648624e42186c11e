"""How the program meets the world: storage, search, files, time, providers."""
