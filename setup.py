"""Compiles the kernels; everything else about the package is in pyproject.toml.

KICKER_NATIVE=1    build for the machine it runs on (faster, not portable)
KICKER_SANITIZE=1  build with the address and undefined-behaviour checks of the C compiler (slow)
"""

import hashlib
import os
import platform
import shutil
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = Path("src/kicker/_kernels")
COPIES = Path("build/copies")
WIDE = "_wide"
"""How the name of a kernel ends that has no source of its own: it is another one, compiled with KICKER_WIDE."""


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


def source_of(stub: Path) -> Path:
    """What a kernel is compiled from."""
    return stub.with_name(stub.stem.removesuffix(WIDE) + ".py")


def compiled_file(stub: Path) -> Path:
    """The file to compile: Cython goes by its name, so that a source that is compiled twice needs a copy."""
    source = source_of(stub)
    if source.stem == stub.stem:
        return source
    folder = COPIES / KERNELS.relative_to("src")
    folder.mkdir(parents=True, exist_ok=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    shutil.copy2(source.with_suffix(".pxd"), folder / f"{stub.stem}.pxd")
    return Path(shutil.copy2(source, folder / f"{stub.stem}.py"))


def extension(stub: Path) -> Extension:
    """All that it takes to compile a kernel."""
    source = source_of(stub)
    macros: list[tuple[str, str | None]] = [("KICKER_SOURCE_HASH", f'"{source_hash(source)}"')]
    return Extension(
        f"kicker._kernels.{stub.stem}",
        [str(compiled_file(stub))],
        define_macros=macros if source.stem == stub.stem else [*macros, ("KICKER_WIDE", "1")],
        extra_compile_args=compile_flags(source),
        extra_link_args=["-fsanitize=address,undefined"] if os.environ.get("KICKER_SANITIZE") == "1" else [],
    )


# A kernel is a module with C declarations or types beside it: tables.py has neither and stays Python.
setup(
    ext_modules=cythonize(  # type: ignore[no-untyped-call]
        [extension(stub) for stub in sorted(KERNELS.glob("*.pyi"))],
        build_dir="build/cython",
        include_path=["src"],
    )
)
