"""The version, in a separate module so that the build can read it before the kernels are compiled."""

__version__ = "0.1.0"
