"""The virtual-time driver: order, latency, durability and determinism."""

from dataclasses import dataclass, field

import pytest

from telemetry.agreed.participants import REHEARSING
from telemetry.drive.factory import stream
from telemetry.drive.seams import Copy, Seams
from telemetry.drive.store import MemoryStore, StoreError
from telemetry.drive.virtual_time import Timing, VirtualTime
from telemetry.life.contract import NEVER_NS, Persist, PersistFailed, RoleSpec, Send, Work, WorkDone
from telemetry.messages.acts import ScriptDone
from telemetry.messages.command import HoldCommand, Keep, taken
from telemetry.messages.handle import HandIntent
from telemetry.messages.health import Tapped
from telemetry.messages.images import Image, ImagePacket
from telemetry.messages.spacecraft import Uplink
from telemetry.recording.given.driver_records import unpack_driver_record
from telemetry.recording.given.received import name_of
from telemetry.wire.codec import Reader, Wire
from tests.ground.operator.fake_gate import telemetry
from tests.picture_packets import packets_of
from tests.tapped_records import records_in

LAN_NS = 1_000
TIMING = Timing(lan_ns=LAN_NS, work_ns=50_000)
HERE = __name__


@dataclass
class Probe:
    """A role that notes what happens to it and answers ticks with prepared effects."""

    due_ns: int = NEVER_NS
    ticks: list[list] = field(default_factory=list)
    period_ns: int = 10_000
    seen: list = field(default_factory=list)
    senders: list = field(default_factory=list)

    def receive(self, message, sender, now_ns):
        self.seen.append((now_ns, message))
        self.senders.append(sender)
        return []

    def tick(self, now_ns):
        self.due_ns = now_ns + self.period_ns if self.ticks else NEVER_NS
        return self.ticks.pop(0) if self.ticks else []


class Postponing(Probe):
    """A role that a message makes wait longer."""

    LATER_NS = 7_000

    def receive(self, message, sender, now_ns):
        self.due_ns = self.LATER_NS
        return []


class FullDisk(MemoryStore):
    def append(self, key, record):
        raise StoreError("no space left")


def build(settings, store, rng):
    return settings


def intent(x: float) -> Send:
    return Send(HandIntent(p_handle=(x, 0.0, 0.0), speed=0.1, dead_man=True))


def drive(stores=lambda role: MemoryStore(), **probes):
    specs = [RoleSpec(name.replace("_2", "-2"), f"{HERE}:build", probe) for name, probe in probes.items()]
    return VirtualTime(specs, seed=1, timing=TIMING, stores=stores)


def double(value):
    return 2 * value


class Ordered(Probe):
    """A role that notes whether it heard something or ticked."""

    def receive(self, message, sender, now_ns):
        self.seen.append("heard")
        return []

    def tick(self, now_ns):
        self.seen.append("ticked")
        return super().tick(now_ns)


def test_what_comes_at_the_very_instant_of_a_tick_is_heard_before_it():
    sender, receiver = Probe(due_ns=0, ticks=[[intent(0.1)]]), Ordered(due_ns=LAN_NS)
    drive(operator=sender, haptics=receiver).run(until_ns=10 * LAN_NS)
    assert receiver.seen == ["heard", "ticked"]


def test_a_message_arrives_after_the_latency_of_the_lan():
    sender, receiver = Probe(due_ns=500, ticks=[[intent(0.25)]]), Probe()
    drive(operator=sender, haptics=receiver).run(until_ns=10_000)
    [(at_ns, message)] = receiver.seen
    assert at_ns == 500 + LAN_NS
    assert message == intent(0.25).message


def test_messages_keep_the_order_in_which_they_were_sent():
    sender, receiver = Probe(due_ns=0, ticks=[[intent(0.1), intent(0.2)], [intent(0.3)]]), Probe()
    drive(operator=sender, haptics=receiver).run(until_ns=100_000)
    assert [message.p_handle[0] for _, message in receiver.seen] == [0.1, 0.2, 0.3]


def test_two_consoles_are_in_one_run_and_each_is_known_by_its_own_name():
    press = Send(HoldCommand(actor="x", pressed_ns=0, nonce=1))
    bridge = Probe(due_ns=50_000, ticks=[[Send(REPORT)]])
    first, second = Probe(due_ns=0, ticks=[[press]]), Probe(due_ns=0, ticks=[[press]])
    drive(bridge=bridge, console=first, console_2=second).run(until_ns=100_000)
    assert bridge.senders == ["console", "console-2"]
    assert [message for _, message in first.seen] == [message for _, message in second.seen] == [REPORT]


class Doubling(Seams):
    """Everything comes twice."""

    def copies(self, parcel, now_ns):
        return [*super().copies(parcel, now_ns)] * 2


def test_each_receiver_judges_what_comes_to_it_by_itself():
    picture = Image(camera="global", number=1, sampled_ns=5, width=80, height=40, pixels=bytes(3200))
    passed = [Send(ImagePacket(packet=packet)) for packet in packets_of(picture)]
    monitor, console = Probe(), Probe()
    bridge = Probe(due_ns=0, ticks=[passed])
    driver = drive(bridge=bridge, image_monitor=monitor, console=console)
    driver.seams = Forged("gate", KEEP, only="console")
    driver.run(until_ns=100_000)
    pictures = Reader(REHEARSING.proven)
    shards = [pictures.decode(message.packet, "down").message for _, message in monitor.seen]
    assert shards == [pictures.decode(send.message.packet, "down").message for send in passed]
    assert (console.seen, driver.rejected) == ([], {"key": len(passed)})


def test_what_comes_twice_is_refused_the_second_time():
    sender, receiver = Probe(due_ns=0, ticks=[[intent(0.1)]]), Probe()
    driver = drive(operator=sender, haptics=receiver)
    driver.seams = Doubling()
    driver.run(until_ns=100_000)
    assert [message for _, message in receiver.seen] == [intent(0.1).message]
    assert driver.rejected == {"replay": 1}


def test_an_answer_reaches_only_the_console_to_which_it_is_given():
    answer = Send(taken(HoldCommand(actor="x", pressed_ns=0, nonce=1), "bridge"), to="console-2")
    first, second = Probe(), Probe()
    drive(bridge=Probe(due_ns=0, ticks=[[answer]]), console=first, console_2=second).run(until_ns=100_000)
    assert (first.seen, [message for _, message in second.seen]) == ([], [answer.message])


def test_work_answers_after_the_stated_latency():
    worker = Probe(due_ns=0, ticks=[[Work("job", double, (21,))]])
    drive(planner=worker).run(until_ns=100_000)
    assert worker.seen == [(TIMING.work_ns, WorkDone("job", 42))]


def test_a_failed_persist_drops_what_follows_and_tells_the_role():
    sender, receiver = Probe(due_ns=0, ticks=[[Persist("log", b"x"), intent(0.1)]]), Probe()
    drive(stores=lambda role: FullDisk(), operator=sender, haptics=receiver).run(until_ns=100_000)
    assert receiver.seen == []
    assert [message for _, message in sender.seen] == [PersistFailed("log", "no space left", b"x")]


class Writing(Probe):
    """A role that answers each message with a record."""

    def receive(self, message, sender, now_ns):
        self.seen.append(message)
        return [Persist("log", b"record")] if isinstance(message, HandIntent) else []


def test_a_record_that_failed_is_told_before_anything_else_of_the_same_instant():
    speaker, writer = Probe(due_ns=0, ticks=[[intent(0.1), intent(0.2)]]), Writing()
    drive(lambda name: FullDisk(), operator=speaker, haptics=writer).run(until_ns=5_000)
    kinds = [type(item) for item in writer.seen]
    assert kinds == [HandIntent, PersistFailed, HandIntent, PersistFailed]


def test_the_recorder_is_told_what_every_role_received_and_when_it_ticked():
    sender, receiver, recorder = Probe(due_ns=0, ticks=[[intent(0.1)]]), Probe(), Probe()
    driver = drive(recorder=recorder, operator=sender, haptics=receiver)
    driver.run(until_ns=5_000)
    driver.close()
    told = [
        (record.role, record.at_ns, name_of(record.role, record.packet))
        for record in records_in(message for _, message in recorder.seen)
    ]
    assert sorted(row for row in told if row[2] != "Ended") == [
        ("haptics", 0, "Started"),
        ("haptics", LAN_NS, "HandIntent"),
        ("operator", 0, "Started"),
        ("operator", 0, "Ticked"),
        ("recorder", 0, "Started"),
    ]
    assert all(isinstance(message, Tapped) for _, message in recorder.seen)


def test_a_role_that_stays_due_is_an_error_and_not_an_endless_loop():
    stuck = Probe(due_ns=0, ticks=[[], [], []], period_ns=0)
    with pytest.raises(RuntimeError, match="still due"):
        drive(operator=stuck).run(until_ns=1)


def test_a_message_from_a_role_that_is_no_sender_of_it_is_an_error():
    liar = Probe(due_ns=0, ticks=[[Send(ScriptDone(completed=True, acts_done=1, detail=""))]])
    with pytest.raises(RuntimeError, match="no sender"):
        drive(haptics=liar).run(until_ns=1)


class Forged(Seams):
    """In place of every message other bytes come by its carrier."""

    def __init__(self, sender, message, *, only=""):
        self.pieces, self.only = tuple(Wire(sender).packets(message, 0)), only

    def copies(self, parcel, now_ns):
        is_meant = not self.only or parcel.receiver == self.only
        return [Copy(0, self.pieces)] if is_meant else super().copies(parcel, now_ns)


REPORT, KEEP = telemetry(0, latched=True), Keep(epoch=1, repeat=None)
UP = Wire("bridge").packets(KEEP, 0)[0]


@pytest.mark.parametrize(
    ("sender", "receiver", "sent", "forged", "reason"),
    [
        ("bridge", "gate", REPORT, Forged("space_segment", REPORT), "key"),
        ("bridge", "gate", REPORT, Forged("bridge", KEEP), "key"),
        ("bridge", "space_segment", Uplink(packet=UP), Forged("console", KEEP), "sender"),
    ],
)
def test_what_is_not_sealed_or_comes_in_another_name_is_refused(sender, receiver, sent, forged, reason):
    hearing, recorder = Probe(), Probe()
    driver = drive(recorder=recorder, **{sender: Probe(due_ns=0, ticks=[[Send(sent)]]), receiver: hearing})
    driver.seams = forged
    driver.run(until_ns=100_000)
    assert (hearing.seen, driver.rejected) == ([], {reason: 1})
    records = records_in(tapped for _, tapped in recorder.seen if tapped.role == receiver)
    [told] = [unpack_driver_record(record.packet) for record in records][1:]
    assert (told.reason, told.data) == (reason, forged.pieces[0])


def test_a_tick_is_moved_when_a_message_changes_the_role_s_mind():
    sender, sleeper = Probe(due_ns=0, ticks=[[intent(0.1)]]), Postponing(due_ns=LAN_NS + 1, ticks=[[]])
    drive(operator=sender, haptics=sleeper).run(until_ns=Postponing.LATER_NS - 1)
    assert len(sleeper.ticks) == 1
    sleeper = Postponing(due_ns=LAN_NS + 1, ticks=[[]])
    drive(operator=Probe(due_ns=0, ticks=[[intent(0.1)]]), haptics=sleeper).run(until_ns=Postponing.LATER_NS)
    assert sleeper.ticks == []


def test_random_streams_differ_by_role_and_by_seed_and_repeat():
    draws = {
        (seed, name): stream(seed, name).integers(2**60) for seed in (1, 2) for name in ("gate", "bridge")
    }
    assert len(set(draws.values())) == 4
    assert stream(1, "gate").integers(2**60) == draws[1, "gate"]


def test_at_the_end_the_recorder_writes_what_it_still_holds():
    store = MemoryStore()
    driver = drive(stores=lambda role: store, recorder=Probe(ticks=[[Persist("log", b"the rest")]]))
    driver.run(until_ns=1_000)
    assert store.records("log") == []
    driver.close()
    assert store.records("log") == [b"the rest"]


@pytest.mark.parametrize("mode", ["rehearsal", "replay"])
def test_the_replay_speaks_for_nobody_but_itself(mode):
    specs = [RoleSpec("replay", f"{HERE}:build", Probe(due_ns=0, ticks=[[intent(0.1)]]))]
    with pytest.raises(RuntimeError, match="no sender"):
        VirtualTime(specs, seed=1, mode=mode).run(until_ns=1)
