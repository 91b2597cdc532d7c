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


@pytest.mark.parametrize(
    ("shown", "control", "each_second"),
    [(True, "master_slave", 100), (False, "master_slave", 20), (False, "bilateral", 100)],
)
def test_the_arm_is_predicted_at_100_hz_and_at_20_where_it_is_neither_shown_nor_felt(
    shown, control, each_second
):
    run = nominal_run()
    steering = msgspec.structs.replace(run.hand.steering, control=control)
    hand = msgspec.structs.replace(run.hand, steering=steering)
    settings = msgspec.structs.replace(run, shown=shown, hand=hand)
    predictor = build(settings, MemoryStore(), np.random.default_rng(1))
    tell(predictor, TELEMETRY, 0)
    sent = []
    while predictor.due_ns < NS_PER_S:
        sent += [effect.message for effect in predictor.tick(predictor.due_ns)]
    kinds = [type(message) for message in sent]
    assert [kinds.count(kind) for kind in (PredictedArm, CollisionState)] == [each_second] * 2
    assert {message.skipped for message in sent if isinstance(message, CollisionState)} == {0}
