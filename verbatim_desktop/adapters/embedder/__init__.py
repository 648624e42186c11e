"""Local embeddings: a model in a package or a folder, with our own WordPiece. Never downloads."""
