"""The vigil of an orphan: how long it stays when nobody watches over it any more."""

import pytest

from telemetry.agreed.authority import SCRIPT
from telemetry.hold.orphan import ALONE_NS, PREDECESSOR_SILENT_NS, TELEMETRY_GONE_NS, OrphanWatch
from telemetry.life.contract import End
from tests.telemetry.test_bridge_role import telemetry

S = 1_000_000_000
BEGUN_NS = 100 * S
ENDS_NS = BEGUN_NS + ALONE_NS


def orphan(mode="rehearsal", *, latched=True):
    watch = OrphanWatch(mode)
    watch.on_orphaned(BEGUN_NS)
    see(watch, ENDS_NS - 1, latched=latched)
    return watch


def see(watch, now_ns, *, latched):
    watch.on_telemetry(telemetry(latched=latched), now_ns)


def test_an_orphan_ends_when_the_arm_is_latched_and_nobody_was_heard_for_a_minute():
    watch = orphan(latched=True)
    assert (watch.ending(ENDS_NS - 1), watch.ending(ENDS_NS)) == ([], [End()])


def test_a_role_with_a_supervisor_does_not_end_by_itself():
    watch = OrphanWatch("rehearsal")
    see(watch, ENDS_NS, latched=True)
    assert watch.ending(10 * ENDS_NS) == []


def test_in_live_mode_an_orphan_never_ends_by_itself_and_asks_for_no_hold():
    watch = orphan("live", latched=False)
    assert (watch.ending(100 * ENDS_NS), watch.needs_hold(100 * ENDS_NS)) == ([], False)


def test_a_person_begins_the_minute_anew():
    watch = orphan(latched=True)
    watch.on_request(ENDS_NS - 1, "hold")
    see(watch, ENDS_NS, latched=True)
    assert (watch.ending(ENDS_NS), watch.ending(ENDS_NS - 1 + ALONE_NS)) == ([], [End()])


@pytest.mark.parametrize("actor", [SCRIPT, "bridge"])
def test_script_and_bridge_are_no_persons(actor):
    watch = orphan(latched=True)
    watch.on_request(ENDS_NS - 1, actor)
    assert watch.ending(ENDS_NS) == [End()]


def test_an_arm_that_is_not_latched_needs_hold_before_anybody_ends():
    watch = orphan(latched=False)
    assert (watch.needs_hold(ENDS_NS - 1), watch.needs_hold(ENDS_NS)) == (False, True)
    assert watch.ending(ENDS_NS) == []
    see(watch, ENDS_NS + S, latched=True)
    assert (watch.needs_hold(ENDS_NS + S), watch.ending(ENDS_NS + S)) == (False, [End()])


def test_an_orphan_ends_when_telemetry_is_gone():
    watch = orphan(latched=False)
    last_ns = ENDS_NS - 1
    assert (watch.ending(last_ns + TELEMETRY_GONE_NS), watch.ending(last_ns + TELEMETRY_GONE_NS + 1)) == (
        [],
        [End()],
    )


def test_a_latch_that_was_left_does_not_count():
    watch = orphan(latched=True)
    see(watch, ENDS_NS, latched=False)
    assert watch.ending(ENDS_NS) == []


def test_an_orphan_ends_after_the_one_that_it_hears():
    watch = orphan(latched=True)
    watch.on_predecessor(ENDS_NS)
    assert (
        watch.ending(ENDS_NS + PREDECESSOR_SILENT_NS),
        watch.ending(ENDS_NS + PREDECESSOR_SILENT_NS + 1),
    ) == ([], [End()])
