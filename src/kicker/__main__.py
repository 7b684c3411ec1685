"""`python -m kicker` is the `kicker` command."""

from kicker.ui.cli import main

main(prog_name="kicker")
