"""`make test-stress`: the live tests again and again while something else keeps every core busy.

python -m tests.stress COUNT [PYTEST_ARGUMENT ...]
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

# It ends with whoever started it, even if that was killed and could not say so.
BUSY_LOOP = "import os, sys\nwhile os.getppid() == int(sys.argv[1]): pass"


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core at work."""
    command = [sys.executable, "-c", BUSY_LOOP, str(os.getpid())]
    # Ctrl-C reaches them as well, and what they say to that is of no interest.
    loops = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def main(count: int, *arguments: str) -> int:
    """Run the rounds, a line for each; stop at the first failure and show it."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-n",
        "auto",
        "--dist",
        "worksteal",
        "-m",
        "live and not long",
    ]
    with busy_cores():
        for number in range(1, count + 1):
            began = time.monotonic()
            result = subprocess.run([*command, *arguments], capture_output=True, text=True)
            if result.returncode:
                print(result.stdout, result.stderr, f"round {number} of {count} failed", sep="\n")  # noqa: T201
                return 1
            summary = result.stdout.splitlines()[-1].split(" in ")[0]
            print(f"round {number} of {count}: {summary}, {time.monotonic() - began:.0f} s", flush=True)  # noqa: T201
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
    except KeyboardInterrupt:
        sys.exit(130)
