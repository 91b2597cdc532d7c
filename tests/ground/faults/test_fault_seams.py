"""The seams of virtual time, and the faults that come in by them."""

from dataclasses import dataclass, field

import msgspec
import pytest

from ground.faults import fault_seams
from ground.faults.fault_seams import FaultSeams
from ground.faults.ground_faults import Disturbance, FailingStore, Frozen, SlowStore, Stepped
from telemetry.drive.seams import Parcel
from telemetry.drive.store import FileStore, MemoryStore, packed
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.life.contract import NEVER_NS, Persist, PersistFailed, RoleSpec, Send
from telemetry.messages.handle import HandIntent

LAN_NS = 1_000
PERIOD_NS = 10_000
ENDLESS = 10**9
S = 10**9
RECORDS = (b"one", b"two", b"three")


def lasting(begin_ns, end_ns):
    """When a fault begins, and for how long it lasts."""
    return {"at_s": begin_ns / S, "duration_s": (end_ns - begin_ns) / S}


@dataclass
class Probe:
    """A role of its own clock: says at each tick what its settings prepare, and notes what it hears."""

    says: list = field(default_factory=list)
    due_ns: int = NEVER_NS
    heard: list = field(default_factory=list)  # (its clock, place of the hand)
    ticked: list = field(default_factory=list)  # its clock
    failed: list = field(default_factory=list)

    def receive(self, message, sender, now_ns):
        if isinstance(message, PersistFailed):
            self.failed.append(message)
        else:
            self.heard.append((now_ns, message.at_ns))
        return []

    def tick(self, now_ns):
        self.due_ns += PERIOD_NS * (1 + (now_ns - self.due_ns) // PERIOD_NS)
        self.ticked.append(now_ns)
        return self.says.pop(0) if self.says else []


def build(settings, store, rng):
    if settings.get("is_broken"):
        raise ValueError("cannot be built")
    return Probe(**settings)


def numbered(count):
    """One message in each tick, with its number as the time of the hand."""
    intents = [HandIntent(p_handle=(0.0, 0.0, 0.0), speed=0.1, dead_man=True, at_ns=k) for k in range(count)]
    return [[Send(intent)] for intent in intents]


def drive(*faults, says=(), stores=lambda role: MemoryStore()):
    """An operator that ticks and speaks, and haptics that listens; returns driver, speaker, listener."""
    specs = [
        RoleSpec("operator", f"{__name__}:build", {"due_ns": 0, "says": list(says)}),
        RoleSpec("haptics", f"{__name__}:build", {}),
    ]
    driver = VirtualTime(specs, seed=1, timing=Timing(lan_ns=LAN_NS), stores=stores)
    driver.seams = FaultSeams(faults, seed=1)
    return driver, driver.role("operator"), driver.role("haptics")


def heard_under(count=40, **chances):
    """Places that arrive while messages to haptics are disturbed, and what was done to them."""
    fault = Disturbance(participant="haptics", **lasting(0, ENDLESS), **chances)
    driver, _, listener = drive(fault, says=numbered(count))
    driver.run(until_ns=count * PERIOD_NS * 2)
    return [place for _, place in listener.heard], driver.seams.done


def test_dropped_messages_do_not_arrive_and_the_others_do():
    heard, done = heard_under(drop=0.3)
    assert done["drop"] > 0
    assert len(heard) == 40 - done["drop"]


def test_damaged_messages_are_refused_by_whoever_reads_them():
    heard, done = heard_under(damage=0.3)
    assert done["damage"] > 0
    assert len(heard) == 40 - done["damage"]


@pytest.mark.parametrize("chance", ["double", "replay"])
def test_what_comes_again_is_refused(chance):
    fault = Disturbance(participant="haptics", **lasting(0, ENDLESS), **{chance: 0.3})
    driver, _, listener = drive(fault, says=numbered(40))
    driver.run(until_ns=80 * PERIOD_NS)
    assert [place for _, place in listener.heard] == [float(k) for k in range(40)]
    assert driver.rejected == {"replay": driver.seams.done[chance]}


def test_late_messages_arrive_out_of_order():
    heard, done = heard_under(late=0.3, late_s=5 * PERIOD_NS / S)
    assert done["late"] > 0
    assert heard != sorted(heard)
    assert sorted(heard) == [float(k) for k in range(40)]


def test_only_the_named_kinds_are_disturbed_and_only_for_a_while():
    assert heard_under(messages=("Motion",), drop=1.0)[0] == [float(k) for k in range(40)]
    fault = Disturbance(participant="haptics", **lasting(PERIOD_NS, 3 * PERIOD_NS), drop=1.0)
    driver, _, listener = drive(fault, says=numbered(5))
    driver.run(until_ns=ENDLESS)
    assert [place for _, place in listener.heard] == [0.0, 3.0, 4.0]


def test_a_frozen_role_goes_on_later_with_what_has_waited_for_it():
    fault = Frozen(participant="haptics", **lasting(PERIOD_NS, 4 * PERIOD_NS))
    driver, _, listener = drive(fault, says=numbered(3))
    driver.run(until_ns=ENDLESS)
    thawed_ns = 4 * PERIOD_NS
    assert listener.heard == [(LAN_NS, 0.0), (thawed_ns, 1.0), (thawed_ns, 2.0)]


def test_what_waits_a_second_for_a_frozen_role_is_lost():
    second_ns = 10**9
    fault = Frozen(participant="haptics", **lasting(0, second_ns + 2 * PERIOD_NS))
    driver, _, listener = drive(fault, says=numbered(4))
    driver.run(until_ns=2 * second_ns)
    assert [place for _, place in listener.heard] == [2.0, 3.0]


def test_a_role_that_is_frozen_when_it_should_tick_ticks_once_when_it_is_back():
    driver, speaker, _ = drive(Frozen(participant="operator", **lasting(1, 5 * PERIOD_NS + 1)))
    driver.run(until_ns=6 * PERIOD_NS)
    assert speaker.ticked == [0, 5 * PERIOD_NS + 1, 6 * PERIOD_NS]


@pytest.mark.parametrize("by_ns", [-3 * PERIOD_NS, 7 * PERIOD_NS])
def test_a_stepped_clock_shows_its_own_time_and_the_role_ticks_by_it(by_ns):
    driver, speaker, _ = drive(Stepped(participant="operator", at_s=(PERIOD_NS + 1) / S, step_s=by_ns / S))
    for until_ns in range(0, 20 * PERIOD_NS, PERIOD_NS):
        driver.run(until_ns=until_ns + 2)
    assert speaker.ticked[:2] == [0, PERIOD_NS]
    assert speaker.ticked[2] >= max(2 * PERIOD_NS, PERIOD_NS + 1 + by_ns)
    assert speaker.ticked[-1] == 19 * PERIOD_NS + by_ns


def test_a_slow_disk_keeps_back_what_stands_behind_the_record():
    tick = [Persist("log", b"record"), *numbered(1)[0]]
    fault = SlowStore(participant="operator", **lasting(0, 1), write_s=3 * PERIOD_NS / S)
    driver, speaker, listener = drive(fault, says=[tick])
    driver.run(until_ns=5 * PERIOD_NS)
    assert listener.heard == [(3 * PERIOD_NS + LAN_NS, 0.0)]
    assert speaker.ticked == [0, 3 * PERIOD_NS, 4 * PERIOD_NS, 5 * PERIOD_NS]


def test_a_killed_role_hears_nothing_and_starts_again_with_its_store():
    driver, _, first = drive(says=numbered(6))
    driver.run(until_ns=PERIOD_NS)
    driver.kill("haptics")
    driver.run(until_ns=3 * PERIOD_NS + LAN_NS)
    driver.start("haptics")
    driver.run(until_ns=ENDLESS)
    assert [place for _, place in first.heard] == [0.0]
    assert [place for _, place in driver.role("haptics").heard] == [4.0, 5.0]


def test_a_role_that_cannot_be_built_again_is_not_there_and_hears_nothing():
    driver, _, _ = drive(says=numbered(6))
    driver.run(until_ns=PERIOD_NS)
    driver.kill("haptics")
    driver._specs["haptics"].settings["is_broken"] = True
    with pytest.raises(ValueError, match="cannot be built"):
        driver.start("haptics")
    driver.run(until_ns=ENDLESS)
    assert driver.running == ["operator"]


def test_a_role_starts_again_on_the_store_that_it_is_given():
    old, new = MemoryStore(), MemoryStore()
    driver, _, _ = drive(says=[], stores=lambda role: old)
    driver.kill("operator")
    driver.start("operator", new)
    driver.role("operator").says = [[Persist("log", b"record")]]
    driver.run(until_ns=PERIOD_NS)
    assert (old.records("log"), new.records("log")) == ([], [b"record"])


@pytest.mark.parametrize(("how", "left_over"), [("refuses", 0), ("tears", 6)])
def test_a_failing_store_refuses_a_record_or_tears_it_and_the_role_is_told(tmp_path, how, left_over):
    store = FileStore(tmp_path, sync=False)
    ticks = [[Persist("log", record), *said] for record, said in zip(RECORDS, numbered(3), strict=True)]
    fault = FailingStore(participant="operator", **lasting(PERIOD_NS, PERIOD_NS + 1), how=how)
    driver, speaker, listener = drive(fault, says=ticks, stores=lambda role: store)
    driver.run(until_ns=PERIOD_NS)
    assert len(store.path("log").read_bytes()) == len(packed(RECORDS[0])) + left_over
    assert [failed.key for failed in speaker.failed] == ["log"]
    driver.run(until_ns=ENDLESS)
    assert store.records("log") == [RECORDS[0], RECORDS[2]]
    assert [place for _, place in listener.heard] == [0.0, 2.0]


def test_a_launch_files_faults_are_the_seams_of_their_process_and_a_chance_beyond_one_is_refused():
    fault = Disturbance(participant="gate", messages=("Verdict",), **lasting(0, S), drop=0.5)
    tears = FailingStore(participant="gate", **lasting(0, S), how="tears")
    seams = fault_seams.build(fault_seams.encoded((fault, tears)), 1)
    assert (seams.store_fault("gate", 0), seams.store_fault("bridge", 0)) == ("tears", None)
    [text] = fault_seams.encoded((fault,))
    with pytest.raises(msgspec.ValidationError, match="drop"):
        fault_seams.build([msgspec.Raw(bytes(text).replace(b"0.5", b"1.5"))], 1)


def test_what_becomes_of_messages_to_one_does_not_hang_on_those_to_another():
    fault = Disturbance(participant="haptics", **lasting(0, ENDLESS), drop=0.5)
    other = Disturbance(participant="planner", **lasting(0, ENDLESS), drop=0.5)
    parcels = [Parcel("operator", name, None, (b"",)) for name in ("haptics", "planner")]
    alone, both = FaultSeams([fault], seed=1), FaultSeams([fault, other], seed=1)
    for _ in range(50):
        both.copies(parcels[1], 0)
        assert both.copies(parcels[0], 0) == alone.copies(parcels[0], 0)
