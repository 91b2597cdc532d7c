"""A page of Markdown as plain text that fits the terminal.

paragraphs and lists   wrapped
tables                 in columns; a cell that is too wide goes on below
links, pictures        by what they are called, and where they are
`file.py:Class.name`   with the line where it is now, as file.py:LINE Class.name
"""

import ast
import re
import textwrap
from collections.abc import Iterator
from functools import cache, partial
from itertools import groupby
from pathlib import Path

from ground.report.listing import terminal_width
from telemetry.files.settings import read_file

PACKAGES_ROOT = Path(__file__).resolve().parents[2]  # where the packages lie
MOST_WIDTH = 110  # characters of a line, however wide the terminal is
LEAST_CELL = 12
REMARK = re.compile(r"<!--.*?-->\n?", re.DOTALL)
PICTURE = re.compile(r"!\[(.*?)\]\((.*?)\)")
LINK = re.compile(r"\[([^\]]*)\]\(([^)#]*)(#[^)]*)?\)")
CODE_PLACE = re.compile(r"`([a-z_/]+\.py):([\w.]+)`")
BOLD = re.compile(r"\*\*(\S.*?)\*\*")
TABLE_RULE = re.compile(r"[|: -]+")
ITEM = re.compile(r"\s*(?:[-*]|\d+\.) ")


def plain_page(text: str, *, folder: Path) -> str:
    """Return a page as text; `folder`: where its pictures lie."""
    width = min(terminal_width() - 1, MOST_WIDTH)
    text = CODE_PLACE.sub(_line_of, REMARK.sub("", text))
    text = PICTURE.sub(lambda found: f"(picture: {found[1]}: {folder / found[2]})", text)
    text = BOLD.sub(r"\1", LINK.sub(_named, text))
    return "\n".join(
        line for kind, lines in _blocks(text) for line in _plain_lines(kind, lines, width)
    ).strip("\n")


def _line_of(found: re.Match[str]) -> str:
    """Return a place in the code with its line; as it stands, where the code is not there."""
    path = PACKAGES_ROOT / found[1]
    line = _lines(path).get(found[2]) if path.is_file() else None
    return f"{found[1]}:{line} {found[2]}" if line else found[0]


@cache
def _lines(path: Path) -> dict[str, int]:
    """Return the line of each function and class of a file, by its qualified name."""
    found: dict[str, int] = {}

    def look(node: ast.AST, before: str) -> None:
        for each in ast.iter_child_nodes(node):
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found[before + each.name] = each.lineno
                look(each, f"{before}{each.name}.")

    look(ast.parse(read_file(path)), "")
    return found


def _named(found: re.Match[str]) -> str:
    name, place = found[1], found[2]
    page = place.removesuffix(".md")
    return name if page in ("", name) else f"{name} ({page if place.endswith('.md') else place})"


def _blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield what belongs together: code, tables, headings, items, paragraphs, and what is between them."""
    is_code = False

    def kind(line: str) -> str:
        nonlocal is_code
        if line.startswith("```"):
            is_code = not is_code
            return "fence"
        if is_code:
            return "code"
        for start, name in (("|", "table"), ("#", "heading")):
            if line.startswith(start):
                return name
        return "text" if line.strip() else "blank"

    for name, lines in groupby(text.split("\n"), key=kind):
        yield name, list(lines)


def _plain_lines(kind: str, lines: list[str], width: int) -> Iterator[str]:
    wrapped = partial(textwrap.wrap, width=width, break_long_words=False, break_on_hyphens=False)
    match kind:
        case "fence":
            return
        case "code":
            yield from (f"    {line}".rstrip() for line in lines)
        case "table":
            yield from _table([_cells(line) for line in lines if not TABLE_RULE.fullmatch(line)], width)
        case "heading":
            for line in lines:
                title = line.lstrip("# ")
                yield from [title, ("=" if line.startswith("# ") else "-") * len(title)]
        case "text":
            for item in _items(lines):
                start = ITEM.match(item)
                yield from wrapped(item, subsequent_indent=" " * (start.end() if start else 0))
        case _:
            yield ""


def _items(lines: list[str]) -> list[str]:
    """Return the items of a list, or the one paragraph, each in one line."""
    items: list[str] = []
    for line in lines:
        if ITEM.match(line) or not items:
            items.append(line.rstrip())
        else:
            items[-1] += " " + line.strip()
    return items


def _cells(line: str) -> list[str]:
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def _table(rows: list[list[str]], width: int) -> Iterator[str]:
    """Yield a table in columns, of which the widest give way until it fits."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > width and max(widths) > LEAST_CELL:
        widths[widths.index(max(widths))] -= 1
    for row in rows:
        cells = [textwrap.wrap(cell, max(size, 1)) or [""] for cell, size in zip(row, widths, strict=True)]
        for number in range(max(map(len, cells))):
            parts = (lines[number] if number < len(lines) else "" for lines in cells)
            yield "  ".join(part.ljust(size) for part, size in zip(parts, widths, strict=True)).rstrip()
