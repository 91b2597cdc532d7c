"""The arms to measure with: one of thirteen leaves, those that come with farhand, and others' from a folder.

    frame   0      1                  2                3               4
            base   shoulder (hub)     upper_arm (hub)  elbow_forearm   forearm_wrist (hub)
            5      6
            wrist  hand, gripper, (flange), (camera)           in brackets: a sphere

The arm of thirteen leaves is the shipped six-joint arm with the hubs of its joints and what its hand carries:
8 capsules and 5 spheres.  40 pairs of them are kept apart; neighbours meet in a joint, and the others that
are left out either overlap at every pose or can never meet.
"""

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ground.scenario.scenario_files import data_folder, names
from predictor.inputs.arrays import read_only
from predictor.model.files.robot_file import read_robot
from predictor.model.robot import Capsules, Robot

THIRTEEN = "thirteen_leaves"
OF_SIX_JOINTS = "shiyan7_like"  # the arm that it is made from
ROBOTS = "robots"

# name, frame, axis ends in that frame [m], radius [m]; those of a sphere coincide
LEAVES_BESIDE = (
    ("shoulder_hub", 1, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.105),
    ("elbow_hub", 2, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.085),
    ("wrist_hub", 4, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.068),
    ("flange", 6, (0.0, 0.0, -0.05), (0.0, 0.0, -0.05), 0.06),
    ("camera", 6, (0.09, 0.0, -0.12), (0.09, 0.0, -0.12), 0.04),
    ("gripper", 6, (0.0, 0.0, -0.02), (0.0, 0.0, 0.09), 0.035),
)
OVERLAP = {
    *(("base", second) for second in ("upper_arm", "elbow_hub")),
    *(
        (first, second)
        for first in ("forearm_wrist", "wrist_hub")
        for second in ("hand", "flange", "camera", "gripper")
    ),
}
NEVER_MEET = {("shoulder", "elbow_forearm"), ("shoulder_hub", "elbow_forearm"), ("elbow_forearm", "wrist")}


@cache
def arms() -> dict[str, Robot]:
    """Return all arms that come with farhand, by name; the one of thirteen leaves first."""
    folder = data_folder() / ROBOTS
    shipped = {name: read_robot(folder / f"{name}.toml") for name in names(folder)}
    return {THIRTEEN: thirteen_leaves(shipped[OF_SIX_JOINTS]), **shipped}


def thirteen_leaves(robot: Robot) -> Robot:
    """Return the shipped six-joint arm with six leaves more."""
    known = robot.capsules
    name, frame, p0, p1, radius = zip(*LEAVES_BESIDE, strict=True)
    frames = np.array([*known.frame, *frame], dtype=np.int64)
    order = np.argsort(frames, kind="stable")
    leaves = Capsules(
        names=tuple((*known.names, *name)[i] for i in order),
        frame=frames[order],
        p0=read_only(np.array([*known.p0, *p0])[order]),
        p1=read_only(np.array([*known.p1, *p1])[order]),
        radius=read_only(np.array([*known.radius, *radius])[order]),
    )
    return replace(robot, name=THIRTEEN, capsules=leaves, self_pairs=_kept_apart(leaves))


def _kept_apart(leaves: Capsules) -> NDArray[np.int64]:
    """Return the pairs (k, 2) of leaves that are two joints apart or more, but those named above."""
    pairs = [
        (i, j)
        for i, j in combinations(range(len(leaves.names)), 2)
        if leaves.frame[j] - leaves.frame[i] >= 2
        and (leaves.names[i], leaves.names[j]) not in OVERLAP | NEVER_MEET
    ]
    return np.array(pairs, dtype=np.int64)
