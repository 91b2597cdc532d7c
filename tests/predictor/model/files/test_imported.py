"""Robot files that are made of others: meshes beside them, capsules around what is touched, gaps marked."""

import numpy as np
import pytest

from predictor.geometry import primitive_meshes
from predictor.geometry.formats.obj import obj_text
from predictor.model.files.imported import Accepted, imported_robot
from predictor.model.files.robot_file import describe_robot, read_robot
from telemetry.files.settings import FileError
from tests.predictor.model.files.test_dh_table import TEXT as TABLE
from tests.predictor.model.files.urdf_texts import ARM, BOX, INERTIAL, link

MESH = '<collision><geometry><mesh filename="{}.obj" scale="2 2 2"/></geometry></collision>'
INSIDE = 1e-9  # [m]
GAPS = {
    "home_deg": "[0.0, 10.0]",
    "home_m": "[0.1]",
    "bare": "true",
    "acceleration_max_deg": "20.0",
    "jerk_max_deg": "80.0",
    "acceleration_max_m": "0.2",
    "jerk_max_m": "0.8",
    "speed_max_deg": "10.0",
}


@pytest.fixture
def urdf(tmp_path):
    """Return a URDF with a mesh under two names that become one, and solids."""
    (tmp_path / "a").mkdir()
    for name in ("a/body", "Body"):
        (tmp_path / f"{name}.obj").write_bytes(obj_text(primitive_meshes.cylinder(0.1, 0.4)))
    text = ARM.replace(BOX, MESH.format("a/body"), 1)
    text = text.replace('<link name="tip">', f'<link name="tip">{MESH.format("Body")}{BOX}', 1)
    (tmp_path / "arm.urdf").write_text(text)
    return tmp_path / "arm.urdf"


def written(made, folder):
    """Write what was made; return the robot file."""
    for path, content in made.files.items():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
    return folder / "own.toml"


def filled_in(text):
    """Fill in what is to be filled in."""
    lines = [line.partition(' = "?"') for line in text.splitlines()]
    return "\n".join(f"{key} = {GAPS[key]}" if gap else key for key, gap, _ in lines)


def test_an_imported_arm_is_the_same_arm(urdf, tmp_path):
    path = written(imported_robot(urdf, tmp_path / "own.toml"), tmp_path)
    source, made = describe_robot(urdf), describe_robot(path)
    bare = {"mast.bare", "left.bare", "right.bare"}
    assert [key for key in made.missing if key not in bare] == [*source.missing[:-1]]  # all but the capsules
    assert bare < {*made.missing}
    assert source.missing[-1] == "capsule"
    for was, part in zip(source.robot.parts, made.robot.parts, strict=True):
        np.testing.assert_allclose(part.mesh.vertices, was.mesh.vertices, atol=1e-12)
    np.testing.assert_array_equal(made.robot.tree.rows, source.robot.tree.rows)


def test_its_meshes_lie_beside_it_each_by_a_name_of_its_own(urdf, tmp_path):
    made = imported_robot(urdf, tmp_path / "own.toml")
    names = [str(path.relative_to(tmp_path)) for path in made.files]
    assert names == ["own_meshes/body.obj", "own_meshes/Body_2.obj", "own.toml"]


def test_its_capsules_hold_what_is_touched_and_neighbours_may_meet(urdf, tmp_path):
    robot = imported_robot(urdf, tmp_path / "own.toml").made.robot
    shapes = robot.capsules
    for i, part in enumerate(robot.parts):
        assert (shapes.names[i], shapes.frame[i]) == (part.name, part.frame)
        axis = shapes.p1[i] - shapes.p0[i]
        for piece in part.pieces:
            along = np.clip((piece.vertices - shapes.p0[i]) @ axis / max(axis @ axis, 1e-30), 0.0, 1.0)
            away = np.linalg.norm(piece.vertices - shapes.p0[i] - along[:, None] * axis, axis=1)
            assert away.max() <= shapes.radius[i] + INSIDE
    frames = {(int(shapes.frame[i]), int(shapes.frame[j])) for i, j in robot.self_pairs}
    assert frames == {(0, 2)}  # base and plate are two joints apart


def test_the_same_file_is_made_again(urdf, tmp_path):
    first, second = (imported_robot(urdf, tmp_path / "own.toml") for _ in range(2))
    assert first.files == second.files


def test_an_imported_arm_flies_when_it_is_filled_in(urdf, tmp_path):
    path = written(imported_robot(urdf, tmp_path / "own.toml"), tmp_path)
    with pytest.raises(FileError, match="fill in every"):
        read_robot(path)
    path.write_text(filled_in(path.read_text()))
    assert read_robot(path).home_q == (0.1, 0.0, pytest.approx(np.radians(10.0)))


def test_a_link_that_moves_without_any_volume_is_flown_only_if_it_is_accepted(urdf, tmp_path):
    made = imported_robot(urdf, tmp_path / "own.toml", accepted=Accepted(bare=("mast", "left"))).made
    assert [key for key in made.missing if key.endswith(".bare")] == ["right.bare"]
    assert made.robot.bare == ("mast", "left")
    with pytest.raises(FileError, match="'plate': is no link that moves without any volume"):
        imported_robot(urdf, tmp_path / "own.toml", accepted=Accepted(bare=("plate",)))


def test_a_link_is_accepted_without_volume_before_the_arm_has_any(tmp_path):
    (tmp_path / "arm.urdf").write_text(ARM.replace(BOX, ""))
    made = imported_robot(
        tmp_path / "arm.urdf", tmp_path / "own.toml", accepted=Accepted(bare=("mast",))
    ).made
    assert "capsule" in made.missing
    assert [row.bare for row in made.table.link] == [True, False, False, False]


def test_links_without_a_mass_are_weighed_only_if_a_density_is_given(tmp_path):
    text = ARM.replace(link("wheel"), link("wheel", "")).replace(
        link("plate", INERTIAL + BOX), link("plate", BOX)
    )
    (tmp_path / "arm.urdf").write_text(text)
    assert "wheel.mass" in imported_robot(tmp_path / "arm.urdf", tmp_path / "own.toml").made.missing
    made = imported_robot(tmp_path / "arm.urdf", tmp_path / "own.toml", density=1000.0)
    assert made.weighed == ("wheel",)
    assert made.made.robot.links[1].mass == pytest.approx(1000.0 * 0.1 * 0.2 * 0.3)


def test_an_arm_with_capsules_of_its_own_keeps_them_and_its_close_pairs_are_allowed(tmp_path):
    capsule = (
        '[[capsule]]\nlink = "{0}"\nframe = {0}\np0 = [0.0, 0.0, 0.0]\np1 = [0.1, 0.0, 0.0]\nradius = 0.4\n'
    )
    (tmp_path / "two.toml").write_text(TABLE + "".join(capsule.format(i) for i in range(3)))
    table = imported_robot(tmp_path / "two.toml", tmp_path / "own.toml").made.table
    assert [row.radius for row in table.capsules] == [0.4] * 3
    reasons = {frozenset(row.pair): row.reason for row in table.allowed}
    assert reasons[frozenset("01")] == reasons[frozenset("12")] == "neighbours, which meet in a joint"
    assert reasons[frozenset("02")].startswith("overlap by")
