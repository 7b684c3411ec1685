"""How `make docs` builds the manual: Sphinx reads the pages in this folder, the docstrings, and the commands."""

import re
import sys
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, SourceFileLoader
from pathlib import Path
from typing import Any

from kicker.version import __version__


def source_alone(folder: str) -> FileFinder:
    """Import the engine from its sources: a compiled class has no texts about its fields."""
    if not folder.endswith("kicker/games"):
        raise ImportError(folder)
    return FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))


sys.path_hooks.insert(0, source_alone)

project = "kicker"
author = "The kicker developers"
project_copyright = f"{author}, MIT licence"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "sphinx_copybutton"]

# Pages. Headings are link targets, as they are where the files are read without a manual.
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
suppress_warnings = ["misc.highlighting_failure"]

smartquotes = False  # two dashes are an option

# Docstrings. Backticks are code in them, as in the pages.
default_role = "code"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
toc_object_entries_show_parents = "hide"

# Examples are copied without their prompts and output.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "furo"
html_favicon = "../src/kicker/ui/web/static/icon.svg"
html_title = f"kicker {__version__}"
html_static_path = ["style"]
html_css_files = ["manual.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1a6b4c", "color-brand-content": "#1a6b4c"},
    "dark_css_variables": {"color-brand-primary": "#6fcf9f", "color-brand-content": "#6fcf9f"},
}


# The web table serves the manual under a content policy that allows no inline script or style, so what the theme writes
# into each page goes to files beside it.
INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
STYLED = re.compile(r' style="([^"]*)"')


def move_inline_parts(app: Any, error: Exception | None) -> None:
    """Write inline scripts and styles of all pages to files, and point the pages to them."""
    if error or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    parts: dict[tuple[str, str], str] = {}
    styles: dict[str, int] = {}

    def tag_of(found: re.Match[str]) -> str:
        kind, text = found.groups()
        name = parts.setdefault((kind, text), f"_static/part-{len(parts)}.{'css' if kind == 'style' else 'js'}")
        return f'<link rel="stylesheet" href="{name}">' if kind == "style" else f'<script src="{name}"></script>'

    def number_of(found: re.Match[str]) -> str:
        return f' data-style="{styles.setdefault(found[1], len(styles))}"'

    for page in folder.glob("*.html"):
        text = STYLED.sub(number_of, INLINE.sub(tag_of, page.read_text(encoding="utf-8")))
        text = text.replace("</head>", '<link rel="stylesheet" href="_static/styles.css"></head>', 1)
        page.write_text(text, encoding="utf-8")
    for (_, text), name in parts.items():
        (folder / name).write_text(text, encoding="utf-8")
    rules = [f'[data-style="{number}"] {{ {style} }}\n' for style, number in styles.items()]
    (folder / "_static" / "styles.css").write_text("".join(rules), encoding="utf-8")


# Docstrings and help texts are plain text with backticks. To Sphinx some signs in them mean something else,
# and `FILE:LINE` or `76s@50` would be an address.
OUTSIDE_CODE = re.compile(r"(`[^`]*`)|([*|]|(?<=\w)[:@](?=\w))")
COLUMNS = re.compile(r"(\w+) {2,}(\S.*)")
"""A line of a list in two columns, as docstrings have them: `name   what it is`."""


def plain_text(_app: Any, *parts: Any) -> None:
    """Escape what Sphinx would take for something else, and make definition lists of lists in two columns."""
    lines = parts[-1]
    if parts[0] == "data" and " ".join(lines).split() == (type(parts[2]).__doc__ or "").split():
        lines.clear()  # what a constant has no words for, its type would say
    made: list[str] = []
    for line in lines:
        columns = COLUMNS.fullmatch(line)
        if columns:
            made += [f"`{columns[1]}`", f"    {columns[2]}"]
        elif line.lstrip().startswith((">>>", "..", ":")):
            made.append(line)
        elif line.startswith("| kicker"):  # an example
            made.append(f"| ``{line[2:]}``")
        else:
            made.append(OUTSIDE_CODE.sub(lambda found: found[1] or rf"\{found[2]}", line))
    lines[:] = made


WHOLE_DECK = re.compile(r"\(Card\('2c'\), (?:Card\('..'\), ){50}Card\('..'\)\)")


def short_defaults(
    _app: Any, _what: str, _name: str, _object: Any, _options: Any, signature: str | None, returns: str | None
) -> tuple[str | None, str | None]:
    """Write the deck by its name where it is the default, instead of all its cards."""
    return signature and WHOLE_DECK.sub("DECK", signature), returns


# Pages that lie at the top of the repository. Links to source files become text: the manual does not contain them.
EXAMPLE = re.compile(r"(```py\w+\n(?:(?!```).)*?)\n\n```\n", re.DOTALL)
TOP = {"changelog": "CHANGELOG.md", "contributing": "CONTRIBUTING.md", "security": "SECURITY.md"}


def read_page(_app: Any, name: str, source: list[str]) -> None:
    """Put a page of the top folder in the place of the one that points to it, and end no example with a blank line."""
    if name in TOP:
        text = (Path(__file__).parent.parent / TOP[name]).read_text(encoding="utf-8").replace("](docs/", "](")
        source[0] = re.sub(r"\[([^]]+)\]\((?:src|tests|Makefile|CHANGELOG)[^)]*\)", r"`\1`", text)
    source[0] = EXAMPLE.sub(r"\1\n```\n", source[0])  # doctests need the blank line, readers do not


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("source-read", read_page)
    for event in ("autodoc-process-docstring", "sphinx-click-process-description", "sphinx-click-process-options"):
        app.connect(event, plain_text)
    app.connect("autodoc-process-signature", short_defaults)
    app.connect("build-finished", move_inline_parts)
