"""Code that the prompt, the full-screen terminal and the web table share."""
