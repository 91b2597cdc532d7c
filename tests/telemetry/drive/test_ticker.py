"""The ticker: never early, once for each instant, and it follows when the instant is moved."""

import threading

import pytest

from telemetry.drive.ticker import Ticker
from telemetry.life.clock import monotonic_ns
from telemetry.life.contract import NEVER_NS
from tests.telemetry.drive.runtime_bench import PATIENCE_S, wait_for

pytestmark = pytest.mark.real_time

MILLISECOND_NS = 1_000_000
FAR_NS = 3_600_000 * MILLISECOND_NS


class StandingClock:
    """A clock that moves only by hand, and counts who looks at it."""

    def __init__(self):
        self.now_ns, self.looks = 0, 0

    def __call__(self):
        self.looks += 1
        return self.now_ns


class Woken:
    """Notes each wake, and may set the next instant from it as the role's loop would."""

    def __init__(self, now_ns=monotonic_ns):
        self.at_ns = []
        self.rang = threading.Event()
        self.ticker = Ticker(self.wake, now_ns)

    def wake(self):
        self.at_ns.append(monotonic_ns())
        self.rang.set()


@pytest.fixture
def woken():
    woken = Woken()
    woken.ticker.start()
    yield woken
    woken.ticker.stop()


def test_it_never_wakes_early(woken):
    due_ns = monotonic_ns() + 20 * MILLISECOND_NS
    woken.ticker.set(due_ns)
    assert woken.rang.wait(PATIENCE_S)
    assert woken.at_ns[0] >= due_ns


def test_every_instant_of_a_hundred_hertz_wakes_once_and_in_order(woken):
    due = []
    for _ in range(20):
        due.append(monotonic_ns() + 10 * MILLISECOND_NS)
        woken.ticker.set(due[-1])
        wait_for(lambda: len(woken.at_ns) == len(due))
    assert all(at_ns >= due_ns for at_ns, due_ns in zip(woken.at_ns, due, strict=True))


def test_it_does_not_wake_again_for_the_same_instant(woken):
    woken.ticker.set(0)
    assert woken.rang.wait(PATIENCE_S)
    woken.ticker.set(NEVER_NS)
    woken.ticker.stop()
    assert len(woken.at_ns) == 1


def test_an_instant_may_be_moved_earlier(woken):
    woken.ticker.set(monotonic_ns() + FAR_NS)
    woken.ticker.set(monotonic_ns() + MILLISECOND_NS)
    assert woken.rang.wait(PATIENCE_S)


def test_an_instant_may_be_moved_later():
    clock = StandingClock()
    woken = Woken(clock)
    woken.ticker.start()
    woken.ticker.set(10 * MILLISECOND_NS)
    woken.ticker.set(20 * MILLISECOND_NS)
    clock.now_ns = 15 * MILLISECOND_NS
    looked = clock.looks
    wait_for(lambda: clock.looks > looked + 1)
    assert not woken.rang.is_set()
    clock.now_ns = 20 * MILLISECOND_NS
    assert woken.rang.wait(PATIENCE_S)
    woken.ticker.stop()


def test_nothing_wakes_after_the_stop(woken):
    woken.ticker.set(monotonic_ns() + FAR_NS)
    woken.ticker.stop()
    woken.ticker.set(0)
    assert woken.at_ns == []
