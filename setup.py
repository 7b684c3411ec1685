"""Compiles the kernels; everything else about the package is in pyproject.toml.

KICKER_NATIVE=1    build for the machine it runs on (faster, not portable)
KICKER_SANITIZE=1  build with the address and undefined-behaviour checks of the C compiler (slow)
"""

import hashlib
import os
import platform
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = Path("src/kicker/_kernels")


def source_hash(kernel: Path) -> str:
    """Hash of all that a kernel is compiled from; tests/test_build.py compares it with the compiled one."""
    sources = [kernel, *sorted(KERNELS.glob("*.pxd"))]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def compile_flags(kernel: Path) -> list[str]:
    """Optimised; portable unless told otherwise."""
    # To multiply and add in one rounding is good for equities but changes pixels. Microsoft's compiler never does it.
    fused = kernel.stem != "julia" or sys.platform == "win32"
    return optimisation_flags() if fused else [*optimisation_flags(), "-ffp-contract=off"]


def optimisation_flags() -> list[str]:
    """What the C compiler may do for the machine at hand."""
    if sys.platform == "win32":
        return ["/O2"]
    if os.environ.get("KICKER_SANITIZE") == "1":
        return ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
    if os.environ.get("KICKER_NATIVE") == "1":
        return ["-O3", "-march=native"]
    # Every x86 processor since 2009 has this level, numpy asks for it too, and it counts bits in one instruction.
    return ["-O3", "-march=x86-64-v2"] if platform.machine() in ("x86_64", "AMD64") else ["-O3"]


# A kernel is a module with C declarations or types beside it: tables.py has neither and stays Python.
kernels = sorted(stub.with_suffix(".py") for stub in KERNELS.glob("*.pyi"))
setup(
    ext_modules=cythonize(  # type: ignore[no-untyped-call]
        [
            Extension(
                f"kicker._kernels.{kernel.stem}",
                [str(kernel)],
                define_macros=[("KICKER_SOURCE_HASH", f'"{source_hash(kernel)}"')],
                extra_compile_args=compile_flags(kernel),
                extra_link_args=["-fsanitize=address,undefined"] if os.environ.get("KICKER_SANITIZE") == "1" else [],
            )
            for kernel in kernels
        ],
        build_dir="build/cython",
    )
)
