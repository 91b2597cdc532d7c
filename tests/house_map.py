"""The map of a package: its `__init__` says what it is for, then what each file is, in the words of the file.

    python -m tests.house_map     writes the maps; a test asks whether they are as they would be written now

What stands before the first row is written by hand, and stays.
"""

import ast
import re
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("ground", "telemetry", "planner", "predictor", "haptics", "tests/benchmarks")
WIDTH = 109
ROW = re.compile(r"^[a-z]\w*/? {2,}\S", re.MULTILINE)


def maps():
    """Return every `__init__` with the text that it would have now."""
    inits = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("__init__.py"))]
    return {path: written(path) for path in inits}


def written(path):
    """Return an `__init__` with its map as it would be written now."""
    head = ROW.split(docstring(path), maxsplit=1)[0].rstrip()
    rows = [*_rows(path.parent)]
    text = "\n".join([head, "", *rows]) if rows else head
    mark = 'r"""' if "\\" in text else '"""'
    return f'{mark}{text}\n"""\n' if rows else f'{mark}{text}"""\n'


def docstring(path):
    """Return what a file says of itself; nothing, if it says nothing."""
    return ast.get_docstring(ast.parse(path.read_text())) or ""


def first_sentence(path):
    """Return the first sentence of what a file says of itself, on one line."""
    return docstring(path).partition("\n\n")[0].replace("\n", " ").split(".  ")[0].rstrip(".:")


def _rows(folder):
    files = {path.stem: path for path in folder.glob("*.py") if not path.stem.startswith("__")}
    files |= {f"{path.parent.name}/": path for path in folder.glob("*/__init__.py")}
    column = max(map(len, files), default=0)
    for name, path in sorted(files.items()):
        indent = " " * (column + 2)
        yield textwrap.fill(
            first_sentence(path),
            WIDTH,
            initial_indent=name.ljust(column + 2),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )


def main():
    """Write every map."""
    for path, text in maps().items():
        path.write_text(text)


if __name__ == "__main__":
    main()
