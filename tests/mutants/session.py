"""One run of pytest in which each mutant meets the tests that reach its line.

    collect ---> each test once, as it is: which lines, how long
            ---> all again in a child, what is written exchanged for itself: whatever fails is out
            ---> for each mutant a child: the tests that reach it, cheapest first, to the first that fails

A flight that several tests of a file share was flown by the first of them: what is reached as a test is set
up counts for all of its file, and so does everything in a file that keeps results.  Not asked are tests in
real time, tests that fail as it is, and those that take longer than they may; they are told.  A mutant meets
as many of its tests as fit into its time, so one that survives may be found by a longer test.
"""

import functools
import gc
import itertools
import signal
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.conftest import is_real_time
from tests.mutants.candidates import is_of
from tests.mutants.children import Child, bound_memory, carried_out, quiet, wait
from tests.mutants.source import Functions, reached

SURVIVED, FRESH, TIME = "", "fresh", "time"  # the outcomes beside the name of the test that failed
EACH = 50  # mutants: progress is told
SHORT_S = 0.1  # tests below come first, each by itself; longer ones file by file, for what they share
TIMES, MORE_S = 5.0, 3.0  # the time of a mutant: that of its tests, so many times, and more
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

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        """Leave out what runs in real time: it may fail for another reason."""
        slow = [item for item in items if is_real_time(item.module)]
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
        again = carried_out(lambda: self._failing_again(asked))
        self.not_asked |= dict.fromkeys(again, "fails when it is run again")
        asked = [each for each in asked if each.item.nodeid not in again]
        self.asked_names = [each.item.nodeid for each in asked]
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
                index, (source, mutant, tests) = waiting.pop(0)
                if tests:
                    active[index] = self._started(source, mutant, tests)
            wait(active.values())
            for index in [index for index, child in active.items() if child.has_ended()]:
                outcome = active.pop(index).result()
                self.outcomes[index] = TIME if outcome is None else outcome
                if index % EACH == 0:
                    print(f"mutant {index} of {len(trials)}", file=self._tell, flush=True)

    def _started(self, source, mutant, tests):
        seconds = sum(test.seconds for test in tests)
        return Child(
            lambda: self._outcome(source, mutant, tests),
            processor_s=TIMES * seconds + MORE_S,
            wall_s=WALL_TIMES * seconds + WALL_MORE_S,
        )

    def _failing_again(self, asked):
        """Return which tests fail in a child without any mutant: they would find whatever is not there."""
        quiet()
        bound_memory()
        for source in self._sources:
            self._functions.exchange(source.path, source.codes)
        return [test.item.nodeid for test in self._failing(_in_order(asked))]

    def _failing(self, tests):
        """Run tests; return each that fails, as soon as it does."""
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            reports = runtestprotocol(test.item, log=False, nextitem=following and following.item)
            if any(report.failed for report in reports):
                yield test

    def _outcome(self, source, mutant, tests):
        """Return the first test that fails with a mutant; none of them: it has survived."""
        quiet()
        bound_memory()
        is_done = mutant.place.is_run and self._functions.exchange(source.path, source.changed(mutant))
        if not is_done:
            return FRESH
        for test in self._failing(tests):
            return test.item.nodeid
        was_imported = (source.path, mutant.place.statement) in self.imported
        return FRESH if was_imported else SURVIVED


class TooLongError(BaseException):
    """The test takes longer than those that are asked."""


@contextmanager
def _ended_after(seconds):
    """End what takes longer, of the processor's time."""

    def end(*_):
        raise TooLongError

    signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except TooLongError:  # between two parts of a test
        pass
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


def _in_order(tests):
    by_file = defaultdict(float)
    for test in tests:
        by_file[test.item.path] += test.seconds
    short = sorted((test for test in tests if test.seconds < SHORT_S), key=lambda test: test.seconds)
    long = [test for test in tests if test.seconds >= SHORT_S]
    return short + sorted(long, key=lambda test: (by_file[test.item.path], str(test.item.path)))


def _keeps(module):
    """True if something in a file of tests keeps a result for whoever asks again."""
    return any(isinstance(value, Cached) for value in vars(module).values())
