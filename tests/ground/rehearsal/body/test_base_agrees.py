"""The base of the predictor's momentum goes where MuJoCo's goes, along the joints that MuJoCo flew."""

from pathlib import Path

import numpy as np

from ground.rehearsal.body.physics import Physics
from planner.motion.moves.trajectory import build_trajectory
from predictor.model.base.floating_base import carried, floating_base
from predictor.model.quaternions import rotation_from_quaternion
from predictor.model.spatial import inverse_pose, pose, rotation_vector
from predictor.motion.motion import Track
from predictor.motion.stop import rest
from predictor.run_model import read_new_model
from telemetry.messages.plan import JointMove, LineMove

SCENARIOS = Path(__file__).parents[4] / "scenarios"
PERIOD_NS, CONTROL_NS = 250_000_000, 10_000_000
HUNDREDTH_OF_A_DEGREE = np.radians(0.01)
TENTH_OF_A_MILLIMETRE = 1e-4
POSES = np.radians(
    [(20.0, -100.0, -80.0, 0.0, 0.0, 0.0), (0.0, -90.0, -90.0, 0.0, 0.0, 0.0),
     (0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)]
)  # fmt: skip


def flown(model, states):
    """Joints (k, n) and base poses (k, 4, 4) of physics, one for each control period."""
    physics = Physics(model.robot, model.scene, states[0].q, drive_lag_s=0.02)
    track = Track(start_ns=0, period_ns=PERIOD_NS, states=states)
    joints, base = [], []
    for k in range(len(states) * PERIOD_NS // CONTROL_NS + 100):
        physics.step(track.state_at(k * CONTROL_NS))
        seen = physics.measured()
        joints.append(tuple(seen.q.tolist()))
        base.append(pose(rotation_from_quaternion(seen.quat_world_base), seen.p_world_base))
    return joints, base


def test_over_the_default_pass_the_base_is_where_physics_has_it():
    model = read_new_model(SCENARIOS / "robots/shiyan7_like.toml", SCENARIOS / "scenes/adjacent_target.toml")
    moves = (
        *(JointMove(q=tuple(q)) for q in POSES[1:]),
        LineMove(p_base_tool=(1.046, 0.6, 0.115)),
    )
    plan = build_trajectory(model.robot, tuple(POSES[0]), moves, period_s=0.25)
    joints, places = flown(model, (rest(POSES[0].tolist()), *plan.states))
    base, T, q = floating_base(model.robot, model.scene.bodies), np.eye(4), tuple(POSES[0])
    off = []
    for following, T_seen in zip(joints, places, strict=True):
        T, q = carried(base, q, following, T_world_base=T), following
        apart = inverse_pose(T) @ T_seen
        off.append((np.linalg.norm(rotation_vector(apart[:3, :3])), np.linalg.norm(apart[:3, 3])))
    turned = np.degrees(np.linalg.norm(rotation_vector(T[:3, :3])))
    assert turned > 3.0
    assert np.max(off, axis=0)[0] < HUNDREDTH_OF_A_DEGREE
    assert np.max(off, axis=0)[1] < TENTH_OF_A_MILLIMETRE
