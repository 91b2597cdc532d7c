"""How the tests are run: all of them on all cores, and real time never twice at once.

    all cores  [ kernels ]
    worker 1               [ files marked real_time: processes, sockets, waiting .. ] [ file ]
    worker 2               [ flight ] [ flight ] [ flight ] [ file ] [ file ] [ file ]
    worker 3               [ flight ] [ flight ] [ file ] [ file ] [ file ] [ file ]    one more than cores

A run of everything is spread over the cores, a file or a folder at a time, whose tests share flights.
What is named by file or mark runs in one process (the attack spreads its flights by itself), and so does
everything with `-n 0`.
"""

import gc
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from ground.scenario.scenario_table import PlantName
from tests import real_time
from tests.invariants import keywords

HERE = Path(__file__).parent
LONGEST = ["real time", "ground/audit/", "house/", "system/", ""]  # begins of groups, the longest first
TOGETHER = ("ground/audit/", "house/")  # folders whose files share what one of them flies or reads

OF_INVARIANTS = keywords()

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
    parser.addoption("--service-hours", type=float, default=1.0, help="of a long service (-m sweep)")
    parser.addoption("--no-skips", action="store_true", help="a skipped test is a failure (CI)")


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    """Spread a run of everything over the cores, unless the command line says otherwise."""
    options = config.option
    if getattr(options, "numprocesses", 0) is None and is_everything(config):
        options.numprocesses = len(os.sched_getaffinity(0)) + 1  # the one in real time mostly waits
        if not options.collectonly:
            share_bytecode(config)
            compile_kernels()
    if getattr(options, "numprocesses", 0):
        options.dist, options.loadscopereorder = "loadgroup", False
    if hasattr(config, "workerinput"):
        options.loadgroup = True  # a worker reads the command line anew, and there no groups are named


def is_everything(config):
    """True in the process that was asked for the plain tests without naming any."""
    named = config.args_source is not config.ArgsSource.TESTPATHS or hasattr(config, "workerinput")
    return not named and config.option.markexpr in config.getini("addopts")


def share_bytecode(config):
    """Where bytecode may not lie beside its source, keep it for the run: each process would compile all."""
    if sys.dont_write_bytecode or not os.access(HERE, os.W_OK):
        folder = tempfile.mkdtemp(prefix="farhand-bytecode-")
        config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder


def compile_kernels():
    """Compile what most tests need, before any begins."""
    from tests.compiled_first import compile_all  # which loads the compiler

    print("compiles kernels", file=sys.stderr, flush=True)
    compile_all()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection():
    """Look for no garbage while tests are collected, nor ever again in what was: all of it stays."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True, specname="pytest_collection")
def begin_elsewhere(session):
    """Let each worker that reads all files begin elsewhere, so that it finds most bytecode made by others."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or session.config.args_source is not session.config.ArgsSource.TESTPATHS:
        return
    files, number = sorted(HERE.rglob("test_*.py")), int(worker["workerid"].removeprefix("gw"))
    for file in files[number :: worker["workercount"]]:
        with suppress(pytest.skip.Exception, pytest.Collector.CollectError):
            _ = pytest.Module.from_parent(session, path=file).obj


def pytest_itemcollected(item):
    """Let `-k invariant_12` find the tests of an invariant."""
    if item.path.is_relative_to(HERE):
        name = f"{item.path.relative_to(HERE).as_posix()}::{item.originalname}"
        item.extra_keyword_matches |= OF_INVARIANTS.get(name, set())


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    """Give each worker whole files, and one of them all that are in real time; the longest groups come first.

    The tests of a file stay together, for they share its flights, and so do those of a few folders: real time
    is what is marked as a whole.
    """
    if not hasattr(config, "workerinput"):
        return
    mixed = {item.path for item in items if not real_time.is_marked(item)}
    for item in items:
        item.add_marker(
            pytest.mark.xdist_group(group_of_file(item.path) if item.path in mixed else "real time")
        )
    items.sort(key=lambda item: rank(group_of(item)))


def group_of_file(path):
    """Return the tests that share flights with those of a file: its own, or those of its folder."""
    name = path.relative_to(HERE).as_posix()
    return next((folder for folder in TOGETHER if name.startswith(folder)), name)


def rank(group):
    """Return when a group begins: after what is longer."""
    return next(place for place, begin in enumerate(LONGEST) if group.startswith(begin))


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


@pytest.fixture(scope="module", autouse=True)
def no_window_left():
    """Delete the windows that a file has left: they would hear the keys of the next one."""
    yield
    widgets = sys.modules.get("PySide6.QtWidgets")
    if widgets is None or widgets.QApplication.instance() is None:
        return
    for window in widgets.QApplication.topLevelWidgets():
        if isinstance(window, widgets.QMainWindow):
            window.deleteLater()
    deferred = sys.modules["PySide6.QtCore"].QEvent.Type.DeferredDelete
    widgets.QApplication.sendPostedEvents(None, deferred)
