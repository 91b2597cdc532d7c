"""What follows from a run's period, delays and telemetry: by one formula each."""

import msgspec

from telemetry.agreed.run_settings import LOOKAHEAD_S, Commanding, LinkPlan

S = 1_000_000_000
HALF_SECOND = Commanding(period_s=0.5, depth=4, buffer_s=0.75, policy="watermark")


def link(telemetry_period_s: float) -> LinkPlan:
    return LinkPlan(up_s=3.0, down_s=4.0, windows_s=((0.0, 1e6),), telemetry_period_s=telemetry_period_s)


def test_telemetry_may_be_three_of_its_periods_old_but_always_a_second():
    assert link(0.1).telemetry_limit_ns == 1 * S
    assert link(2.0).telemetry_limit_ns == 6 * S


def test_silence_of_ground_and_gate_is_counted_in_periods():
    assert HALF_SECOND.silence_ns == 2 * S
    assert HALF_SECOND.gate_silence_ns == 1 * S


def test_queue_buffer_and_one_period_lengthen_the_operators_loop():
    assert HALF_SECOND.loop_beyond_link_s == 4 * 0.5 + 0.75 + 0.5


def test_delays_in_nanoseconds_add_up_to_the_round_trip():
    plan = link(0.1)
    assert (plan.up_ns, plan.down_ns, plan.round_trip_ns) == (3 * S, 4 * S, 7 * S)


def test_a_gap_knows_when_contact_ended_and_when_it_begins_again():
    plan = LinkPlan(up_s=3.0, down_s=4.0, windows_s=((0.0, 24.0), (44.0, 90.0)), telemetry_period_s=0.1)
    assert (plan.closes_ns(10 * S), plan.opens_ns(10 * S)) == (24 * S, 44 * S)
    assert (plan.closes_ns(30 * S), plan.opens_ns(30 * S)) == (24 * S, 44 * S)
    assert (plan.closes_ns(44 * S), plan.opens_ns(44 * S)) == (90 * S, None)


def test_before_the_first_window_nothing_has_closed():
    plan = LinkPlan(up_s=3.0, down_s=4.0, windows_s=((5.0, 24.0),), telemetry_period_s=0.1)
    assert (plan.closes_ns(S), plan.opens_ns(S)) == (S, 5 * S)


def test_the_usual_look_ahead_leaves_the_configuration_of_runs_that_were_before_it():
    told = msgspec.to_builtins(HALF_SECOND)
    assert "lookahead_s" not in told and HALF_SECOND.lookahead_s == LOOKAHEAD_S
    blind = msgspec.structs.replace(HALF_SECOND, lookahead_s=0.0)
    assert msgspec.to_builtins(blind)["lookahead_s"] == 0.0
