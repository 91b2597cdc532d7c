"""Bodies that may drift: kept clear of where they may have come to, and of nothing else more."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from predictor.collision.method import METHODS, build_world
from predictor.geometry.drift import with_drift
from predictor.geometry.scenes.scene_file import read_scene
from predictor.model.files.robot_file import read_robot
from telemetry.files.settings import FileError
from tests.nominal_run import ROBOT, SCENE, nominal_run

AGE_S, DRIFT = 8.75, 0.001
ARM = read_robot(ROBOT)
BUS = 'name = "target"\n'
ONE_MICRON = 1e-6


def scene_of(folder, drift=DRIFT, carrier="base"):
    path = folder / "scene.toml"
    path.write_text(Path(SCENE).read_text().replace(BUS, f'{BUS}drift = {drift}\ncarrier = "{carrier}"\n', 1))
    return read_scene(path)


def test_what_is_known_is_as_old_as_both_ways_the_queue_the_buffer_and_the_move():
    assert nominal_run().model_age_s == pytest.approx(AGE_S)  # 7 s of link, n_d 4, T 0.25 s, buffer 0.5 s


def test_a_millimetre_a_second_costs_as_many_millimetres_as_seconds(tmp_path):
    scene = with_drift(scene_of(tmp_path), AGE_S)
    assert scene.allowances == dict.fromkeys(
        ("target_bus", "target_handrail", "target_antenna"), pytest.approx(0.00875)
    )


def test_what_does_not_drift_stays_as_it_is(tmp_path):
    scene, plain = with_drift(scene_of(tmp_path), AGE_S), read_scene(SCENE)
    assert np.array_equal(scene.boxes[0].half, plain.boxes[0].half)
    assert with_drift(plain, AGE_S) is plain


@pytest.mark.parametrize("method", sorted(METHODS))
def test_no_drift_brings_a_body_nearer_than_a_world_says_that_allows_for_it(tmp_path, method):
    scene, rng = scene_of(tmp_path), np.random.default_rng(1)
    allowing = build_world(method, ARM, with_drift(scene, AGE_S))
    for _ in range(20):
        way = rng.normal(size=3)
        drifted = build_world(method, ARM, moved(scene, DRIFT * AGE_S * way / np.linalg.norm(way)))
        q = rng.uniform(ARM.limits.q_min, ARM.limits.q_max)
        assert allowing.clearance(q).distance <= drifted.clearance(q).distance + ONE_MICRON


def test_what_a_joint_carries_does_not_drift(tmp_path):
    with pytest.raises(FileError, match=r"body\[0\]\.drift: must be 0: joint 'joint_6'"):
        scene_of(tmp_path, carrier="joint_6")


def moved(scene, shift):
    """Return the scene with the target elsewhere."""
    T = np.eye(4)
    T[:3, 3] = shift
    boxes = [replace(b, T_base_box=T @ b.T_base_box) if b.body == "target" else b for b in scene.boxes]
    rods = [
        replace(rod, p0=rod.p0 + shift, p1=rod.p1 + shift) if rod.body == "target" else rod
        for rod in scene.capsules
    ]
    return replace(scene, boxes=tuple(boxes), capsules=tuple(rods))
