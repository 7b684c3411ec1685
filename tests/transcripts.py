"""Transcripts of what a person would have seen, made from a program's output and its input over a pipe."""

import re
from collections.abc import Sequence


def transcript(output: str, inputs: Sequence[str], prompts: Sequence[str]) -> str:
    """The output with each input, and the end of its line, behind the prompt that it answers."""
    pieces = re.split("(" + "|".join(map(re.escape, prompts)) + ")", output)
    answers = iter(inputs)
    told = pieces[0]
    for prompt, rest in zip(pieces[1::2], pieces[2::2], strict=True):
        answer = next(answers, None)
        told += prompt + ("" if answer is None else f"{answer}\n") + rest
    return told
