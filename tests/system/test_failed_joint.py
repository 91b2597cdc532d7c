"""A joint fails in mid-pass: it is recognised, held, resumed and replanned, and never moved again."""

import msgspec
import numpy as np
import pytest

from ground.faults.fault_seams import changes, seams_of
from ground.faults.ground_faults import Killed
from ground.faults.space_faults import JointSlipping
from ground.rehearsal.roles import roles
from ground.report.facts.facts import Facts
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_table import LinkTable
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.seams import LifeChanges
from telemetry.drive.uncoded_time import UncodedTime
from telemetry.drive.virtual_time import Timing
from telemetry.messages.command import HoldCommand, Motion
from telemetry.messages.prediction import World
from telemetry.messages.spacecraft import Telemetry

ELBOW, AT = 1, np.radians(-123.8)
MICRON, MICRORADIAN = 1e-6, 1e-6
STANDS_WITHIN = np.radians(0.02)  # noise of the encoder that the angle is reported by
replace = msgspec.structs.replace


def short(*faults):
    """The shipped scenario over a link of a second, without dynamics and without errors of the arm."""
    scenario = load("locked_joint")
    return replace(
        scenario,
        link=LinkTable(up_s=0.5, down_s=0.5),
        truth=replace(scenario.truth, plant="kinematic", link_offset_m=0.0),
        faults=faults or scenario.faults,
    )


class Flown:
    """One flight: what left for space, what was seen, what worlds there were."""

    def __init__(self, scenario=None, faults=()):
        scenario = scenario or short()
        run = run_settings(scenario, seed=1, run_id="failed-joint")
        self.robot, self.facts = read_model(run).robot, Facts.of(run)
        self.motions, self.seen, self.worlds, self.holds, self.statuses = [], [], [], [], []
        driver = UncodedTime(
            roles(scenario, run),
            seed=1,
            timing=Timing(work_ns=round(scenario.commanding.planner_latency_s * NS_PER_S)),
            observe=self.observe,
        )
        driver.seams, deaths, until_ns = seams_of(faults, 1), LifeChanges(changes(faults)), 0
        while until_ns < scenario.duration_s * NS_PER_S and self.facts.script is None:
            driver.kill_and_start(deaths, until_ns)
            until_ns = min(until_ns + NS_PER_S, deaths.due_ns)
            driver.run(until_ns=until_ns, finished=lambda: self.facts.script is not None)
        driver.close()

    def observe(self, at_ns, role, message):
        self.facts.on_message(at_ns, role, message)
        if role == "bridge" and isinstance(message, Motion):
            self.motions.append((at_ns, message.set_point))
        elif role == "bridge" and isinstance(message, HoldCommand):
            self.holds.append(message)
        elif role == "gate" and isinstance(message, World):
            self.worlds.append((at_ns, message))
        elif role == "predictor" and isinstance(message, Telemetry):
            self.seen.append((at_ns, message))

    @property
    def recognised_ns(self):
        return next(at_ns for at_ns, world in self.worlds if world.locked)

    def after(self):
        """Set-points of plans that left after the joint was recognised; those of the stop before are none."""
        return [p for at_ns, p in self.motions if at_ns > self.recognised_ns and p.kind == "motion"]


@pytest.fixture(scope="module")
def locked():
    return Flown()


def test_it_is_recognised_with_its_angle_within_a_round_trip_and_two_seconds(locked):
    [row] = locked.facts.joints.rows
    assert (row.joint, row.kind) == ("joint_2", "locked")
    assert row.q == pytest.approx(AT, abs=STANDS_WITHIN)
    assert locked.facts.joints.recognised_s <= 3.0


def test_the_gate_has_it_held_and_the_script_flies_what_is_left(locked):
    assert [hold.actor for hold in locked.holds[:1]] == ["gate"]
    assert locked.facts.script.completed
    assert [hold.reason for hold in locked.facts.holds] == ["power_up", "joint_locked"][
        -len(locked.facts.holds) :
    ]


def test_nothing_that_moves_the_joint_leaves_after_that(locked):
    points = locked.after()
    assert len(points) > 20
    stands = locked.worlds[-1][1].locked[0].q
    assert all(p.q[ELBOW] == stands and p.qd[ELBOW] == p.qdd[ELBOW] == 0.0 for p in points)


def test_the_rest_of_the_line_keeps_attitude_x_and_y_and_z_bends_as_the_reference_tells(locked):
    points = [p.q for p in locked.after()]
    T = np.array([tool_pose(locked.robot, q) for q in points[-8:]])
    x, y, z = T[:, :3, 3].T
    assert x == pytest.approx(np.full(8, 1.046), abs=1e-4)
    assert y[-1] == pytest.approx(0.6, abs=MICRON)
    assert z[-1] == pytest.approx(0.19839, abs=5e-4)  # of a joint locked at -123.8 deg exactly
    assert np.abs(T[:, :3, :3] - T[0, :3, :3]).max() < MICRORADIAN


def test_the_world_says_exactly_where_r_has_the_joint(locked):
    _, world = locked.worlds[-1]
    assert locked.after()[0].q[ELBOW] == world.locked[0].q
    assert world.version > locked.worlds[0][1].version


@pytest.mark.sweep
def test_a_joint_that_slips_is_recognised_as_such_and_stays_where_it_came_to_stand():
    slips = JointSlipping(joint="joint_2", at_deg=-122.0, follows=0.4)
    flown = Flown(short(slips))
    [row] = flown.facts.joints.rows
    assert (row.joint, row.kind) == ("joint_2", "slipping")
    assert [hold.reason for hold in flown.facts.holds] == ["joint_slipping"]
    assert flown.facts.script.completed
    stands = flown.worlds[-1][1].locked[0].q
    assert {p.q[ELBOW] for p in flown.after()} == {stands}


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("role", "keeps_store"),
    [("predictor", True), ("predictor", False), ("gate", True), ("gate", False), ("planner", True)],
)
def test_whoever_restarts_nothing_that_moves_the_joint_leaves(locked, role, keeps_store):
    dies_s = locked.recognised_ns / NS_PER_S + 0.5
    dead = Killed(participant=role, at_s=dies_s, duration_s=1.0, keeps_store=keeps_store)
    flown = Flown(faults=(dead,))
    assert len({p.q[ELBOW] for p in flown.after()}) <= 1
    if keeps_store:
        assert flown.worlds[-1][1].locked == locked.worlds[-1][1].locked


@pytest.mark.sweep
def test_a_predictor_that_comes_back_with_its_store_speaks_of_the_same_world(locked):
    dies_ns = locked.recognised_ns + 4 * NS_PER_S
    flown = Flown(faults=(Killed(participant="predictor", at_s=dies_ns / NS_PER_S, duration_s=1.0),))
    before = [world for at_ns, world in flown.worlds if at_ns < dies_ns][-1]
    after = next(world for at_ns, world in flown.worlds if at_ns > dies_ns + NS_PER_S)
    assert (after.version, after.locked) == (before.version, before.locked)
