"""A model after updates of its world: bodies moved whole, loads on the arm, limits no wider."""

import numpy as np
import pytest

from predictor.geometry.drift import with_drift
from predictor.run_model import read_model
from predictor.world_updates import UpdateError, with_updates
from telemetry.messages.world import BodyPlaced, LimitTightened, WorldUpdates
from tests.nominal_run import nominal_run

MODEL = read_model(nominal_run())
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
TURNED = (np.sqrt(0.5), 0.0, 0.0, np.sqrt(0.5))  # a quarter about z


def after(*bodies, limits=()):
    return with_updates(MODEL, WorldUpdates(1, bodies, limits))


def test_a_body_is_moved_with_all_its_shapes_and_nothing_else_is():
    moved = after(BodyPlaced("target", (0.0, 0.02, 0.0), UPRIGHT)).scene
    for before, now in zip(MODEL.scene.boxes, sorted(moved.boxes, key=by_file), strict=True):
        shift = (now.T_base_box - before.T_base_box)[:3, 3]
        assert shift == pytest.approx((0.0, 0.02 * (now.body == "target"), 0.0))


def by_file(box):
    return [each.name for each in MODEL.scene.boxes].index(box.name)


def test_a_body_that_is_turned_keeps_its_inertia_in_its_own_axes():
    before, now = MODEL.scene.body_named("target"), after(BodyPlaced("target", (0.0,) * 3, TURNED)).scene
    turned = now.body_named("target")
    assert np.linalg.eigvalsh(turned.inertia) == pytest.approx(np.linalg.eigvalsh(before.inertia))
    assert turned.com[:2] == pytest.approx((-before.com[1], before.com[0]))


def test_a_load_goes_with_the_joint_and_has_left_the_scene_with_its_mass():
    model = after(BodyPlaced("target", (0.0, 0.0, 0.0), UPRIGHT, "joint_6"))
    assert model.scene.body_named("target") is None
    assert {"target_bus", "target_handrail"} <= set(model.robot.capsules.names)
    assert model.robot.links[5].mass == pytest.approx(
        MODEL.robot.links[5].mass + MODEL.scene.body_named("target").mass
    )


def test_a_tightened_limit_leaves_the_law_of_the_stop_as_it_is():
    tight = after(limits=(LimitTightened("joint_2", -2.0, 0.0, 0.01),)).robot.limits
    assert (tight.q_min[1], tight.q_max[1], tight.qd_max[1]) == (-2.0, 0.0, 0.01)
    assert (tight.qdd_max, tight.qddd_max) == (MODEL.robot.limits.qdd_max, MODEL.robot.limits.qddd_max)


@pytest.mark.parametrize(
    ("bodies", "limits", "told"),
    [
        ((BodyPlaced("targt", (0.0,) * 3, UPRIGHT),), (), "targt"),
        ((BodyPlaced("target", (0.0,) * 3, UPRIGHT, "joint_9"),), (), "joint_9"),
        ((), (LimitTightened("joint_9", 0.0, 1.0, 0.1),), "joint_9"),
        ((), (LimitTightened("joint_1", -99.0, 1.0, 0.1),), "joint_1"),
        ((), (LimitTightened("joint_1", 1.0, 0.0, 0.1),), "joint_1"),
    ],
)
def test_what_the_model_does_not_have_or_cannot_be_is_refused_by_its_name(bodies, limits, told):
    with pytest.raises(UpdateError, match=told):
        after(*bodies, limits=limits)


def test_drift_is_allowed_for_where_a_body_stands_now():
    moved = after(BodyPlaced("target", (0.0, 0.02, 0.0), UPRIGHT)).scene
    assert with_drift(moved, 1.0).allowances == with_drift(MODEL.scene, 1.0).allowances
