"""How fast kicker is, measured side by side with other packages on the same machine: `make bench`."""
