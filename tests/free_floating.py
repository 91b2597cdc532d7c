"""Free-floating spacecraft for tests: by published numbers, and small ones whose answer is on paper."""

import dataclasses
import json
import tomllib
from itertools import pairwise
from pathlib import Path

import numpy as np

from predictor.model.files.robot_file import read_robot
from predictor.model.joint_tree import BASE
from predictor.model.robot import Inertia
from predictor.model.spatial import pose, rotation_from_euler_zyx
from predictor.model.tree_layout import Tool
from predictor.motion.stop import moves
from telemetry.messages.joint_state import JointState
from tests.shared_data import shared_file
from tests.trees import Z, arm, joint

ROBOT = read_robot(Path(__file__).parents[1] / "scenarios/robots/shiyan7_like.toml")
PRINTED = 1e-6  # how near the printed figures are met


def oracle(name):
    """The printed figures of a spacecraft."""
    return json.loads(shared_file(f"data/robots/{name}/free_floating_oracle.json").read_text())


def ets_vii():
    """ETS-VII and its arm of six joints, as its parameters are published."""
    table = tomllib.loads(shared_file("data/robots/ets_vii/params.toml").read_text())
    rows = table["link"]
    joints = [
        joint(row["name"], index - 1, T=pose(rotation_from_euler_zyx(*row["rpy"][::-1]), row["xyz"]))
        for index, row in enumerate(rows)
    ]
    bodies = [_body(each, frame) for frame, each in enumerate([table["base_body"], *rows])]
    tool = Tool(len(rows), pose(np.eye(3), table["tool"]["xyz"]))
    return dataclasses.replace(arm(*joints), tool=tool, platform=bodies[0], links=tuple(bodies[1:]))


def _body(row, frame):
    return Inertia(
        name=str(frame),
        frame=frame,
        mass=row["mass"],
        com=np.array(row["com"]),
        inertia=np.array(row["inertia"]),
    )


def turning_link(*, joint_at, com_at, platform, link):
    """A platform with its mass centre at the origin and one link, all in a plane: (mass, moment about z)."""

    def body(frame, mass, moment, x):
        inertia = np.diag((moment, moment, moment))
        return Inertia(name=str(frame), frame=frame, mass=mass, com=np.array((x, 0.0, 0.0)), inertia=inertia)

    one = arm(joint("hinge", BASE, axis=Z, T=pose(np.eye(3), (joint_at, 0.0, 0.0))))
    return dataclasses.replace(
        one, platform=body(0, *platform, 0.0), links=(body(1, *link, com_at),), tool=Tool(1, np.eye(4))
    )


def smooth(q_start, q_end, *, duration_s, period_s):
    """Moves (k, n, 6) from rest to rest by s = 10 x^3 - 15 x^4 + 6 x^5, all joints together."""
    q_start, way = np.array(q_start), np.subtract(q_end, q_start)

    def state(x):
        s, v, a = (
            10 * x**3 - 15 * x**4 + 6 * x**5,
            (30 * x**2 - 60 * x**3 + 30 * x**4) / duration_s,
            (60 * x - 180 * x**2 + 120 * x**3) / duration_s**2,
        )
        return JointState(tuple(q_start + way * s), tuple(way * v), tuple(way * a))

    states = [state(x) for x in np.linspace(0.0, 1.0, round(duration_s / period_s) + 1)]
    return np.array([moves(begin, end, period_s) for begin, end in pairwise(states)])


CRAFT = {"shiyan7_like": lambda: ROBOT, "ets_vii": ets_vii}
