"""A predictor that always says ok: the gate still stops the arm before whatever a scene may hold."""

import msgspec
import pytest

from predictor.run_model import read_new_model
from telemetry.messages.queue import HoldNotice
from tests.mesh_scene import write_scene
from tests.nominal_run import ROBOT
from tests.planner.gate.gate_bench import Bench, joint_1_move, settings

# The hand comes by (1.13, 0.35, 1.21) after 0.3 of the 0.6 rad of the move.
MESH = """
[[mesh]]
name = "station"
body = "base"
file = "meshes/l.obj"
scale = [0.2, 0.2, 0.2]
translation = [1.1, 0.3, 1.15]
"""
SPHERE = """
[[sphere]]
name = "lamp"
body = "target"
centre = [1.13, 0.35, 1.21]
radius = 0.1
"""
WAY = """
[[body]]
name = "lift"
[body.motion]
from_s = 1000.0
until_s = 2000.0
speed = [0.0, 0.0, -0.004]

[[box]]
name = "cabin"
body = "lift"
centre = [1.13, 0.35, 4.0]
size = [0.1, 0.1, 0.1]
"""
LOAD = """
[[body]]
name = "payload"
carrier = "joint_6"

[[sphere]]
name = "tank"
body = "payload"
centre = [0.5, 0.0, 0.0]
radius = 0.05

[[sphere]]
name = "lamp"
body = "target"
centre = [1.13, 0.35, 1.71]
radius = 0.1
"""


def flown(folder, more):
    """Return the bench after a move of joint 1 by 0.6 rad in the shipped scene with something more."""
    scene = write_scene(folder, more)
    digests = read_new_model(ROBOT, scene).digests
    run = msgspec.structs.replace(settings(), scene_file=str(scene), model_digests=digests)
    bench = Bench(run=run).resumed().with_plan(joint_1_move(periods=40, angle=0.6))
    bench.arm_plan()
    bench.run(12.0)
    return bench


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (MESH, "in station/"),
        (SPHERE, "hand in lamp"),
        (WAY, "in cabin/0/0"),
        (LOAD, "tank in lamp"),
    ],
    ids=["mesh", "sphere", "way", "load"],
)
def test_what_stands_in_the_way_holds_the_arm_whatever_the_predictor_says(tmp_path, more, told):
    bench = flown(tmp_path, more)
    notice = bench.last(HoldNotice)
    assert notice.reason == "keep_out" and told in notice.detail
    assert 0.05 < max(point.q[0] for point in bench.motions()) < 0.3


def test_where_nothing_stands_in_the_way_the_same_move_is_flown_to_its_end(tmp_path):
    assert flown(tmp_path, "").motions("motion")[-1].q[0] == pytest.approx(0.6)
