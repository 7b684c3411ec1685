"""Hand histories from poker sites: read, checked by replay, and kept."""
