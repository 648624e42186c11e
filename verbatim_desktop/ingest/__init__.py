"""Files to documents: which files are pages, what they are called, what they say and where."""
