"""The collision method that a run names is the one that judges, certifies, shows and checks the start.

A planted method sees every distance 10 m shorter than it is: whoever goes past the door would not notice.
"""

from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import pytest

from ground.scenario.preflight import check_start_pose
from planner.plans.make_plan import PlanTask, make_plan
from predictor.collision.capsules.capsules_method import build as build_capsules
from predictor.collision.method import METHODS, Clearances
from predictor.role import build as build_predictor
from telemetry.agreed.reasons import Reason
from telemetry.drive.store import MemoryStore
from telemetry.files.settings import FileError
from telemetry.messages.joint_state import JointState
from telemetry.messages.plan import JointMove, PlanRefused
from telemetry.messages.prediction import PredictedArm, World
from telemetry.messages.queue import Entry, Queued, TeleopSource
from telemetry.messages.spacecraft import Telemetry
from tests.nominal_run import MODEL, nominal_run
from tests.tell import tell

SHORTER_M = 10.0
HOME = MODEL.robot.home_q
ZERO = (0.0,) * 6
TELEMETRY = Telemetry(
    sampled_ns=0, mode="ready", q=HOME, qd=ZERO, currents=ZERO, temperatures=ZERO, brakes_on=False,
    locked=(False,) * 6, gripper=0.0, quat_world_base=(1.0, 0.0, 0.0, 0.0),
    p_world_base=(0.0, 0.0, 0.0), rate_base=(0.0, 0.0, 0.0),
    buffer=0, epoch=0, accepted=0, accepted_at_ns=0, executed_epoch=0, executed=0, refused_epoch=0,
    refused=0, refusal="", latched=False, latch_reason="", hold_q=HOME,
)  # fmt: skip


@dataclass(frozen=True)
class Wary:
    """What `capsules` sees, with every distance 10 m shorter."""

    inner: Any

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def clearance(self, q, T_world_base=None):
        return self.clearances(q, T_world_base).least

    def clearances(self, q, T_world_base=None):
        return Clearances(*map(shorter, self.inner.clearances(q, T_world_base)))

    def batch(self, poses, T_world_base=None, **how):
        found = self.inner.batch(poses, T_world_base, **how)
        return found._replace(distance=found.distance - SHORTER_M)

    def sweep(self, moves, *, required_m, **motion):
        found = self.inner.sweep(moves, required_m=required_m + SHORTER_M, **motion)
        each = Clearances(*map(shorter, found.each))
        return found._replace(clearance=found.clearance - SHORTER_M, each=each)


def shorter(found):
    return found and found._replace(distance=found.distance - SHORTER_M)


def build_wary(robot, scene, *, version):
    return Wary(build_capsules(robot, scene, version=version))


@pytest.fixture(params=["capsules", "wary"])
def run(request, monkeypatch):
    monkeypatch.setitem(METHODS, "wary", f"{__name__}:build_wary")
    return msgspec.structs.replace(nominal_run(), collision_method=request.param)


def predictor(run):
    return build_predictor(run, MemoryStore(), np.random.default_rng(0))


def test_verdicts_are_given_by_the_method_of_the_run(run):
    still = JointState(q=HOME, qd=ZERO, qdd=ZERO)
    entry = Entry(epoch=1, seq=1, state=still, source=TeleopSource(sample=1, dead_man_age=0.0))
    queued = Queued(entry=entry, previous=still, chain_before=b"", configuration=run.configuration)
    (sent,) = tell(predictor(run), queued, 0)
    assert sent.message.ok == (run.collision_method == "capsules")
    assert (sent.message.clearance < 0.0) == (run.collision_method == "wary")


def test_the_shown_clearance_is_that_of_the_method_of_the_run(run):
    role = predictor(run)
    tell(role, TELEMETRY, 3_500_000_000)
    (shown,) = [sent.message for sent in role.tick(3_500_000_000) if isinstance(sent.message, PredictedArm)]
    assert (shown.clearance < 0.0) == (run.collision_method == "wary")


def test_plans_are_certified_by_the_method_of_the_run(run):
    turned = (0.1, *HOME[1:])
    spoken = World(version=MODEL.world_version, configuration=run.configuration)
    answer = make_plan(PlanTask("pass", run, HOME, (JointMove(q=turned),), spoken))
    if run.collision_method == "capsules":
        assert answer.certificate.clearance > 0.0
    else:
        assert isinstance(answer, PlanRefused)
        assert answer.reason == Reason.INSIDE_MARGIN


def test_the_start_pose_is_checked_by_the_method_of_the_run(run):
    if run.collision_method == "capsules":
        check_start_pose("mine.toml", run, HOME)
    else:
        with pytest.raises(FileError, match=r"9\.\d+ m inside"):
            check_start_pose("mine.toml", run, HOME)
