"""`python -m kicker` and the `kicker` command: both start here, so that Ctrl-C is quiet from the first moment on."""

import sys


def run() -> None:
    """Load the command line and run it."""
    try:
        from kicker.ui.cli import main

        main(prog_name="kicker")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
