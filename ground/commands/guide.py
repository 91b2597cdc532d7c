"""The command `farhand guide`: a page of the guide as plain text; without a page, which there are.

The pages lie in `ground/guide`, as Markdown, one file each; `contents` lists them.
"""

import os
import pydoc
import sys
from importlib.resources import files
from pathlib import Path

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.report.plain_page import plain_page
from ground.run.kept.usage_error import UsageError
from telemetry.files.settings import nearest, read_file

CONTENTS = "contents"
PAGER = {"LESS": "FRX"}  # unless it is set: what fits the screen is only printed


def guide(arguments: list[str]) -> int:
    """Show a page."""
    options = Arguments("guide", "Show a page of the guide; without PAGE, which pages there are.")
    options.add_argument("page", nargs="?", default=CONTENTS, metavar="PAGE", help="name of a page")
    page = options.parse_args(arguments).page
    if page not in pages():
        raise UsageError(f"guide: no page {page!r}{nearest(page, pages())}")
    text = plain_page(read_file(folder() / f"{page}.md").decode(), folder=folder())
    if sys.stdout.isatty():
        for name, value in PAGER.items():
            os.environ.setdefault(name, value)
        pydoc.pager(text)
    else:
        print(text)
    return DONE


def folder() -> Path:
    """Return where the pages lie."""
    return Path(str(files("ground").joinpath("guide")))


def pages() -> list[str]:
    """Return the names of all pages."""
    return sorted(path.stem for path in folder().glob("*.md"))
