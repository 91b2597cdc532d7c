"""The search for missed contacts finds one where there is one, and none in what is judged here."""

from pathlib import Path

import numpy as np
import pytest

from ground.command_list import DONE, FAILED
from predictor.motion.stop import moves, state_within
from predictor.verdict.judge import judge
from tests.benchmarks.__main__ import main
from tests.benchmarks.problems.arms import THIRTEEN, arms
from tests.benchmarks.problems.motions import wave
from tests.benchmarks.problems.problem_sets import SETS, Cylinder, count
from tests.benchmarks.problems.sphere_models import sphere_robot
from tests.benchmarks.questions import recall as recalling
from tests.benchmarks.questions.recall import Tally, least_on, recall
from tests.shared_data import SHARED, shared_file

URDF = """<robot name="two">
<link name="base">
<collision><origin xyz="0 0 0.1"/><geometry><sphere radius="0.05"/></geometry></collision></link>
<link name="arm"/><link name="hand"><collision><geometry><sphere radius="0.02"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 1"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="welded" type="fixed"><parent link="arm"/><child link="hand"/><origin xyz="0.3 0 0"/></joint>
</robot>"""


def test_no_contact_is_missed_in_a_sample_of_seeds():
    pytest.importorskip("pinocchio")
    found = recall(2, 6).plus(recall(7, 6))
    assert found.near > 0
    assert found.far > 0
    assert (found.missed, found.needless) == ((), 0)


def test_a_verdict_that_lets_everything_go_is_found_out(monkeypatch):
    pytest.importorskip("pinocchio")

    def careless(*asked, **named):
        return judge(*asked, **named)._replace(ok=True, reason="")

    monkeypatch.setattr(recalling, "judge", careless)
    assert recall(7, 4).missed


def test_the_oracle_finds_a_contact_of_a_millisecond():
    robot = arms()[THIRTEEN]
    points = wave(robot).set_points(0.25)
    move = (points[10], points[11])
    touching = np.array(state_within(moves(*move, 0.25), 0.1037).q)

    def distances(poses):  # less than nothing only for a moment
        return np.linalg.norm(np.array(poses) - touching, axis=1) - 2e-5

    assert least_on(robot, move, distances, bar_m=0.0) < 0.0
    assert distances([state_within(moves(*move, 0.25), t).q for t in np.linspace(0.0, 0.25, 26)]).min() > 1e-4


@pytest.mark.parametrize(("missed", "code"), [((), DONE), (("seed 3, move 1",), FAILED)])
def test_a_missed_contact_fails_the_command(monkeypatch, capsys, missed, code):
    pytest.importorskip("pinocchio")
    monkeypatch.setattr("tests.benchmarks.truth.recall", lambda seed, moves: Tally(moves, 1, missed, 1, 0))
    assert main(["truth", "--scenes", "1", "--first-seed", "3", "--moves", "5"]) == code
    told = capsys.readouterr().out
    assert "--first-seed 4" in told
    assert ("MISSED" in told) is (code == FAILED)


def test_spheres_are_carried_by_the_joint_before_what_is_welded(tmp_path):
    (tmp_path / "arm.urdf").write_text(URDF)
    (tmp_path / "arm.srdf").write_text("<robot name='two'/>")
    robot = sphere_robot(tmp_path / "arm.urdf", tmp_path / "arm.srdf")
    assert robot.capsules.names == ("base/0", "hand/1")
    assert robot.capsules.frame.tolist() == [0, 1]
    assert robot.capsules.p0 == pytest.approx(np.array([[0.0, 0.0, 0.1], [0.3, 0.0, 0.0]]))
    assert len(robot.self_pairs) == 0  # a joint joins them


def test_a_cylinder_has_flat_ends():
    cylinder = Cylinder(np.eye(4), 0.5, 0.1)
    points = np.array([[0.0, 0.0, 0.6], [0.2, 0.0, 0.0], [0.4, 0.0, 0.9], [0.0, 0.0, 0.2]])
    assert cylinder.distance(points) == pytest.approx([0.1, 0.1, 0.5, 0.0])


@pytest.mark.sweep
@pytest.mark.parametrize("name", SETS)
def test_published_problems_are_free_as_published(name):
    shared_file(f"data/{SETS[name].urdf}")
    found = count(Path(SHARED) / "data", name)
    assert (found.problems, found.starts, found.goals) == SETS[name][3:]
