"""What most tests need compiled, in parts that share little, the dearest first.

It is compiled on all cores before tests begin; else each worker, and each process that a test starts, would
compile the same.  What is missing here is compiled where it is needed.
"""

import os
import sys
import tempfile
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

import msgspec
import numpy as np

from ground.cli import main
from ground.run.processes.compiling import KernelPart, compile_parts
from ground.scenario.scenario import load, run_settings
from planner import role as planner
from planner.motion.ik import inverse
from planner.motion.search.free_route import RouteRequest, find_route
from predictor import warming
from predictor.geometry.pieces.close_pieces import close_pieces
from predictor.geometry.pieces.surface_pieces import surface_pieces
from predictor.model.files.robot_file import read_robot
from predictor.model.kinematics import tool_pose
from predictor.queries.workcell import open_workcell
from predictor.rays import caster
from tests.predictor.geometry.pieces.rooms import room
from tests.predictor.geometry.solids import L_SHAPE
from tests.straight_lines import line

SCENARIOS = Path(__file__).parents[1] / "scenarios"
ROBOT, SCENE = SCENARIOS / "robots/shiyan7_like.toml", SCENARIOS / "scenes/adjacent_target.toml"
ROLLER_ARM, ROLLER_CELL = SCENARIOS / "robots/roller_arm.toml", SCENARIOS / "scenes/roller_cell.toml"
LEFT, RIGHT = (np.radians([side, 20.0, -40.0, 0.0, 60.0, 0.0]) for side in (60.0, -60.0))


def hand():
    """What a planner needs before it is ready."""
    planner.build(run_settings(load("short_link"), seed=1, run_id="compiled"), None, None)


def moving_base(method):
    """What follows an arm on a base that floats."""
    run = run_settings(load("free_target"), seed=1, run_id="compiled")
    warming.world(msgspec.structs.replace(run, collision_method=method))
    warming.base(run)


def answers(method):
    """What is asked of a pose, of many, and of a motion."""
    cell = open_workcell(ROBOT, SCENE, method=method)
    q = np.array(cell.robot.home_q)
    for ask in (cell.clearance, cell.clearances, cell.witness, cell.gradient, cell.is_hit):
        ask(q)
    cell.batch([q, q])
    cell.hits([q, q])
    cell.sweep([q, q + 0.01])
    cell.surely(q, np.full(len(q), 0.01))


def way_around(method):
    """What finds one."""
    cell = open_workcell(ROLLER_ARM, ROLLER_CELL, method=method)
    find_route(cell.world, RouteRequest(LEFT, RIGHT, np.ones(6, dtype=bool), 0.035))


def plan():
    """What makes a plan's motions and judges them."""
    main(["verify", "survey"])


def reach():
    """What finds joint values for poses."""
    robot = read_robot(ROBOT)
    q = np.array(robot.home_q) + 0.1
    T = tool_pose(robot, q)
    for find in (inverse.nearest_branch, inverse.nearest, inverse.from_afar, inverse.numeric):
        find(robot, T, q)
    inverse.branches(robot, T)
    inverse.branches_batch(robot, T[None])
    line(robot, q, tuple(T[:3, 3] + 0.01), quat_base_tool=None)


def pieces():
    """What cuts meshes into convex pieces."""
    hollow = room(around=8, along=2, racks=2)
    for mesh in (hollow, L_SHAPE):
        close_pieces(mesh, "surface")
    surface_pieces(hollow, 8)


PARTS = {
    "hand": hand,
    "moving base, mesh": partial(moving_base, "mesh"),
    "pieces": pieces,
    "plan": plan,
    "way around, capsules": partial(way_around, "capsules"),
    "way around, mesh": partial(way_around, "mesh"),
    "moving base, capsules": partial(moving_base, "capsules"),
    "rays": caster.warm,
    "reach": reach,
    "answers, capsule_tree": partial(answers, "capsule_tree"),
    "answers, scs_projection": partial(answers, "scs_projection"),
    "answers, capsules": partial(answers, "capsules"),
    "answers, mesh": partial(answers, "mesh"),
}


def compile_part(name):
    """Compile one of them."""
    with redirect_stdout(StringIO()):
        PARTS[name]()


def compile_all():
    """Compile all of them, on all cores; one that fails is told, and tests tell the rest."""
    parts = [KernelPart("tests.compiled_first:compile_part", (name,)) for name in PARTS]
    with tempfile.NamedTemporaryFile("r") as log:
        try:
            compile_parts(parts, log=Path(log.name), processes=len(os.sched_getaffinity(0)))
        except RuntimeError as error:
            print(error, log.read(), sep="\n", file=sys.stderr)
