"""The bus that carries messages: who receives what, what is refused for its number, what it refuses to do."""

import pytest

from telemetry.agreed.participants import REHEARSING
from telemetry.drive.seams import Copy, Seams
from telemetry.drive.uncoded_bus import UncodedBus
from telemetry.drive.virtual_bus import VirtualBus
from telemetry.life.boot import Boot
from telemetry.life.contract import Send
from telemetry.messages.command import Keep
from telemetry.messages.handle import HandleSample
from tests.telemetry.wire.test_codec import example

BY_STREAM, BY_GROUP = Send(example(HandleSample)), Send(example(Keep))


class Doubling(Seams):
    def copies(self, parcel, now_ns):
        return [*super().copies(parcel, now_ns)] * 2


class Damaging(Seams):
    def copies(self, parcel, now_ns):
        return [Copy(0, tuple(piece[:-1] for piece in parcel.pieces))]


def joined(kind, names=("gate", "bridge", "haptics", "planner")):
    bus = kind(names, REHEARSING, seed=1)
    for name in names:
        bus.join(name, Boot())
    return bus


def received(bus, sent, seams):
    arriving = [each for who, effect in sent for each in bus.send(who, effect, seams=seams, now_ns=0)]
    return [(name, late_ns, bus.receive(name, came).received is not None) for name, late_ns, came in arriving]


@pytest.mark.parametrize("seams", [Seams(), Doubling()])
def test_both_buses_bring_the_same_to_the_same_and_refuse_what_comes_twice(seams):
    sent = [("haptics", BY_STREAM), ("gate", BY_GROUP), ("gate", Send(example(Keep), to="bridge"))]
    assert received(joined(UncodedBus), sent, seams) == received(joined(VirtualBus), sent, seams) != []


@pytest.mark.parametrize("kind", [UncodedBus, VirtualBus])
@pytest.mark.parametrize(("sender", "effect", "is_taken"), [("gate", BY_GROUP, 1), ("haptics", BY_STREAM, 4)])
def test_what_was_overtaken_is_refused_in_the_group_of_telecommands_alone(kind, sender, effect, is_taken):
    bus, troubled = joined(kind), type("Troubled", (Seams,), {})()
    arriving = [each for _ in range(2) for each in bus.send(sender, effect, seams=troubled, now_ns=0)]
    taken = [bus.receive(name, came).received for name, _, came in reversed(arriving)]
    assert sum(each is not None for each in taken) == is_taken
    assert bus.rejected.total() == len(taken) - is_taken


@pytest.mark.parametrize("kind", [UncodedBus, VirtualBus])
def test_a_participant_that_lives_again_is_heard_whatever_its_numbers_were(kind):
    bus, seams = joined(kind), Doubling()
    before = received(bus, [("haptics", BY_STREAM)], seams)
    bus.leave("haptics")
    bus.join("haptics", Boot(1))
    assert received(bus, [("haptics", BY_STREAM)], seams) == before


def test_octets_cannot_be_altered_where_there_are_none():
    with pytest.raises(RuntimeError, match="has none"):
        received(joined(UncodedBus), [("haptics", BY_STREAM)], Damaging())
