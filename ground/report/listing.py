"""Tables, and names with what they mean in two columns that fit the terminal.

rehearse  fly a scenario against a simulated spacecraft
          behind a 7 s link
"""

import shutil
import textwrap
from collections.abc import Container, Sequence

LEAST_WIDTH = 20  # characters of the second column; where there is less room each text stands below its name
USUAL = 110  # where the output goes to no terminal


def listing(rows: Sequence[tuple[str, str]], *, indent: str = "") -> str:
    """Return the rows, the second column wrapped to the terminal's width."""
    column = max((len(name) for name, _ in rows), default=0)
    width = terminal_width() - len(indent) - column - 3  # in the last column a terminal begins a new line
    if width < LEAST_WIDTH:
        return "\n".join(_below(name, text, indent) for name, text in rows)
    lines = []
    for name, text in rows:
        first, *rest = textwrap.wrap(text, width) or [""]
        lines.append(f"{indent}{name:<{column}}  {first}".rstrip())
        lines += [f"{indent}{'':<{column}}  {more}" for more in rest]
    return "\n".join(lines)


def table(rows: Sequence[Sequence[str]], *, right: Container[int] = ()) -> list[str]:
    """Return a line for each row, its cells below one another; `right`: columns of figures."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column in right else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in rows
    ]


def _below(name: str, text: str, indent: str) -> str:
    width = max(terminal_width() - len(indent) - 5, LEAST_WIDTH)
    return "\n".join([f"{indent}{name}", *(f"{indent}    {line}" for line in textwrap.wrap(text, width))])


def terminal_width() -> int:
    """Return the width of the terminal [characters]."""
    return shutil.get_terminal_size((USUAL, 24)).columns
