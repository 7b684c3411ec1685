"""Compiled inner loops; each is wrapped by one module of kicker and used by nobody else."""
