"""A guest believes the answer to what it said, and nothing else."""

import asyncio

import msgspec
import pytest

from ground.run.guest import GuestLine
from ground.run.hold_press import HoldLine, StandingHold, unreached_text
from telemetry.agreed.participants import PARTICIPANTS, Speakers
from telemetry.keys.key_sets import drawn_rings
from telemetry.messages.command import HOLD_RECEIVERS, HoldCommand, HoldProbe, ready, taken
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK, Addresses
from telemetry.network.stream import StreamServer
from telemetry.wire.codec import Reader, Received, Wire
from telemetry.wire.protection.handshake import greeter_of

pytestmark = pytest.mark.real_time

HOLD = HoldCommand(actor="hold", pressed_ns=1, nonce=1)
ANSWER = taken(HOLD, "bridge")
LINE = Speakers()
NOBODY = {"hosts": {}, "link_ports": {}, "groups": {}, "group_ports": {}}


def with_bridge(answers, ask):
    """Let somebody ask, at its addresses, a bridge that answers this."""

    async def run():
        def take(frame, connection):
            for answer in answers:
                connection.answer(answer)

        server = StreamServer(take, EventLog("bridge", lambda: 0))
        port = await server.open(LOOPBACK, 0)
        try:
            return await ask(Addresses(streams={"bridge": port}, **NOBODY))
        finally:
            await server.close()

    return asyncio.run(run())


def asked(*answers):
    return with_bridge(answers, lambda at: GuestLine("bridge", at, LINE, wire=Wire("hold")).ask(HOLD, ANSWER))


def test_the_answer_counts_whatever_else_comes_before_it():
    other = Wire("bridge").untagged(msgspec.structs.replace(ANSWER, nonce=2))
    answer = asked(other, Wire("bridge").untagged(ANSWER))
    assert (answer.outcome, answer.message) == ("took it", ANSWER)


@pytest.mark.parametrize("changes", [{"nonce": 2}, {"pressed_ns": 2}, {"actor": "console"}, {"by": "gate"}])
def test_the_answer_to_another_press_is_none(changes):
    other = Wire("bridge").untagged(msgspec.structs.replace(ANSWER, **changes))
    assert asked(other).outcome == "refused"


def test_an_answer_of_another_run_or_mode_or_of_nobody_who_may_give_it_is_none():
    wires = (Wire("bridge", Speakers(run_id="other")), Wire("bridge", Speakers(mode="live")), Wire("planner"))
    assert asked(*(wire.untagged(ANSWER) for wire in wires)).outcome == "refused"


def test_what_is_no_frame_is_no_answer():
    assert asked(b"HTTP/1.1 400 Bad Request\r\n\r\n").outcome == "cannot be reached"


def test_a_press_is_not_taken_by_an_answer_to_an_older_one():
    old = Wire("bridge").untagged(ANSWER)
    (answer,) = with_bridge([old], lambda at: HoldLine(at, LINE, actor="hold").press())
    assert answer.outcome == "refused"


RUN = "pass-1"


def sealed(name, number=1):
    """The speakers of a sealed run, as one participant has them."""
    rings = drawn_rings(bytes(32), mode="rehearsal", number=number, participants=PARTICIPANTS)
    return Speakers(run_id=RUN, keys=rings[name])


def beside_receivers(names, ask):
    """Let a program have a line of HOLD to sealed receivers, and return what `ask` finds."""

    async def run():
        servers = {name: receiver(name) for name in names}
        streams = {name: await server.open(LOOPBACK, 0) for name, server in servers.items()}
        try:
            return await ask(Addresses(streams=streams, **NOBODY), servers)
        finally:
            for server in servers.values():
                await server.close()

    return asyncio.run(run())


def receiver(name):
    """Return the server of a role that answers HOLD and its probes, with no store at all."""
    speakers = sealed(name)
    reader, wire = Reader(speakers), Wire(name, speakers)

    def on_frame(frame, connection):
        received = reader.decode(frame, "stream", connection.session)
        if isinstance(received, Received):
            connection.on_frame_from(received.sender)
            answer = ready if isinstance(received.message, HoldProbe) else taken
            server.answer(received.sender, wire.untagged(answer(received.message, name)))

    server = StreamServer(on_frame, EventLog(name, lambda: 0), greeter_of(speakers))
    return server


def outcomes(answers):
    return {answer.receiver: answer.outcome for answer in answers}


def test_a_press_is_probed_and_leaves_by_the_session_that_stood_ready():
    async def ask(addresses, servers):
        line = HoldLine(addresses, sealed("hold"), actor="hold")
        assert await line.probe() == []
        ready_before = line.connected
        pressed = outcomes(await line.press())
        assert await line.probe() == []
        await line.close()
        return ready_before, pressed

    reached, pressed = beside_receivers(HOLD_RECEIVERS, ask)
    assert reached == list(HOLD_RECEIVERS)
    assert pressed == dict.fromkeys(HOLD_RECEIVERS, "took it")


def test_a_session_that_was_lost_is_made_anew_and_who_is_gone_is_named_by_the_next_probe():
    async def ask(addresses, servers):
        line = HoldLine(addresses, sealed("hold"), actor="hold")
        await line.probe()
        port = addresses.streams["bridge"]
        await servers["bridge"].close()
        gone = unreached_text(await line.probe())
        servers["bridge"] = receiver("bridge")
        await servers["bridge"].open(LOOPBACK, port)
        back = unreached_text(await line.probe())
        await line.close()
        return gone, back

    gone, back = beside_receivers(HOLD_RECEIVERS, ask)
    assert (gone, back) == ("HOLD would not reach all: bridge is gone", "")


def test_a_program_under_wrong_keys_knows_it_before_a_press_and_names_the_key():
    async def ask(addresses, servers):
        line = HoldLine(addresses, sealed("hold", number=2), actor="hold")
        unreached = await line.probe()
        pressed = await line.press()
        return line.is_under_wrong_keys, unreached_text(unreached), outcomes(pressed)

    is_wrong, text, pressed = beside_receivers(["bridge", "gate"], ask)
    assert is_wrong
    assert "bridge refused, gate refused, bridge refuses key 8002 of this process" in text
    assert set(pressed.values()) == {"refused"}


def test_lines_that_are_kept_ready_in_a_thread_press_and_end():
    async def ask(addresses, servers):
        def press():
            with StandingHold(addresses, sealed("hold"), actor="supervisor") as standing:
                return standing.probe(), standing.press()

        return await asyncio.to_thread(press)

    unreached, pressed = beside_receivers(HOLD_RECEIVERS, ask)
    assert unreached == ""
    assert outcomes(pressed) == dict.fromkeys(HOLD_RECEIVERS, "took it")


def test_a_press_that_a_probe_overtakes_is_taken():
    async def ask(addresses, servers):
        line = HoldLine(addresses, sealed("hold"), actor="hold")
        await line.probe()
        _, pressed = await asyncio.gather(line.probe(), line.press())
        await line.close()
        return outcomes(pressed)

    assert beside_receivers(HOLD_RECEIVERS, ask) == dict.fromkeys(HOLD_RECEIVERS, "took it")
