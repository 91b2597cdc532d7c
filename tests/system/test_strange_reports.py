"""Reports of another arm and of another time, given to every role that hears telemetry."""

import msgspec
import numpy as np
import pytest

from ground.rehearsal.world import roles
from ground.scenario import load, run_settings
from telemetry.drive.factory import load as load_factory
from telemetry.drive.store import MemoryStore
from telemetry.messages.prediction import PredictedArm
from telemetry.messages.spacecraft import Telemetry
from telemetry.wire.routes import ROUTES
from tests.telemetry.link.test_link import report
from tests.tell import tell

S = 1_000_000_000
SCENARIO = load("short_link")
SPECS = {
    spec.participant: spec
    for spec in roles(SCENARIO, run_settings(SCENARIO, seed=1, run_id="x"), cameras=True)
}
HEARING = [name for name in ROUTES[Telemetry].receivers if name in SPECS]
STRANGE = [
    *({"q": (0.0,) * n, "hold_q": (0.0,) * n} for n in (1, 5, 7, 16)),
    {"q": (1e6,) * 6},
    {"sampled_ns": 2**62},
    {"sampled_ns": -(2**62)},
]


@pytest.mark.parametrize("name", HEARING)
def test_no_role_raises_on_a_strange_report_or_takes_it_for_the_arm(name):
    spec = SPECS[name]
    role = load_factory(spec.factory)(spec.settings, MemoryStore(), np.random.default_rng(1))
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
