"""The study room of the web server. Nothing is imported here: its processes (`worker.py`) need no web server."""
