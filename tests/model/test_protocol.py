"""The small model of the command path, followed whole: no law is broken, unless a rule is, in so many ticks.

Bounds: cells on a line and one obstacle, speeds of one cell a tick and stops of one tick, the patience of
`choices.small`, one thing beside the nominal in each tick (two in some), any one verdict ever sent or all
that are new, and so many ticks from rest as each test says.  Of commands without motion one kind is in it;
who may fire beside the holder of the lease, and contact by ARM and FIRE, are not.
"""

import resource
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.model.choices import MENU, begin, small, successors
from tests.model.explore import count, explore
from tests.model.protocol import Happens, after
from tests.model.situation import ARMED, FAR, Situation

A_THIRD = 3_400_000
CLOSING = {"windows": ((0, 15), (18, FAR))}
NEAR = {"obstacles": (3, 2)}


class Mutation(NamedTuple):
    """Rules that are broken, what may happen, and what comes of it."""

    broken: str  # joined by +
    menu: str  # joined by commas
    violated_in: int | None  # ticks; None: never, as another rule holds
    law: str = ""
    setup: Mapping[str, object] = MappingProxyType({})


MUTATIONS = [
    Mutation("verdict epoch", "arm,bad verdict", 6, "no verdict came"),
    Mutation("world", "arm,obstacle moves", 3, "no verdict came"),
    Mutation("gap", "arm there and back,plan waits", 3, "no verdict came"),
    Mutation("unverified", "arm", 3, "no verdict came"),
    Mutation("time-out", "arm", 4, "no verdict came"),
    Mutation("stop covered", "hand", 4, "too near"),
    Mutation("wait", "arm", 2, "too early"),
    Mutation("bad verdict", "arm,bad verdict", 2, "a bad verdict changes nothing"),
    Mutation("escape verdicts", "arm,unsound verdict", 2, "a bad verdict changes nothing"),
    Mutation("new epoch", "arm,disarm", 4, "a number that goes back"),
    Mutation("hold", "arm,hold", 3, "nobody armed it"),
    Mutation("operator", "arm,nobody", 3, "nobody is there"),
    Mutation("dead-man", "hand,let go", 3, "the dead-man is let go"),
    Mutation("telemetry", "arm,no telemetry", 3, "telemetry is old"),
    Mutation("recorder", "arm,recorder ill,recorder silent", 3, "the recorder is ill"),
    Mutation("predictor", "arm,predictor silent", 4, "the predictor is silent", {"predictor": 0}),
    Mutation("late tick", "arm,late tick", 2, "the tick is late", {"operator": 2}),
    Mutation("old entry", "arm", 6, "too old", {"filling": 8}),
    Mutation("room", "arm", 3, "there is no room for its stop", {"windows": ((0, 16), (18, FAR))}),
    Mutation("record first", "arm,full disk", 3, "it is not written"),
    Mutation("release log", "arm,crash", 12, "it begins elsewhere"),
    Mutation("latch", "arm,latch", 3, "the spacecraft is latched"),
    Mutation("adopt", "arm,arm back,latch,resume", 12, "it begins elsewhere"),
    Mutation("resume epoch", "latch,resume twice", 5, "an old resume counts"),
    Mutation("board latch", "arm,packet lost", 6, "the arm jumps"),
    Mutation("board numbers", "arm,packet twice", 5, "executed twice"),
    Mutation("lease", "arm,nobody", 4, "not the holder's", {"operator": 5}),
    Mutation("one holder+operator", "arm,other console", 3, "not the holder's"),
    Mutation("window+room", "arm", 3, "there is no room for its stop", CLOSING),
    Mutation("restart idle+operator", "arm,crash", 3, "no verdict came"),
    Mutation("poll", "arm,no go", 3, "not everybody has said GO", {"poll": True}),
    Mutation("take over", "arm,take over", 2, "taken over in motion"),
    Mutation("session", "arm,new session", 3, "armed in an earlier life of its console"),
    Mutation("session", "arm operation,new session,fire", 3, "something has happened since ARM"),
    Mutation("fire first", "fire", 1, "fired without ARM"),
    Mutation("altered fire", "arm operation,fire altered", 2, "another is fired than was armed"),
    Mutation("copied arm", "arm operation,fire,copied arm", 6, "fired twice"),
    Mutation("arm expires", "arm operation,fire", 4, "fired too late"),
    Mutation("review", "arm operation,recorder ill,fire", 3, "something has happened since ARM"),
    Mutation("board operations", "arm operation,fire twice", 4, "executed twice"),
    Mutation("update voids", "arm,update", 3, "no verdict came"),
    Mutation("rejudge", "arm,update", 5, "what has left comes too near, and nobody holds it"),
    # What another rule makes good:
    Mutation("review", "arm operation,hold,resume,fire", None),  # the hash names the epoch
    Mutation("one holder", "arm,other console", None),  # the new holder has given no sign yet
    Mutation("window", "arm", None, "", CLOSING),  # room for the stop is asked first
    Mutation("inside", "arm,obstacle moves", None, "", NEAR),  # no verdict permits it
    Mutation("flush", "arm,disarm,hold", None),  # arming empties the queue, too
    Mutation("unconfirmed hold", "arm,hold,resume,latch", None),  # HOLD wins over a resume on board
    Mutation("restart epoch", "arm,crash", None),  # each arming begins another one
    Mutation("stop samples", "arm,disarm", None),  # the spacecraft stops by itself
    Mutation("quiet", "arm,arm back,disarm", None),  # what arrives late latches
]


def explored(mutation, broken, ticks):
    setup = small(broken=frozenset(broken), **mutation.setup)
    return explore(begin(setup), successors(tuple(mutation.menu.split(","))), ticks=ticks, key=Situation.key)


@pytest.mark.parametrize("mutation", MUTATIONS, ids=[mutation.broken for mutation in MUTATIONS])
def test_a_rule_that_is_broken_is_seen_in_so_many_ticks_or_made_good_by_another(mutation):
    found = explored(mutation, mutation.broken.split("+"), mutation.violated_in or 9)
    assert (len(found.trace) or None, found.violation) == (mutation.violated_in, mutation.law), found
    assert explored(mutation, (), mutation.violated_in or 1).violation == ""


@pytest.mark.parametrize(("n_d", "least"), [(2, 1_500), (3, 1_500), (4, 1_500)])
def test_no_law_is_broken_whatever_happens_in_three_ticks(n_d, least, record_property):
    found = explore(begin(small(n_d=n_d)), successors(tuple(MENU)), ticks=3, key=Situation.key)
    assert found.violation == "", found.trace
    assert found.states > least
    record_property("states", found.states)


def flown(n_d, *, source="plan", usual=1, fourth=1):
    """Fly without a fault; verdicts take so many ticks. Returns when pushed, when left, and the end."""
    s, pushed, left = begin(small(n_d=n_d, obstacles=(90, 91))), [], []
    acts, came = iter([{"plan": "arm", "hand": "hand"}[source]]), 0
    for tick in range(16):
        is_due = came < len(pushed) and tick - pushed[came] >= (fourth if came == 3 else usual)
        verdicts, came = (str(came), came + 1) if is_due else ("none", came)
        was = len(s.sent)
        s = after(s, Happens(act=next(acts, ""), plan=(1,) * 8, step=1, hand="pressed", verdicts=verdicts))
        pushed += [tick] * (len(s.sent) - was)
        left += [tick] * (s.left is not None and s.left_kind == "motion")
    return pushed, left, s


@pytest.mark.parametrize("source", ["plan", "hand"])
@pytest.mark.parametrize("n_d", [1, 2, 3, 4])
def test_without_a_fault_every_command_leaves_n_d_ticks_after_its_push(n_d, source):
    pushed, left, s = flown(n_d, source=source, usual=n_d, fourth=n_d)
    assert len(left) >= 8 and s.law == ""
    assert left == [tick + n_d for tick in pushed[: len(left)]]


@pytest.mark.parametrize("n_d", [1, 2, 3, 4])
def test_one_verdict_in_flight_that_takes_a_tick_more_than_the_queue_has_ends_the_motion(n_d):
    _, left, s = flown(n_d, usual=n_d, fourth=n_d + 1)
    assert len(left) == 3 and s.state not in ARMED


def test_one_entry_is_too_few_for_a_verdict_that_takes_a_tick_more_than_usual():
    is_whole = [len(flown(n_d, fourth=2)[1]) >= 8 for n_d in (1, 2, 3, 4)]
    assert is_whole == [False, True, True, True]


@pytest.mark.sweep
@pytest.mark.parametrize("n_d", [2, 3, 4])
def test_no_law_is_broken_in_ten_million_states(n_d, record_property):
    """A third of them each: some 2,500 states in a second of one processor, so half an hour for each n_d."""
    found = count(begin(small(n_d=n_d)), successors(tuple(MENU)), ticks=8, most=A_THIRD)
    most_octets = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"n_d {n_d}: {found.states} states, {found.ticks} ticks whole, {most_octets / 1e9:.1f} GB")
    assert found.violation == "", found.trace
    record_property("states", found.states)
    assert found.states >= A_THIRD
    assert most_octets <= 8 * 2**30
