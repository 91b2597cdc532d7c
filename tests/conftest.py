"""How the tests are run: all of them on all cores, and real time never twice at once.

    worker 1   [ marked real_time: processes, sockets, waiting . ] [ file ]
    worker 2   [ every method: most kernels ] [ file ] [ file ] [ file ]
    worker 3   [ file ] [ file ] [ file ] [ file ] [ file ] [ file ]       one more than there are cores

A run of everything is spread over the cores, a file at a time, because the tests of a file share its flights.
What is named by file or mark runs in one process (the attack spreads its flights by itself), and so does
everything with `-n 0`.
"""

import os
from pathlib import Path
from typing import get_args

import pytest

from ground.scenario import PlantName
from tests import real_time

HERE = Path(__file__).parent
LONGEST = ["real time", "every method"]

real_time.watch()


def pytest_addoption(parser):
    parser.addoption("--flights", type=int, default=60, help="flights of the attack (-m attack)")
    parser.addoption("--first-seed", type=int, default=1, help="seed of the attack's first flight")
    parser.addoption(
        "--plant",
        choices=get_args(PlantName),
        default="physics",
        help="the spacecraft's body in the attack",
    )
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failure (CI)")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Spread a run of everything over the cores, unless the command line says otherwise."""
    options = config.option
    if getattr(options, "numprocesses", 0) is None and is_everything(config):
        options.numprocesses = len(os.sched_getaffinity(0)) + 1  # the one in real time mostly waits
    if getattr(options, "numprocesses", 0):
        options.dist, options.loadscopereorder = "loadgroup", False
    if hasattr(config, "workerinput"):
        options.loadgroup = True  # a worker reads the command line anew, and there no groups are named


def is_everything(config):
    """True in the process that was asked for the plain tests without naming any."""
    named = config.args_source is not config.ArgsSource.TESTPATHS or hasattr(config, "workerinput")
    return not named and config.option.markexpr in config.getini("addopts")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Give each worker whole files, and one of them all that is in real time; the longest groups come first.

    Files that need many kernels of their own name a group, so that one worker alone compiles them.
    """
    if not hasattr(config, "workerinput"):
        return
    for item in items:
        is_marked = item.get_closest_marker(real_time.MARK) is not None
        group = "real time" if is_marked else item.path.relative_to(HERE).as_posix()
        if item.get_closest_marker("xdist_group") is None:
            item.add_marker(pytest.mark.xdist_group(group))
    items.sort(
        key=lambda item: LONGEST.index(group) if (group := group_of(item)) in LONGEST else len(LONGEST)
    )


def group_of(item):
    """Return which tests one worker shares with this one."""
    return item.get_closest_marker("xdist_group").args[0]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item):
    """Let no test do what it is not marked for."""
    with real_time.only_if_marked(item):
        return (yield)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item):
    """Where everything has to run, a skipped test is a failure."""
    return no_skip((yield), item.config)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    """And so is a file that skips as a whole."""
    return no_skip((yield), collector.config)


def no_skip(report, config):
    """Return a report that fails where it skipped; what is expected to fail has not skipped."""
    if report.skipped and config.option.no_skips and not hasattr(report, "wasxfail"):
        report.outcome, report.longrepr = "failed", f"{report.longrepr[-1]} (--no-skips: a failure)"
    return report
