"""Who has fallen silent ends the motion, each by its own limit."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from planner.gate.guards.watchdogs import Watchdogs
from planner.gate.role import _rules
from predictor.run_model import read_model
from telemetry.agreed.authority import State
from telemetry.agreed.limits import DEAD_MAN_NS, OPERATOR_NS, PREDICTOR_NS
from telemetry.life.boot import FIRST_BOOT
from telemetry.link.plausibility import ReportJudge
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.prediction import BrokenMargin, World
from telemetry.messages.queue import HoldNotice
from tests.planner.gate.gate_bench import DOWN_NS, T_NS, Bench, settings

S = 1_000_000_000
RUN = settings()
ALIVE = Beat(role="predictor", configuration=RUN.configuration)


def watch(judge=None):
    return Watchdogs(_rules(RUN, read_model(RUN), FIRST_BOOT), judge or ReportJudge(RUN))


def watched(at_ns=0):
    """Everybody has just been heard; also the spacecraft's clock as they know it."""
    eye, report = watch(), Bench().telemetry()
    eye.on_telemetry(report, at_ns)
    eye.on_recorder_health(RecorderHealth(healthy=True, durable=1, reason="", lost=()), at_ns)
    eye.on_beat(ALIVE, at_ns)
    return eye, report.sampled_ns


@pytest.mark.parametrize(
    ("silent", "reason", "limit_s"),
    [
        ("operator", "operator_silent", 0.3),
        ("recorder", "recorder_unhealthy", 1.0),
        ("telemetry", "telemetry_stale", 1.0),
        ("world", "predictor_silent", 0.5),
    ],
)
def test_motion_ends_within_a_tick_of_the_limit_of_whoever_is_silent(silent, reason, limit_s):
    bench = Bench().in_plan()
    bench.judge = lambda entry: None if silent == "world" else True
    bench.silent, began_ns = {silent}, bench.now_ns
    bench.run(2.0)
    told_ns = next(at for at, message in bench.sent if isinstance(message, HoldNotice))
    assert bench.last(HoldNotice).reason == reason
    assert limit_s * S - T_NS <= told_ns - began_ns <= limit_s * S + 2 * T_NS


@pytest.mark.parametrize(("silent", "reason"), [("operator", "operator_silent"), ("hand", "dead_man_stale")])
def test_a_silence_that_begins_and_ends_between_two_ticks_ends_the_arming_too(silent, reason):
    bench = Bench().in_teleop()
    while bench.role.due_ns - bench.now_ns != 200_000_000:
        bench.run(0.05)
    bench.silent = {silent}
    bench.run(0.33)  # one tick, at which the last sign is 0.2 s old
    assert bench.all(HoldNotice) == []
    bench.silent = set()
    bench.run(0.05)
    assert bench.last(HoldNotice).reason == reason


def test_letting_the_dead_man_go_ends_teleoperation_at_once():
    bench = Bench().in_teleop()
    bench.pressed = False
    bench.give(bench.hand())
    assert bench.gate.state is State.STOPPING
    assert bench.last(HoldNotice).reason == "dead_man_released"


def test_a_handle_that_falls_silent_ends_teleoperation():
    bench = Bench().in_teleop()
    bench.silent = {"hand"}
    bench.run(0.8)
    assert bench.last(HoldNotice).reason == "dead_man_stale"


def test_a_plan_needs_no_dead_man():
    bench = Bench().in_plan()
    bench.silent = {"hand"}
    bench.run(0.8)
    assert bench.all(HoldNotice) == []


def test_a_recorder_that_says_it_is_ill_inhibits_motion():
    bench = Bench().in_plan()
    bench.silent = {"recorder"}
    bench.give(RecorderHealth(healthy=False, durable=1, reason="disk full", lost=()))
    bench.run(0.3)
    assert bench.last(HoldNotice).reason == "recorder_unhealthy"


def test_a_role_with_another_configuration_inhibits_motion():
    bench = Bench().in_plan()
    bench.give(Beat(role="planner", configuration=b"other"))
    bench.run(0.3)
    assert bench.last(HoldNotice).reason == "configuration_mismatch"


def test_the_same_report_again_is_no_sign_of_life():
    eye, report = watch(), Bench().telemetry()
    assert eye.on_telemetry(report, 0)
    assert not eye.on_telemetry(report, S)
    assert not eye.has_telemetry(S + 1)


def test_telemetry_that_is_old_on_board_inhibits_although_it_was_just_received():
    eye, report = watch(), Bench().telemetry()
    eye.on_telemetry(report, 0)
    young_ns = report.sampled_ns + DOWN_NS + 2 * S
    assert eye.inhibition(0, young_ns) != "telemetry_stale"
    assert eye.inhibition(0, young_ns + 1) == "telemetry_stale"


def test_what_was_never_heard_is_never_fresh():
    eye = watch()
    assert not eye.has_telemetry(0)
    assert eye.operator_silent(0)
    assert eye.dead_man_lost(0) == "dead_man_stale"
    assert eye.inhibition(0, None) == "telemetry_stale"


def test_where_nobody_knows_the_spacecrafts_clock_telemetry_is_old():
    eye, sampled_ns = watched()
    assert eye.inhibition(0, sampled_ns) is None
    assert eye.inhibition(0, None) == "telemetry_stale"


@pytest.mark.parametrize(
    ("beats", "reason"), [(ALIVE, None), (replace(ALIVE, role="planner"), "predictor_silent")]
)
def test_the_predictors_own_beat_alone_keeps_it_alive(beats, reason):
    eye, sampled_ns = watched()
    assert eye.inhibition(PREDICTOR_NS, sampled_ns) is None
    eye.on_beat(beats, PREDICTOR_NS)
    assert eye.inhibition(PREDICTOR_NS + 1, sampled_ns) == reason


def test_a_sign_counts_until_its_limit_and_not_beyond():
    eye, _ = watched()
    eye.on_operator_beat(0)
    eye.on_handle_sample(replace(Bench().hand(), dead_man=True), 0)
    assert not eye.operator_silent(OPERATOR_NS) and eye.operator_silent(OPERATOR_NS + 1)
    assert eye.dead_man_lost(DEAD_MAN_NS) is None and eye.dead_man_lost(DEAD_MAN_NS + 1) == "dead_man_stale"


def test_a_predictor_in_a_world_of_other_files_inhibits_and_a_later_world_of_these_does_not():
    eye, sampled_ns = watched()
    version = Bench().world_version
    for number, reason in (
        (version, None),
        (version + 1, None),
        (1 << 40 ^ version, "configuration_mismatch"),
    ):
        eye.on_world(World(version=number, configuration=RUN.configuration), 0)
        assert eye.inhibition(0, sampled_ns) == reason


def test_who_gets_the_lease_has_given_no_sign_yet():
    eye = watch()
    eye.on_operator_beat(0)
    eye.on_new_holder()
    assert eye.operator_silent(0)


def test_another_world_than_the_one_before_voids_and_the_first_or_the_same_does_not():
    eye = watch()
    told = [eye.on_world(Bench().world(change=change), 0) for change in (0, 0, 1, 1)]
    assert told == [False, False, True, False]


def test_what_the_arm_rests_too_near_to_is_told_until_a_world_no_longer_says_so():
    eye, world = watch(), Bench().world()
    assert eye.inside == ""
    eye.on_world(replace(world, broken=(BrokenMargin(pair=("hand", "bus"), distance=0.0246),)), 0)
    assert eye.inside == "hand and bus 24.6 mm apart"
    eye.on_world(world, 0)
    assert eye.inside == ""


@pytest.mark.parametrize(
    ("step_s", "told"),
    [
        (3.0, "3.000 s ahead, or the delay as much shorter: step +3.000 s"),
        (-3.0, "3.000 s back, or the delay as much longer: step -3.000 s"),
    ],
)
def test_a_step_is_told_with_its_direction_as_clock_and_as_delay(step_s, told):
    eye = watch(SimpleNamespace(step_s=step_s))
    assert told in eye.figures_text("time_stepped") and eye.figures_text("telemetry_stale") == ""


def heard(*signs):
    eye = watch()
    for name, *given in signs:
        getattr(eye, name)(*given, 0)
    return eye.key(0)


def test_watches_that_have_heard_otherwise_have_other_keys():
    hand, world = Bench().hand(), Bench().world()
    well = RecorderHealth(healthy=True, durable=1, reason="", lost=())
    signs = [
        ("on_operator_beat",),
        ("on_predictor_sign",),
        ("on_handle_sample", hand),
        ("on_handle_sample", replace(hand, dead_man=True)),
        ("on_recorder_health", well),
        ("on_recorder_health", replace(well, healthy=False)),
        ("on_collision_state", Bench().collisions("contact")),
        ("on_world", world),
    ]
    keys = {heard(), *(heard(sign) for sign in signs)}
    assert len(keys) == 1 + len(signs) and heard(*signs) == heard(*signs)


def test_a_recorder_that_was_ill_long_ago_is_as_one_that_was_never_heard():
    eye = watch()
    eye.on_recorder_health(RecorderHealth(healthy=False, durable=1, reason="disk full", lost=()), 0)
    assert eye.key(9 * S) == watch().key(9 * S)
