"""Capsules must reach from joint to joint and contain the parts: what is not is told and never flown."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.geometry.primitive_meshes import box
from predictor.model.checks.capsule_distances import PlacedCapsules, capsule_distances, distances_to_capsules
from predictor.model.checks.coverage import uncovered
from predictor.model.files.robot_file import read_robot
from predictor.model.robot import Capsules, Part
from predictor.model.tree_layout import Tool
from telemetry.files.settings import FileError
from tests.trees import X, Y, Z, arm, at, joint, reframed, rows_of, with_rows

ROBOTS = sorted((Path(__file__).parents[4] / "scenarios/robots").glob("*.toml"))
SHIYAN = read_robot(ROBOTS[0].with_name("shiyan7_like.toml"))
D, A = 1, 2  # columns of a DH row


def shaped(robot, *rows):
    """The robot with capsules (frame, p0, p1) of 50 mm radius."""
    frame, p0, p1 = zip(*rows, strict=True)
    capsules = Capsules(
        names=tuple(f"capsule_{i}" for i in range(len(rows))),
        frame=np.array(frame),
        p0=np.array(p0, dtype=float),
        p1=np.array(p1, dtype=float),
        radius=np.full(len(rows), 0.05),
    )
    return replace(robot, capsules=capsules, self_pairs=np.empty((0, 2), dtype=np.int64))


ELBOW = arm(joint("a"), joint("b", 0, axis=Y, T=at(0.0, 0.0, 1.0)), tip=(0.0, 0.0, 0.5))


@pytest.mark.parametrize("path", ROBOTS, ids=lambda path: path.stem)
def test_every_arm_of_the_project_is_covered(path):
    assert uncovered(read_robot(path)) == ()


@pytest.mark.parametrize("seed", range(3))
def test_frames_of_its_own_do_not_change_what_is_uncovered(seed):
    rows = rows_of(SHIYAN)
    rows[:, (D, A)] *= 2.0
    longer = with_rows(SHIYAN, rows)
    assert uncovered(reframed(SHIYAN, seed)) == ()
    assert uncovered(reframed(longer, seed)) == uncovered(longer) != ()


@pytest.mark.parametrize(
    ("row", "column", "link"),
    [(0, D, "shoulder"), (1, A, "upper_arm"), (3, D, "forearm_wrist"), (5, D, "hand")],
)
def test_a_link_of_doubled_length_with_its_old_capsule_is_named(row, column, link):
    rows = rows_of(SHIYAN)
    rows[row, column] *= 2.0
    (line,) = uncovered(with_rows(SHIYAN, rows))
    assert line.startswith(f"link '{link}': ")


def test_the_uncovered_length_is_what_lies_between_a_capsule_and_the_next_axis():
    rows = rows_of(SHIYAN)
    rows[1, A] *= 2.0  # 1814 mm; the elbow's capsule hangs on the axis, what is covered ends at 907 + 75 mm
    (line,) = uncovered(with_rows(SHIYAN, rows))
    assert " 737 mm of the way from the axis of 'joint_2' to the axis of 'joint_3'" in line


def test_an_arm_with_doubled_lengths_is_refused_when_it_is_read_for_flight(tmp_path):
    text = ROBOTS[0].with_name("shiyan7_like.toml").read_text()
    for length in ("d = 0.3", "a = 0.907", "d = 0.909", "d = 0.277"):
        assert length in text
        name, value = length.split(" = ")
        text = text.replace(f"\n{length}\n", f"\n{name} = {2.0 * float(value)}\n")
    (tmp_path / "arm.toml").write_text(text)
    with pytest.raises(FileError, match=r"capsule: link 'shoulder': \d+ mm of the way") as caught:
        read_robot(tmp_path / "arm.toml")
    assert "\n" not in str(caught.value)


def test_a_link_beside_the_way_covers_it_for_an_axis_reaches_there():
    beside = [(1, (0, 0, 0), (0, 0.3, 0)), (1, (0, 0.3, 0), (0, 0.3, 1))]
    assert uncovered(shaped(ELBOW, *beside, (2, (0, 0.3, 0), (0, 0, 0.5)))) == ()
    (line,) = uncovered(shaped(ELBOW, *beside, (2, (0, 0, 0), (0, 0, 0.5))))
    assert "link 'body_2': 200 mm" in line  # from there to where that link begins, less both radii


def test_what_the_next_link_holds_about_its_axis_is_covered_in_every_pose():
    ball = shaped(ELBOW, (1, (0, 0, 0), (0, 0, 0.91)), (2, (0, 0, 0), (0, 0, 0.5)))
    assert uncovered(ball) == ()
    off = shaped(ELBOW, (1, (0, 0, 0), (0, 0, 0.88)), (2, (0.045, 0, 0), (0.045, 0, 0.5)))
    (line,) = uncovered(off)
    assert "link 'body_1': 65 mm" in line  # 120 mm, of which a ball of 5 mm is on the axis, less the radius


def test_a_telescope_must_be_covered_over_its_whole_range():
    robot = arm(
        joint("a"),
        joint("tube", 0, axis=Z, kind="prismatic", T=at(0.0, 0.0, 0.5)),
        joint("b", 1, axis=Y, T=at(0.0, 0.0, 0.5)),
        tip=(0.0, 0.0, 0.3),
    )
    last = (3, (0, 0, 0), (0, 0, 0.3))
    outer, short, inner = (
        (1, (0, 0, 0), (0, 0, 0.5)),
        (2, (0, 0, 0), (0, 0, 0.5)),
        (2, (0, 0, -0.5), (0, 0, 0.5)),
    )
    assert uncovered(shaped(robot, outer, inner, last)) == ()
    (line,) = uncovered(shaped(robot, outer, short, last))
    assert "400 mm of the way from the axis of 'a' to the axis of 'b'" in line  # 0.5 out, less both radii


def test_an_arm_that_slides_as_a_whole_needs_no_capsule_along_its_rail():
    robot = arm(joint("rail", axis=X, kind="prismatic"), joint("a", 0), tip=(0.0, 0.0, 0.3), slide_max=5.0)
    assert uncovered(shaped(robot, (2, (0, 0, 0), (0, 0, 0.3)))) == ()


def test_of_an_arm_that_only_slides_no_way_is_asked():
    robot = arm(joint("x", axis=X, kind="prismatic"), joint("y", 0, axis=Y, kind="prismatic"))
    assert uncovered(robot) == ()


def test_a_tool_may_stand_in_front_of_the_shape_but_not_far():
    shape = shaped(ELBOW, (1, (0, 0, 0), (0, 0, 1)), (2, (0, 0, 0), (0, 0, 0.5)))
    assert uncovered(replace(shape, tool=Tool(2, at(0, 0, 0.6)))) == ()
    (line,) = uncovered(replace(shape, tool=Tool(2, at(0, 0, 0.8))))
    assert "link 'body_2': 250 mm of the way from the axis of 'b' to tool 'tool'" in line


def test_an_arm_without_capsules_is_covered_nowhere():
    (first, second) = uncovered(shaped(ELBOW, (0, (9, 0, 0), (9, 0, 0))))
    assert "1000 mm of the way from the axis of 'a'" in first and "500 mm" in second


def with_part(mesh, frame=2):
    part = Part(name="cover", frame=frame, mesh=mesh, pieces=(mesh,))
    return replace(shaped(ELBOW, (1, (0, 0, 0), (0, 0, 1)), (2, (0, 0, 0), (0, 0, 0.5))), parts=(part,))


def test_a_part_that_sticks_out_of_its_capsules_is_named():
    assert uncovered(with_part(box((0.056, 0.056, 0.056)))) == ()
    (line,) = uncovered(with_part(box((0.08, 0.06, 0.06))))
    assert line.startswith("part 'cover': sticks out of its capsules by 8.31 mm")
    (line,) = uncovered(with_part(box((0.06, 0.06, 0.06)), frame=0))
    assert "of which there is none" in line


def test_a_piece_that_only_two_capsules_contain_together_is_covered_and_one_between_them_is_not():
    rod = box((0.06, 0.06, 1.0))
    robot = shaped(
        ELBOW, (1, (0, 0, -0.5), (0, 0, 0)), (1, (0, 0, 0), (0, 0, 0.5)), (2, (0, 0, 0), (0, 0, 0.5))
    )
    part = Part(name="rod", frame=1, mesh=rod, pieces=(rod,))
    assert not [line for line in uncovered(replace(robot, parts=(part,))) if "rod" in line]
    shapes = robot.capsules
    apart = replace(shapes, p0=shapes.p0 + np.array([[0, 0, 0], [0, 0, 0.2], [0, 0, 0]]))
    (line,) = [line for line in uncovered(replace(robot, capsules=apart, parts=(part,))) if "rod" in line]
    assert "sticks out" in line  # though all of its corners lie in a capsule


def test_distances_of_capsules_are_those_of_many_points_of_them():
    rng = np.random.default_rng(1)
    limbs = PlacedCapsules(rng.normal(size=(8, 3)), rng.normal(size=(8, 3)), rng.uniform(0.0, 0.2, 8))
    along = np.linspace(0.0, 1.0, 2001)[:, None]
    found = capsule_distances(limbs)
    for i in range(8):
        points = limbs.p0[i] + along * (limbs.p1[i] - limbs.p0[i])
        least = distances_to_capsules(points, limbs).min(axis=0) - limbs.radius[i]
        np.testing.assert_allclose(found[i], least, atol=1e-3)
        assert (found[i] <= least + 1e-12).all()
