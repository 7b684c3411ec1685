"""`python -m kicker` and the `kicker` command: both start here, so that signals are noted from the first moment."""

import os
import sys

from kicker.stopping import end_on_signals, loading


def run() -> None:
    """Load the command line and run it."""
    # numpy would start a thread on each core for matrices of 169 rows, which takes longer than to multiply them.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
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
