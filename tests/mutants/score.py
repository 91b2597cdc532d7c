"""What came of the mutants of each file: the score, who survives, and who is no other program at all.

    score = killed / (all - equivalent)

An equivalent mutant does the same as what is written, whatever happens; each is listed in a file with the
reason.  An entry that no survivor answers to is out of date, and said to be so.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import NamedTuple

GOAL = 0.95
MOST_EQUIVALENT = 0.05  # of all mutants


class Outcome(NamedTuple):
    """What came of one mutant."""

    file: str
    line: int
    scope: str
    operator: str
    change: str
    killed_by: str  # a test, or "time"; empty: nobody


class Equivalent(NamedTuple):
    """Mutants that are no other program: all of that change in a function."""

    file: str
    scope: str
    change: str
    reason: str


class Score(NamedTuple):
    """What came of the mutants of one file, or of all."""

    file: str
    mutants: int
    killed: int
    equivalent: int

    @property
    def share(self):
        """Killed of those that are another program."""
        others = self.mutants - self.equivalent
        return self.killed / others if others else 1.0


def read_equivalents(path: Path):
    """Return the mutants that are listed as no other program."""
    entries = tomllib.loads(path.read_text()).get("mutant", []) if path.is_file() else []
    return [Equivalent(**entry) for entry in entries]


def survivors(outcomes, equivalents):
    """Return the survivors that are other programs, and those that are not."""
    listed = {each[:3] for each in equivalents}
    left = [each for each in outcomes if not each.killed_by]
    same = [each for each in left if (each.file, each.scope, each.change) in listed]
    return [each for each in left if each not in same], same


def scores(outcomes, equivalents):
    """Return the score of each file, and that of all."""
    _, same = survivors(outcomes, equivalents)
    killed = Counter(each.file for each in outcomes if each.killed_by)
    equivalent = Counter(each.file for each in same)
    mutants = Counter(each.file for each in outcomes)
    rows = [Score(file, n, killed[file], equivalent[file]) for file, n in mutants.items()]
    return [*rows, Score("all", mutants.total(), killed.total(), equivalent.total())]


def is_reached(rows):
    """True if each file has the goal, with no more equivalents than there may be."""
    *files, total = rows
    return all(row.share >= GOAL for row in files) and total.equivalent <= MOST_EQUIVALENT * total.mutants


def out_of_date(outcomes, equivalents):
    """Return the entries that speak of a file that was asked, and of no survivor in it."""
    asked = {each.file for each in outcomes}
    left = {(each.file, each.scope, each.change) for each in outcomes if not each.killed_by}
    return [each for each in equivalents if each.file in asked and each[:3] not in left]
