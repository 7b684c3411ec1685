"""The version, in a module of its own so that the build can read it before the kernels are compiled."""

__version__ = "0.1.0"
