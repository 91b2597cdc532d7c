"""The adapter passes packets on as they are, and sends HOLD up by itself."""

import msgspec
import pytest

from ground.station.adapter_role import Adapter
from telemetry.life.contract import End, Orphaned, PassState, Send
from telemetry.messages.command import HoldCommand, HoldProbe, ready, taken
from telemetry.messages.spacecraft import Downlink, PassReport, Uplink
from tests.nominal_run import nominal_run

S = 1_000_000_000
RUN = nominal_run()
HOLD = HoldCommand(actor="console", pressed_ns=5, nonce=7)
PERIOD_NS, ROUND_TRIP_NS = RUN.commanding.period_ns, RUN.link.round_trip_ns
NO_PASS = PassState(pass_id="p", state="asking", trial=1, trials=5, stands=False, round_trip=None)
PASS = PassState(pass_id="p", state="agreed", trial=1, trials=5, stands=True, round_trip=7.0)


def adapter(run=RUN, state=PASS):
    made = Adapter(run)
    made.receive(state, "", S)
    return made


def ticks(made, until_ns):
    """Tick whenever it is due, and return what it then sent, and when."""
    sent = []
    while made.due_ns < until_ns:
        now_ns = made.due_ns
        sent += [(now_ns, effect) for effect in made.tick(now_ns)]
    return sent


@pytest.mark.parametrize("message", [Uplink(packet=b"any octets"), Downlink(packet=b"\x00")])
def test_a_packet_is_passed_on_as_it_is(message):
    assert adapter(state=NO_PASS).receive(message, "somebody", S) == [Send(message)]


def test_a_press_goes_up_at_once_with_the_bridge_dead_and_is_answered():
    effects = adapter().receive(HOLD, "console", S)
    assert effects == [Send(HOLD), Send(taken(HOLD, "space_segment"), to="console")]


def test_a_copy_of_a_press_is_answered_and_goes_up_once():
    made = adapter()
    made.receive(HOLD, "console", S)
    assert made.receive(HOLD, "hold", S) == [Send(taken(HOLD, "space_segment"), to="hold")]


def test_a_press_is_repeated_each_period_until_a_report_could_know_of_it_and_no_longer():
    made = adapter()
    made.receive(HOLD, "console", S)
    ups = [at_ns - S for at_ns, effect in ticks(made, 60 * S) if effect == Send(HOLD)]
    assert ups[0] == PERIOD_NS
    assert ups[-1] < ROUND_TRIP_NS <= ups[-1] + PERIOD_NS


def test_without_a_pass_neither_press_nor_probe_is_answered_as_none_may_be_taken_on_board():
    made, probe = adapter(state=NO_PASS), HoldProbe(number=1)
    assert made.receive(HOLD, "console", S) == [Send(HOLD)], "it may yet be taken"
    assert made.receive(probe, "console", S) == []
    made.receive(PASS, "", 2 * S)
    assert made.receive(probe, "console", 3 * S) == [Send(ready(probe, "space_segment"), to="console")]
    assert made.receive(HOLD, "console", 3 * S) == [Send(taken(HOLD, "space_segment"), to="console")]


def test_how_far_the_pass_is_is_reported_at_once_and_each_second():
    made = Adapter(RUN)
    assert ticks(made, S) == []
    (at_once,) = made.receive(PASS, "", S)
    assert at_once.message == PassReport(by="space_segment", **msgspec.structs.asdict(PASS))
    assert [at_ns for at_ns, _ in ticks(made, 4 * S)] == [S, 2 * S, 3 * S]


def test_an_orphaned_adapter_of_a_rehearsal_ends_once_nobody_presses_and_the_bridge_is_silent():
    made = adapter()
    made.receive(Orphaned(), "", S)
    ended = [at_ns for at_ns, effect in ticks(made, 63 * S) if isinstance(effect, End)]
    assert 60 * S <= ended[0] <= 62 * S


def test_an_orphaned_adapter_of_a_live_station_stays_for_hold():
    made = adapter(msgspec.structs.replace(RUN, mode="live"))
    made.receive(Orphaned(), "", S)
    assert not any(isinstance(effect, End) for _, effect in ticks(made, 600 * S))
