"""The web table: hold'em, draw and Klondike in a browser (extra `web`)."""
