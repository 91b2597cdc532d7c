"""Runs the mutants of files, package by package: each package's tests are collected once, in a process.

What is done as a file is imported, or as tests are collected, is asked for in a process of its own; so is a
mutant that changes what a function has of those around it.
"""

import os
from itertools import groupby

import numba  # noqa: F401 (heavy, and the same for each process that begins here)
import numpy  # noqa: F401
import pytest

from tests.mutants.candidates import candidates
from tests.mutants.children import carried_out, quiet
from tests.mutants.score import Outcome
from tests.mutants.source import Finder, Source

FRESH = "fresh"
PATIENCE_S = 600.0  # of a process that collects and runs all tests for one mutant
PYTEST = ("-q", "-n0", "-x", "-p", "no:cacheprovider")
FAILED, BROKEN = (pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED)


class CannotCollect(Exception):
    """The tests cannot be collected as the sources are."""


def run(root, names, *, tests, wanted, options):
    """Return what came of each mutant of the files, and which tests were not asked, and why.

    Args:
        root: folder that the names of files and tests are of.
        names: of the source files.
        tests: folders or files of tests; empty: those of each package.
        wanted: (source, mutant) -> whether it is asked for.
        options: for `MutantSession`.
    """
    outcomes, not_asked = [], {}
    for package, group in groupby(sorted(names), key=lambda name: name.split("/")[0]):
        sources = [Source(root, name) for name in group]
        files = candidates(root, [each.name for each in sources], among=tests or [f"tests/{package}"])
        asked = carried_out(lambda s=sources, f=files: _session(s, f, wanted, options))
        not_asked |= asked["not_asked"]
        mutants = [(each, m) for each in sources for m in each.mutants if wanted(each, m)]
        for (source, mutant), outcome in zip(mutants, asked["outcomes"], strict=True):
            if outcome == FRESH:
                outcome = _alone(source, mutant, asked["tests"])
            place = (source.name, mutant.line, mutant.scope)
            outcomes.append(Outcome(*place, mutant.operator, mutant.change, outcome))
    return outcomes, not_asked


def _session(sources, files, wanted, options):
    """Be the process that collects the tests and runs the mutants."""
    tell = os.fdopen(os.dup(2), "w")
    quiet()
    Finder({(each.module, each.path): each.probed() for each in sources})
    from tests.mutants.session import MutantSession  # with it comes what is mutated

    plugin = MutantSession(sources, wanted=wanted, tell=tell, **options)
    if _pytest(files, plugin) != pytest.ExitCode.OK:
        raise CannotCollect(f"cannot collect {', '.join(files)}: run pytest over them")
    return {"outcomes": plugin.outcomes, "not_asked": plugin.not_asked, "tests": plugin.asked_names}


def _alone(source, mutant, tests):
    """Return what a mutant comes to in a process that imports it: "tests", "time", or nothing."""

    def exit_code():
        quiet()
        Finder({(source.module, source.path): source.mutated(mutant)})
        return int(_pytest(tests))

    code = carried_out(exit_code, processor_s=PATIENCE_S, wall_s=4 * PATIENCE_S) if tests else 0
    if code is None:
        return "time"
    return "tests" if code in (FAILED, BROKEN) else ""


class Repeatable:
    """A plugin of pytest: what is drawn at random is drawn alike again, and no failure is made small."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        """Say so before tests are collected."""
        import hypothesis  # pytest rewrites it as it is first imported

        hypothesis.settings.register_profile(
            "mutants",
            deadline=None,
            derandomize=True,
            database=None,
            phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        hypothesis.settings.load_profile("mutants")


def _pytest(arguments, *plugins):
    if not arguments:
        return pytest.ExitCode.OK
    return pytest.main([*PYTEST, *arguments], plugins=[Repeatable(), *plugins])
