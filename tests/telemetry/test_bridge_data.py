"""What the bridge does with values of telemetry that are beyond their limits."""

import math

import msgspec
import pytest

from telemetry.agreed.data_checks import DataCheck
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import Keep
from telemetry.messages.data import DataChecks
from tests.telemetry.test_bridge_role import SETTINGS, Bench, motion, on_air, refused, sample, telemetry

MS = 1_000_000
HOT = DataCheck(parameter="Telemetry.temperatures[3]", unit="K", hard=(-1.0, 350.0))


def bench(*checks):
    return Bench(settings=msgspec.structs.replace(SETTINGS, checks=checks))


def report(bench, **rows):
    """Give the next report, and let the bridge do what is due at once; return what it says of its values."""
    bench.now_ns += 100 * MS
    told = msgspec.structs.replace(telemetry(sampled_ns=bench.now_ns), **rows)
    bench.report(bench.space.packets(told, bench.now_ns)[0])
    bench.carry_out(bench.role.tick(bench.now_ns))
    return [
        (each.parameter, each.rule, each.value)
        for message in bench.sent
        if isinstance(message, DataChecks)
        for each in message.standing
    ]


def warm(kelvin):
    return {"temperatures": (0.0, 0.0, kelvin, 0.0, 0.0, 0.0)}


def test_a_violation_is_said_at_the_instant_of_its_report():
    pass_ = bench(HOT).open()
    assert report(pass_, **warm(349.0)) == []
    assert report(pass_, **warm(360.0)) == [("Telemetry.temperatures[3]", "hard", 360.0)]


def test_a_rule_that_only_tells_lets_motion_pass():
    pass_ = bench(HOT).open()
    report(pass_, **warm(360.0))
    assert pass_.give(Keep(epoch=1, repeat=None)).give(motion(1)).outcome == on_air()


def test_a_rule_that_inhibits_refuses_motion_and_lets_the_stop_pass():
    pass_ = bench(msgspec.structs.replace(HOT, inhibits=True)).open().give(motion(1))
    report(pass_, **warm(360.0))
    assert pass_.give(motion(2)).outcome == refused(Reason.DATA_LIMIT, seq=2)
    stop = sample(2, 2)
    assert pass_.give(stop).up == [stop]
    report(pass_, **warm(349.0))
    assert pass_.give(Keep(epoch=1, repeat=None)).give(motion(3)).outcome == on_air(3)


@pytest.mark.parametrize(
    ("angle", "told"), [(0.2, "jump"), (math.radians(500.0), "hard")], ids=["a jump", "out of reach"]
)
def test_a_report_that_nothing_else_believes_is_checked_all_the_same(angle, told):
    check = DataCheck(parameter="Telemetry.q[1]", unit="rad", hard=(-3.0, 3.0), jump=0.1)
    pass_ = Bench(settings=msgspec.structs.replace(SETTINGS, checks=(check,), rates=(0.1,) * 6)).open()
    off = {"q": (angle, 0.0, 0.0, 0.0, 0.0, 0.0)}
    assert report(pass_, **off)[0][:2] == ("Telemetry.q[1]", told)
    assert pass_.role._jumps + pass_.role._implausible == 1


def test_a_report_that_came_late_is_not_checked():
    pass_ = bench(HOT).open()
    late = msgspec.structs.replace(telemetry(sampled_ns=pass_.now_ns - 100 * MS), **warm(360.0))
    pass_.report(pass_.space.packets(late, pass_.now_ns)[0])
    pass_.carry_out(pass_.role.tick(pass_.now_ns))
    assert not [m for m in pass_.sent if isinstance(m, DataChecks) and m.standing]


def test_the_limits_of_a_run_belong_to_its_configuration_hash():
    plain, told = SETTINGS, msgspec.structs.replace(SETTINGS, checks=(HOT,))
    holding = msgspec.structs.replace(SETTINGS, checks=(msgspec.structs.replace(HOT, inhibits=True),))
    assert len({plain.configuration, told.configuration, holding.configuration}) == 3
