"""Names and what they mean, in two columns that fit the terminal.

rehearse  fly a scenario against a simulated spacecraft
          behind a 7 s link
"""

import shutil
import textwrap
from collections.abc import Sequence

LEAST = 20  # characters of the second column, however narrow the terminal is
USUAL = 110  # where the output goes to no terminal


def listing(rows: Sequence[tuple[str, str]], *, indent: str = "") -> str:
    """Return the rows, the second column wrapped to the terminal's width."""
    column = max((len(name) for name, _ in rows), default=0)
    width = terminal_width() - len(indent) - column - 2
    lines = []
    for name, text in rows:
        first, *rest = textwrap.wrap(text, max(width, LEAST)) or [""]
        lines.append(f"{indent}{name:<{column}}  {first}".rstrip())
        lines += [f"{indent}{'':<{column}}  {more}" for more in rest]
    return "\n".join(lines)


def terminal_width() -> int:
    """Return the width of the terminal [characters]."""
    return shutil.get_terminal_size((USUAL, 24)).columns
