"""The user interfaces: the command line, the prompt, the full-screen terminal and the web server. Only this layer
prints."""
