"""A target apart from the platform: who forgets that the arm turns the platform is wrong, both ways."""

import re
from dataclasses import replace
from itertools import pairwise

import msgspec
import numpy as np
import pytest

from ground.rehearsal.body.physics import Physics
from ground.rehearsal.virtual_flight import Flight, fly
from ground.scenario.preflight import check_start_pose
from ground.scenario.scenario import load, run_settings
from planner.motion.moves.trajectory import build_trajectory
from planner.motion.paths.path import Refusal
from planner.plans.certify import certify
from predictor.collision.method import build_world
from predictor.geometry.shapes import BASE
from predictor.motion.motion import Track
from predictor.motion.stop import rest
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from tests.system.test_failed_joint import Flown

SCENARIO = load("free_target")
RUN = run_settings(SCENARIO, seed=1, run_id="free")
MODEL = read_model(RUN)
REQUIRED = RUN.margins.required_m
CONTROL_NS = 10_000_000


def changed(**tables):
    """The scenario with other values in some of its tables."""
    parts = {name: msgspec.structs.replace(getattr(SCENARIO, name), **new) for name, new in tables.items()}
    return msgspec.structs.replace(SCENARIO, **parts)


def barred(scene):
    """The same scene with a bar below the hand at its safe pose, which the platform lowers by 40 mm."""
    bar, p0, p1 = scene.capsules[0], np.array([1.2, -0.1, 1.115]), np.array([1.2, 0.15, 1.115])
    return replace(scene, capsules=(replace(bar, name="bar", p0=p0, p1=p1, radius=0.02),))


def riding(scene):
    """The same scene for who believes that all of it rides on the platform."""
    return replace(scene, bodies=tuple(replace(body, carrier=BASE) for body in scene.bodies))


def plan(steps=3):
    """The first moves of the scenario's plan."""
    leg = next(SCENARIO.acts[0].plan.parts())
    return build_trajectory(MODEL.robot, SCENARIO.start_q, leg.moves[:steps], period_s=0.25)


def certificate(scene, trajectory, required_m=REQUIRED):
    world = build_world("capsules", MODEL.robot, scene)
    return certify(world, trajectory, "pass", configuration=b"", required_m=required_m)


def touched(scene, trajectory):
    """What physics touches as it flies a plan."""
    physics = Physics(MODEL.robot, scene, SCENARIO.start_q)
    states = (rest(SCENARIO.start_q), *trajectory.states)
    track = Track(start_ns=0, period_ns=250_000_000, states=states)
    pairs = set()
    for k in range(len(states) * 25):
        physics.step(track.state_at(k * CONTROL_NS))
        pairs |= {touch.pair for touch in physics.contacts()}
    return pairs


def test_what_would_touch_beside_a_platform_that_stands_still_is_clear_of_one_that_turns():
    assert certificate(MODEL.scene, plan()).clearance > REQUIRED
    refused = certificate(riding(MODEL.scene), plan())
    assert isinstance(refused, Refusal)
    assert "hand and target_handrail" in refused.detail


def test_what_would_be_clear_of_a_platform_that_stands_still_is_touched_by_one_that_turns():
    scene, first = barred(MODEL.scene), plan(steps=1)
    assert certificate(riding(scene), first, required_m=0.015).clearance > 0.02
    refused = certificate(scene, first, required_m=0.015)
    assert "hand and bar" in refused.detail
    assert touched(scene, first) == {("hand", "bar")}


@pytest.mark.long
def test_a_load_that_the_model_does_not_know_ends_the_motion_and_it_is_planned_again_without_contact():
    scenario = changed(truth={"payload_kg": 4.0}, link={"up_s": 0.5, "down_s": 0.5}, margins={"base_m": 0.02})
    summary = fly(scenario, Flight(seed=1, coded=False))
    assert "the platform is farther than its margin from where the arm takes it" in str(summary.findings)
    assert next(row.ok for row in summary.expectations if row.name == "completed")
    assert summary.contacts == []


@pytest.fixture(scope="module")
def loaded():
    """A flight with ten times the load that ends it, over the whole link."""
    scenario = changed(truth={"payload_kg": 40.0}, margins={"base_m": 0.02})
    return Flown(msgspec.structs.replace(scenario, duration_s=60.0))


def test_a_base_that_goes_on_moving_is_one_event_with_one_version_and_one_hold_of_the_gate(loaded):
    elsewhere = {world.version: at_ns for at_ns, world in reversed(loaded.worlds) if world.reason}
    assert len(elsewhere) > 1 and len(elsewhere) == len({(hold.actor, hold.nonce) for hold in loaded.holds})
    begun_s = sorted(at_ns / NS_PER_S for at_ns in elsewhere.values())
    assert all(after - before > RUN.under_way_ns / NS_PER_S for before, after in pairwise(begun_s))
    assert {hold.actor for hold in loaded.holds} == {"gate"}


def test_what_cannot_be_stopped_is_judged_again_where_the_base_is_and_told(loaded):
    detail = next(world.detail for _, world in loaded.worlds if world.reason)
    assert re.search(r"off by .* mm allowed; \d+ set-points cannot be stopped.* mm apart", detail)


def test_nothing_leaves_while_the_base_moves_by_itself(loaded):
    begins_ns = next(at_ns for at_ns, world in loaded.worlds if world.reason)
    after = [at_ns for at_ns, point in loaded.motions if point.kind == "motion" and at_ns > begins_ns]
    assert not after or after[0] - begins_ns > RUN.under_way_ns


def test_the_margin_for_the_base_is_asked_for_where_that_floats_past_something():
    run = msgspec.structs.replace(RUN, margins=msgspec.structs.replace(RUN.margins, base_m=0.0))
    with pytest.raises(FileError, match=r"margins\.base_m: must be above 0"):
        check_start_pose("mine.toml", run, SCENARIO.start_q)


def test_a_body_that_leaves_the_base_where_it_is_does_not_fly_past_something_unless_it_is_bolted(monkeypatch):
    with pytest.raises(FileError, match=r"truth\.plant: kinematic leaves the base where it is"):
        check_start_pose("mine.toml", RUN, SCENARIO.start_q, plant="kinematic")
    bolted = replace(MODEL.robot, platform=None)
    monkeypatch.setattr("ground.scenario.preflight.read_model", lambda run: replace(MODEL, robot=bolted))
    check_start_pose("mine.toml", RUN, SCENARIO.start_q, plant="kinematic")
