"""The room: a full-screen terminal with hold'em, draw, Klondike, a replayer and statistics (extra `tui`)."""
