"""Your own hands: kept in a database, counted and queried."""
