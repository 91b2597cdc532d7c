"""The command lines that a page writes down.

```sh         they can be run one after the other, in an empty folder
```sh live    they need a run that goes on, a person, a clone or much time
"""

import re

FENCE = re.compile(r"^```sh(?P<how>.*)\n(?P<lines>(?:.*\n)*?)```$", re.MULTILINE)


def commands(path, *, live=True):
    """The command lines that a page writes down, in order; `live`: also those that need a run or a person."""
    fences = [found for found in FENCE.finditer(path.read_text()) if live or "live" not in found["how"]]
    lines = [line.partition(" #")[0].strip() for found in fences for line in found["lines"].splitlines()]
    return [line for line in lines if line]
