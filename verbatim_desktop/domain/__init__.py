"""What the program talks about: documents, retrieval, answers, errors. Imports nothing above it."""
