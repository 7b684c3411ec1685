"""What the prompt, the terminal and the web table share."""
