"""Text as words and sentences: folding, terms, spans. Knows nothing of documents' storage."""
