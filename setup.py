"""Compiles the kernels and the engine; everything else about the package is in pyproject.toml.

KICKER_NATIVE=1    build for the machine it runs on (faster, not portable)
KICKER_SANITIZE=1  build with the address and undefined-behaviour checks of the C compiler (slow)
KICKER_KERNELS=0   compile nothing: `make` installs the package and compiles side by side
KICKER_KERNELS=A,B compile these kernels alone, to try them beside the others of another build
"""

import hashlib
import os
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

KERNELS = Path("src/kicker/_kernels")
ENGINE = Path("src/kicker/games")
"""The folder of the engine. Its modules with a .pxd are compiled, except INLINE; unlike kernels, they also work if they
are not."""
INLINE = "tuples"
"""The one whose .pxd has inline functions for the others, and is not compiled itself."""
COPIES = Path("build/copies")
VIEWS = "kicker._kernels._views"
"""The module with what all kernels need for typed memory views: in each it would be two thirds of the C code."""
WIDE = "_wide"
V3 = "_v3"
SUFFIXES = (WIDE, V3)
"""How the name of a kernel ends that has no source of its own: it is another one, compiled with KICKER_WIDE, or for
processors of the level x86-64-v3, which a portable build carries besides and chooses when it is imported."""
SANITIZERS = ["-fsanitize=address,undefined"]
CORES = os.cpu_count() or 1
ENGINE_TYPES = sorted(types for types in ENGINE.glob("*.pxd") if types.stem != INLINE)
FLAGS = {
    # To multiply and add in one rounding is good for equities but changes pixels. Microsoft's compiler never does it.
    "julia": ["-ffp-contract=off"],
    # What lets the compiler take eight numbers at a time. -ffast-math would also make the linker change how the whole
    # process treats tiny numbers.
    "cfr": ["-fno-math-errno", "-fno-trapping-math", "-ffinite-math-only", "-fno-signed-zeros", "-fassociative-math"],
    # It divides eight at a time, and no result changes.
    "street": ["-fno-math-errno", "-fno-trapping-math"],
}


def source_hash(module: Path) -> str:
    """Hash of all that a module is compiled from; tests/test_build.py compares it with the compiled one."""
    sources = [module, *sorted(module.parent.glob("*.pxd"))]
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()


def flavour() -> str:
    """What is being built; each has a build folder of its own, so that no wheel picks up what is not portable."""
    if os.environ.get("KICKER_SANITIZE") == "1":
        return "sanitized"
    return "native" if os.environ.get("KICKER_NATIVE") == "1" else "portable"


def compile_flags(kernel: str, compiler: str) -> list[str]:
    """Optimised; portable unless told otherwise. `compiler` is what setuptools calls its kind."""
    if compiler == "msvc":
        return ["/O2"]
    return [*optimisation_flags(V3 if kernel.endswith(V3) else "_v2"), *FLAGS.get(source_name(kernel), [])]


def optimisation_flags(level: str) -> list[str]:
    """What the C compiler may do for the machine at hand, or for every x86 processor of a level."""
    if flavour() == "sanitized":
        return ["-O1", "-g", *SANITIZERS, "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
    # Python asks for debug information, which nobody reads here and which takes a quarter of the compiler's time.
    if flavour() == "native":
        return ["-O3", "-g0", "-march=native"]
    # Every x86 processor since 2009 has this level, numpy asks for it too, and it counts bits in one instruction.
    # What counts is the platform that is built for, which need not be the machine at hand.
    x86 = sysconfig.get_platform().endswith(("x86_64", "amd64"))
    return ["-O3", "-g0", *([f"-march=x86-64{level.replace('_', '-')}"] if x86 else [])]


def has_v3() -> bool:
    """Whether kernels are compiled for a second level of processors, which the compiled code can tell at run time."""
    return flavour() == "portable" and sysconfig.get_platform().endswith("x86_64")


class BuildKernels(build_ext):  # type: ignore[misc]
    """Compiles with the flags of the compiler that was found."""

    def build_extensions(self) -> None:
        """Set the flags, then compile everything."""
        # The compiler works on the largest first, so that no core is left with one of them in the end.
        self.extensions.sort(key=lambda kernel: -Path(kernel.sources[0]).stat().st_size)
        for kernel in self.extensions:
            kernel.extra_compile_args = compile_flags(kernel.name.rpartition(".")[2], self.compiler.compiler_type)
        super().build_extensions()


def source_name(kernel: str) -> str:
    """The name of the kernel that has the source of this one."""
    for suffix in SUFFIXES:
        kernel = kernel.removesuffix(suffix)
    return kernel


def source_of(stub: Path) -> Path:
    """What a kernel is compiled from."""
    return stub.with_name(source_name(stub.stem) + ".py")


def compiled_file(stub: Path) -> Path:
    """The file to compile: Cython goes by its name, so that a source that is compiled twice needs a copy."""
    source = source_of(stub)
    if source.stem == stub.stem:
        return source
    folder = COPIES / KERNELS.relative_to("src")
    folder.mkdir(parents=True, exist_ok=True)
    for package in (folder, folder.parent):
        (package / "__init__.py").touch()
    twins = [source_name(each.stem) for each in KERNELS.glob(f"*{V3}.pyi")] if stub.stem.endswith(V3) else []
    for each in (source.with_suffix(".pxd"), source):
        text = each.read_text(encoding="utf-8")
        for twin in twins:  # a copy uses copies
            text = text.replace(f"_kernels.{twin} ", f"_kernels.{twin}{V3} ")
        copy = folder / f"{stub.stem}{each.suffix}"
        copy.write_text(text, encoding="utf-8")
        shutil.copystat(each, copy)
    return folder / f"{stub.stem}.py"


def extension(stub: Path) -> Extension:
    """One kernel, and all that makes it out of date."""
    source = source_of(stub)
    macros: list[tuple[str, str | None]] = [("KICKER_SOURCE_HASH", f'"{source_hash(source)}"')]
    return Extension(
        f"kicker._kernels.{stub.stem}",
        [str(compiled_file(stub))],
        depends=["setup.py", *map(str, KERNELS.glob("*.pxd"))],
        define_macros=[*macros, ("KICKER_WIDE", "1")] if stub.stem.endswith(WIDE) else macros,
        extra_link_args=SANITIZERS if flavour() == "sanitized" else [],
    )


def engine_module(types: Path) -> Extension:
    """One module of the engine, whose .pxd has the types."""
    source = types.with_suffix(".py")
    return Extension(
        f"kicker.games.{source.stem}",
        [str(source)],
        depends=["setup.py", *map(str, ENGINE.glob("*.pxd"))],
        define_macros=[("KICKER_SOURCE_HASH", f'"{source_hash(source)}"')],
        extra_link_args=SANITIZERS if flavour() == "sanitized" else [],
    )


def extensions() -> list[Extension]:
    """All kernels and the engine, as C. A kernel is a module with types beside it: tables.py has none and stays
    Python."""
    chosen = os.environ.get("KICKER_KERNELS")
    if chosen == "0":
        return []
    stubs = [stub for stub in sorted(KERNELS.glob("*.pyi")) if has_v3() or not stub.stem.endswith(V3)]
    if chosen:
        modules = [extension(stub) for stub in stubs if stub.stem in chosen.split(",")]
    else:
        # Cython writes _views.c.
        views = Extension(VIEWS, ["_views.c"], extra_link_args=SANITIZERS if flavour() == "sanitized" else [])
        modules = [*map(extension, stubs), *map(engine_module, ENGINE_TYPES), views]
    found: list[Extension] = cythonize(  # type: ignore[no-untyped-call]
        modules,
        shared_utility_qualified_name=VIEWS,
        build_dir="build/cython",
        include_path=["src", str(COPIES)],
        nthreads=CORES,
        quiet=True,
    )
    return found


if __name__ == "__main__":  # the processes in which Cython works may read this file again
    setup(
        ext_modules=extensions(),
        cmdclass={"build_ext": BuildKernels},
        options={"build": {"build_base": f"build/{flavour()}"}, "build_ext": {"parallel": CORES}},
    )
