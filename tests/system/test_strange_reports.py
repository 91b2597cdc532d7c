"""Reports of another arm and of another time, given to every role that hears telemetry."""

import msgspec
import numpy as np
import pytest

from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from telemetry.drive.factory import build_of
from telemetry.drive.store import MemoryStore
from telemetry.messages.prediction import CollisionState, PredictedArm
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES
from tests.telemetry.link.test_link import report
from tests.tell import tell

S = 1_000_000_000
SCENARIO = load("short_link")
RUN = run_settings(SCENARIO, seed=1, run_id="x")
SPECS = {spec.participant: spec for spec in roles(SCENARIO, RUN, cameras=True)}
HEARING = [name for name in ROUTES[Telemetry].receivers if name in SPECS]
STRANGE = [
    *({"q": (0.0,) * n, "hold_q": (0.0,) * n} for n in (1, 5, 7, 16)),
    {"q": (1e6,) * 6},
    {"sampled_ns": 2**62},
    {"sampled_ns": -(2**62)},
]


NEAR = (0.0, -2.09, -1.91, 0.0, -0.7, 0.0)  # 0.2 m from the handrail


def judged(off_rad, *, samples):
    """Return the levels and residuals told of an arm that stands near, `samples` reports of it being off."""
    role = build_of(SPECS["predictor"].role)(RUN, MemoryStore(), np.random.default_rng(1))
    levels, residuals = [], []
    for k in range(30):
        now_ns, off = (k + 1) * S // 10, off_rad * (10 <= k < 10 + samples)
        q = tuple(angle + off * (joint == 1) for joint, angle in enumerate(NEAR))
        tell(role, msgspec.structs.replace(report(sampled_ns=now_ns), q=q, hold_q=NEAR), now_ns)
        for effect in role.tick(now_ns):
            match effect.message:
                case CollisionState(level=level):
                    levels.append(level)
                case PredictedArm(residual=residual):
                    residuals.append(residual)
    return set(levels), max(residuals)


def test_one_sample_that_no_joint_can_have_come_to_is_no_contact_and_moves_no_arm():
    assert judged(-0.3, samples=1) == ({"clear"}, 0.0)


def test_a_second_one_in_a_row_is_believed():
    levels, residual = judged(-0.3, samples=2)
    assert "contact" in levels and residual == pytest.approx(0.3)


@pytest.mark.parametrize("name", HEARING)
def test_no_role_raises_on_a_strange_report_or_takes_it_for_the_arm(name):
    spec = SPECS[name]
    role = build_of(spec.role)(spec.settings, MemoryStore(), np.random.default_rng(1))
    said = []
    for k in range(40):
        now_ns = (k + 1) * S // 10
        said += role.tick(now_ns)
        tell(role, report(sampled_ns=now_ns), now_ns)
        for fields in STRANGE:
            strange = msgspec.structs.replace(report(sampled_ns=now_ns), **fields)
            said += tell(role, strange, now_ns)
    arms = [effect.message for effect in said if isinstance(getattr(effect, "message", None), PredictedArm)]
    assert all(arm.residual < 1e-6 and len(arm.q_seen) == 6 and 0.0 <= arm.seen_age < 1.0 for arm in arms)
    assert arms or name != "predictor"
