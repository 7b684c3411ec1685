"""How fast kicker is, side by side with other packages on the same machine in the same minutes: `make bench`."""
