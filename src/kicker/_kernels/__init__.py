"""Compiled inner loops. Each kernel is wrapped by one module of kicker, and used by no other."""
