"""From a question to ranked sections: normalise, expand, score. Knows neither engine nor library."""
