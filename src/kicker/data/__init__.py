"""Small files that come with kicker."""
