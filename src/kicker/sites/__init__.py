"""Hand histories as poker sites write them: read, proved by playing them again, and kept."""
