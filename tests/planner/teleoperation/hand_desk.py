"""A hand at a handle that leads the arm from credit to credit."""

from pathlib import Path

import msgspec
import numpy as np

from planner.teleoperation.hand import TeleopHand
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.model.spatial import quaternion_from_rotation, rotation_from_vector
from predictor.motion.stop import rest
from telemetry.agreed.hand_settings import HandSettings
from telemetry.messages.handle import HandleSample, Steering
from telemetry.messages.prediction import LockedJoint, World
from telemetry.messages.queue import Credit

ROBOT = read_robot(Path(__file__).parents[3] / "scenarios/robots/shiyan7_like.toml")
START = rest(tuple(np.radians([0.0, -120.0, -109.0, 0.0, -40.0, 0.0]).tolist()))
PERIOD_S = 0.25


def sample(p=(0.0, 0.0, 0.0), turn=(0.0, 0.0, 0.0), *, right=False, left=False, dead_man=True):
    """What the handle says."""
    quat = tuple(quaternion_from_rotation(rotation_from_vector(np.array(turn))).tolist())
    return HandleSample(
        number=7, sampled_ns=0, p_handle=p, quat_handle=quat, dead_man=dead_man,
        left_button=left, right_button=right,
    )  # fmt: skip


def locked(standing):
    """Joints that stand, as the world tells them."""
    return tuple(
        LockedJoint(joint=joint, name="", kind="locked", q=q, followed=q, since_ns=0)
        for joint, q in standing.items()
    )


class Desk:
    """The hand, and the arm that it leads."""

    def __init__(self, robot=ROBOT, standing=None, around=None, **settings):
        hand = msgspec.structs.replace(HandSettings(), **settings)
        self.hand = TeleopHand(robot, hand, period_s=PERIOD_S, around=around)
        self.robot, self.newest = robot, START
        self.hand.on_world(World(version=1, configuration=b"", locked=locked(standing or {})))
        self.epoch = 1
        self.notes = []

    def hold(self, *args, **kwargs):
        self.hand.on_sample(sample(*args, **kwargs))

    def credit(self, **steering):
        return self.steer(Steering(**steering))

    def steer(self, steering, tool=""):
        credit = Credit(
            epoch=self.epoch, next_seq=1, source="teleop", plan_id="", newest=self.newest,
            tool=tool, steering=steering,
        )  # fmt: skip
        led = self.hand.on_credit(credit, 0)
        self.newest = led.state
        self.notes.append(led.source.note)
        self.bent = led.source.bent
        return led

    @property
    def tool(self):
        return tool_pose(self.robot, self.newest.q)
