"""How often the predictor tells where the arm is: as often as somebody looks."""

import msgspec
import numpy as np
import pytest

from predictor.role import build
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.store import MemoryStore
from telemetry.messages.prediction import CollisionState, PredictedArm
from tests.nominal_run import nominal_run
from tests.system.test_chosen_method import TELEMETRY
from tests.tell import tell


@pytest.mark.parametrize(("shown", "each_second"), [(True, 100), (False, 20)])
def test_the_arm_is_predicted_at_100_hz_and_at_20_where_no_screen_shows_it(shown, each_second):
    settings = msgspec.structs.replace(nominal_run(), shown=shown)
    predictor = build(settings, MemoryStore(), np.random.default_rng(1))
    tell(predictor, TELEMETRY, 0)
    sent = []
    while predictor.due_ns < NS_PER_S:
        sent += [effect.message for effect in predictor.tick(predictor.due_ns)]
    kinds = [type(message) for message in sent]
    assert [kinds.count(kind) for kind in (PredictedArm, CollisionState)] == [each_second] * 2
    assert {message.skipped for message in sent if isinstance(message, CollisionState)} == {0}
