"""From a question to ranked sections: normalise, expand, score. Knows no engine and no library."""
