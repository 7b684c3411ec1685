"""`python -m kicker` and the `kicker` command: both start here, so that signals are noted from the first moment."""

import sys

from kicker.stopping import end_on_signals, loading


def run() -> None:
    """Load the command line and run it."""
    end_on_signals()
    try:
        with loading():
            from kicker.ui.cli import main
            from kicker.ui.common.output import patient_streams

        patient_streams()
        main(prog_name="kicker")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
