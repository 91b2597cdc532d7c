"""A guest believes the answer to what it said, and nothing else."""

import asyncio

import msgspec
import pytest

from ground.run.guest import GuestLine
from ground.run.hold_press import HoldLine
from telemetry.agreed.participants import Speakers
from telemetry.messages.command import HoldCommand, taken
from telemetry.network.event_log import EventLog
from telemetry.network.launch import LOOPBACK, Addresses
from telemetry.network.stream import StreamServer
from telemetry.wire.codec import Wire

pytestmark = pytest.mark.real_time

HOLD = HoldCommand(actor="hold", pressed_ns=1, nonce=1)
ANSWER = taken(HOLD, "bridge")
LINE = Speakers()


def with_bridge(answers, ask):
    """Let somebody ask, at its addresses, a bridge that answers this."""

    async def run():
        def take(frame, connection):
            for answer in answers:
                connection.answer(answer)

        server = StreamServer(take, EventLog("bridge", lambda: 0))
        port = await server.open(LOOPBACK, 0)
        nobody = {"hosts": {}, "link_ports": {}, "groups": {}, "group_ports": {}}
        try:
            return await ask(Addresses(streams={"bridge": port}, **nobody))
        finally:
            await server.close()

    return asyncio.run(run())


def asked(*answers):
    frame = Wire("hold").frame(HOLD)
    return with_bridge(answers, lambda at: GuestLine("bridge", at, LINE).ask(frame, ANSWER.__eq__))


def test_the_answer_counts_whatever_else_comes_before_it():
    other = Wire("bridge").frame(msgspec.structs.replace(ANSWER, nonce=2))
    answer = asked(other, Wire("bridge").frame(ANSWER))
    assert (answer.outcome, answer.message) == ("took it", ANSWER)


@pytest.mark.parametrize("changes", [{"nonce": 2}, {"pressed_ns": 2}, {"actor": "console"}, {"by": "gate"}])
def test_the_answer_to_another_press_is_none(changes):
    other = Wire("bridge").frame(msgspec.structs.replace(ANSWER, **changes))
    assert asked(other).outcome == "refused"


def test_an_answer_of_another_run_or_mode_or_of_nobody_who_may_give_it_is_none():
    wires = (Wire("bridge", Speakers(run_id="other")), Wire("bridge", Speakers(mode="live")), Wire("planner"))
    assert asked(*(wire.frame(ANSWER) for wire in wires)).outcome == "refused"


def test_what_is_no_frame_is_no_answer():
    assert asked(b"HTTP/1.1 400 Bad Request\r\n\r\n").outcome == "cannot be reached"


def test_a_press_is_not_taken_by_an_answer_to_an_older_one():
    old = Wire("bridge").frame(ANSWER)
    (answer,) = with_bridge([old], lambda at: HoldLine(at, LINE, actor="hold").press())
    assert answer.outcome == "refused"
