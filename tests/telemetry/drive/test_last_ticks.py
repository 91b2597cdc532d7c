"""A recorder that is told to end writes all that it holds, also what one record of its log cannot hold."""

import numpy as np

from telemetry.drive.store import MemoryStore
from telemetry.drive.ticker import last_ticks
from telemetry.life.contract import Persist
from telemetry.messages.health import Given, Tapped
from telemetry.recording.records.record import unpack_batch
from telemetry.recording.writing.recorder_role import build
from tests.nominal_run import nominal_run
from tests.tell import tell


def test_all_that_a_recorder_holds_is_written_as_it_ends():
    role, written = build(nominal_run(), MemoryStore(), np.random.default_rng(0)), []
    for number in range(1, 31):
        tell(
            role,
            Tapped(role="gate", life=1, number=number, given=(Given(at_ns=0, packet=bytes(100_000)),)),
            0,
        )

    def perform(effects):
        written.extend(effect.record for effect in effects if isinstance(effect, Persist))

    last_ticks(role, perform, 1)
    assert [record.number for batch in written for record in unpack_batch(batch)] == [*range(1, 31)]
