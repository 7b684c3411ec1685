"""What people see: the command line. The only layer that prints."""
