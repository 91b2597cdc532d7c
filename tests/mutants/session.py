"""One run of pytest in which each mutant meets the tests that reach its line.

    collect ---> each test once, as it is: which lines, how long
            ---> all again in a child, what is written exchanged for itself: whatever fails is out
            ---> for each mutant a child: the tests that reach it, to the first that fails: those that found
                 its neighbours, then those that reach little and are cheap

A flight that several tests of a file share was flown by the first of them: what is reached as a test is set
up counts for all of its file, and so does everything in a file that keeps results.  Not asked are tests in
real time, tests that fail as it is, and those that take longer than they may; they are told.  A mutant meets
as many of its tests as fit into its time, so one that survives may be found by a longer test.  A test that
takes many times as long as it did has found it too.
"""

import functools
import gc
import itertools
import signal
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests import real_time
from tests.mutants.candidates import is_of
from tests.mutants.children import Child, bound_memory, carried_out, quiet, wait
from tests.mutants.source import Functions, reached

SURVIVED, FRESH, TIME = "", "fresh", "time"  # the outcomes beside the name of the test that failed
EACH = 50  # mutants: progress is told
SHORT_S = 0.1  # tests below come first, each by itself; longer ones file by file
TIMES, MORE_S = (
    5.0,
    0.5,
)  # the time of a test with a mutant: that of its file's longest, so many times, and more
WHOLE_TIMES, WHOLE_MORE_S = 10.0, 10.0  # the time of a mutant, whatever its tests hang in
WALL_TIMES, WALL_MORE_S = 40.0, 60.0
Cached = type(functools.cache(len))


@dataclass(slots=True, kw_only=True, eq=False)
class Asked:
    """A test, and what it does as the sources are."""

    item: pytest.Item
    seconds: float
    lines: frozenset[tuple[str, int]]


class MutantSession:
    """A plugin of pytest that runs tests and mutants instead of the tests."""

    def __init__(self, sources, *, jobs, longest_s, most_s, wanted, tell):
        """Take the sources; `wanted` says which of their mutants are asked for, `tell` how far it is."""
        self._sources, self._jobs, self._tell = sources, jobs, tell
        self._longest_s, self._most_s = longest_s, most_s  # of a test, and of all that a mutant meets
        self._mutants = [(each, m) for each in sources for m in each.mutants if wanted(each, m)]
        self._root, self._paths = sources[0].root, {each.path for each in sources}
        self._shared = defaultdict(set)  # file of tests -> what is reached by setting one up
        self.outcomes = []  # of each mutant
        self.not_asked = {}  # test -> why
        self.asked_names = []
        self.imported = frozenset()
        self._found_by = defaultdict(dict)  # source -> {line: name of the test that found a mutant there}
        self._alone_s = {}  # name of a test that has taken too long with a mutant -> by itself, without one

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        """Leave out what runs in real time: it may fail for another reason."""
        slow = [item for item in items if real_time.is_marked(item)]
        self.not_asked |= {item.nodeid: "real time" for item in slow}
        items[:] = [item for item in items if item not in slow]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self, item):
        """Note what setting up has reached."""
        result = yield
        self._shared[item.path] |= reached
        return result

    def pytest_runtestloop(self, session):
        """Run each test, and then each mutant."""
        self.imported = frozenset(reached)
        asked = self._run_tests(session.items)
        for each in asked:
            each.lines |= self._shared[each.item.path]
        self._forget_results()
        self._functions = Functions(self._paths)
        gc.freeze()  # a child need not copy all of it
        again = carried_out(lambda: self._times_again(_in_order(asked)))
        failing = [name for name, seconds in again.items() if seconds is None]
        self.not_asked |= dict.fromkeys(failing, "fails when it is run again")
        asked = [each for each in asked if each.item.nodeid not in failing]
        for each in asked:
            each.seconds = again[each.item.nodeid]
        self.asked_names = [each.item.nodeid for each in asked]
        self._longest_of = _longest_by_file(asked)
        self._run_mutants([(*each, self._tests_of(*each, asked)) for each in self._mutants])
        return True

    def _run_tests(self, items):
        asked = []
        for item, following in zip(items, [*items[1:], None], strict=True):
            reached.clear()
            begin_s = time.process_time()
            reports = []
            with _ended_after(self._longest_s):
                reports = runtestprotocol(item, log=False, nextitem=following)
            seconds = time.process_time() - begin_s
            if seconds > self._longest_s:
                self.not_asked[item.nodeid] = f"takes longer than {self._longest_s:g} s"
            elif any(report.failed for report in reports):
                self.not_asked[item.nodeid] = "fails as it is"
            else:
                asked.append(Asked(item=item, seconds=seconds, lines=frozenset(reached)))
            if _keeps(item.module):
                self._shared[item.path] |= reached
        reached.clear()
        return asked

    def _forget_results(self):
        """Forget what functions keep that may come of the sources; what others have read stays."""
        sources = {Path(each) for each in self._paths}
        for kept in gc.get_objects():
            code = getattr(kept.__wrapped__, "__code__", None) if isinstance(kept, Cached) else None
            if code is not None and is_of(self._root, Path(code.co_filename), sources):
                kept.cache_clear()

    def _tests_of(self, source, mutant, asked):
        """Return the tests that can find a mutant, in their order, as many as fit."""
        at = (source.path, mutant.place.statement)
        reaches_all = not mutant.place.is_run or at in self.imported
        ordered = _in_order([test for test in asked if reaches_all or at in test.lines])
        until_s = itertools.accumulate(test.seconds for test in ordered)
        fit = (test is ordered[0] or s <= self._most_s for test, s in zip(ordered, until_s, strict=True))
        return list(itertools.compress(ordered, fit))

    def _run_mutants(self, trials):
        waiting, active = list(enumerate(trials)), {}
        self.outcomes = [SURVIVED] * len(trials)
        while waiting or active:
            while waiting and len(active) < self._jobs:
                index, trial = waiting.pop(0)
                if trial[2]:
                    active[index] = self._started(*trial)
            wait(active.values())
            for index in [index for index, child in active.items() if child.has_ended()]:
                outcome, is_late = active.pop(index).result() or (TIME, False)
                if is_late and outcome not in self._alone_s:
                    self._measure_alone(outcome, trials[index][2])
                    waiting.insert(0, (index, trials[index]))
                    continue
                source, mutant, _ = trials[index]
                self.outcomes[index] = outcome
                if outcome:
                    self._found_by[source.path][mutant.line] = outcome
                if index % EACH == 0:
                    print(f"mutant {index} of {len(trials)}", file=self._tell, flush=True)

    def _measure_alone(self, name, tests):
        """Note how long a test takes that nobody has begun a flight for."""
        test = next(test for test in tests if test.item.nodeid == name)
        self._alone_s |= carried_out(lambda: self._times_again([test]))

    def _neighbours_first(self, source, mutant, tests):
        """Return tests in another order: those that found the nearest mutants of the file come first."""
        found = self._found_by[source.path]
        nearest = [found[line] for line in sorted(found, key=lambda line: abs(line - mutant.line))]
        place = {name: at for at, name in reversed(list(enumerate(nearest)))}
        return sorted(tests, key=lambda test: place.get(test.item.nodeid, len(nearest)))

    def _started(self, source, mutant, tests):
        seconds = sum(test.seconds for test in tests)
        ordered = self._neighbours_first(source, mutant, tests)
        return Child(
            lambda: self._outcome(source, mutant, ordered),
            processor_s=WHOLE_TIMES * seconds + WHOLE_MORE_S,
            wall_s=WALL_TIMES * seconds + WALL_MORE_S,
        )

    def _times_again(self, asked):
        """Return how long each test takes in a child without any mutant; None: it fails.

        It would find whatever is not there.
        """
        quiet()
        bound_memory()
        for source in self._sources:
            self._functions.exchange(source.path, source.codes)
        times = {}
        for test, following in pairwise([*asked, None]):
            begin_s = time.process_time()
            has_failed = _fails(test, following)
            times[test.item.nodeid] = None if has_failed else time.process_time() - begin_s
        return times

    def _outcome(self, source, mutant, tests):
        """Return the first test that fails with a mutant, or no test; and whether it took too long."""
        quiet()
        bound_memory()
        is_done = mutant.place.is_run and self._functions.exchange(source.path, source.changed(mutant))
        if not is_done:
            return FRESH, False
        for test, following in pairwise([*tests, None]):
            has_failed = True  # if it does not end
            alone_s = self._alone_s.get(test.item.nodeid) or 0.0
            with _ended_after(TIMES * max(self._longest_of[test.item.path], alone_s) + MORE_S) as clock:
                has_failed = _fails(test, following)
            if has_failed:
                return test.item.nodeid, clock.has_rung
        was_imported = (source.path, mutant.place.statement) in self.imported
        return (FRESH if was_imported else SURVIVED), False


class TooLongError(BaseException):
    """The test takes longer than those that are asked."""


class Clock:
    """Whether it has rung."""

    has_rung = False


@contextmanager
def _ended_after(seconds):
    """End what takes longer, of the processor's time."""
    clock = Clock()

    def end(*_):
        clock.has_rung = True
        raise TooLongError

    signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield clock
    except TooLongError:  # between two parts of a test
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


def _fails(test, following):
    """True if a test fails, or not even its report can be made: that may ask what a mutant has broken."""
    try:
        reports = runtestprotocol(test.item, log=False, nextitem=following and following.item)
    except Exception:
        return True
    return any(report.failed for report in reports)


def _in_order(tests):
    """Return short tests that reach little first; long ones file by file, for what they share."""
    by_file = defaultdict(float)
    for test in tests:
        by_file[test.item.path] += test.seconds
    short = [test for test in tests if test.seconds < SHORT_S]
    short.sort(key=lambda test: test.seconds * len(test.lines))
    long = [test for test in tests if test.seconds >= SHORT_S]
    return short + sorted(long, key=lambda test: (by_file[test.item.path], str(test.item.path)))


def _longest_by_file(tests):
    longest = defaultdict(float)
    for test in tests:
        longest[test.item.path] = max(longest[test.item.path], test.seconds)
    return longest


def _keeps(module):
    """True if something in a file of tests keeps a result for whoever asks again."""
    return any(isinstance(value, Cached) for value in vars(module).values())
