"""What any recording gives to be judged by: of a rehearsal or a pass, whole or cut, flown here or elsewhere.

The model comes out of the recording, so that a judgement needs none of the files that the run began with.
"""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ground.faults.fault_seams import on_ground
from ground.rehearsal.scenario_info import SCENARIO_FILE
from ground.rehearsal.summing_up import flown_scenario
from ground.report.expect.expectation import Evidence
from ground.report.facts.facts import Facts
from ground.report.facts.recorded_facts import OnDelivery, read_facts, recorded_receivers, recorded_seat
from ground.run.kept.recorded_run import recorded_settings, run_with_its_model
from telemetry.recording.reading.deliveries import read_deliveries, unreadable
from telemetry.recording.records.record import About


class RecordedEvidence(NamedTuple):
    """A recording, read to be judged."""

    about: About
    evidence: Evidence
    damage: str  # what of the recording could not be read; empty: nothing


@contextmanager
def recorded_evidence(
    recording: Path, on_delivery: OnDelivery = lambda at_ns: None
) -> Iterator[RecordedEvidence]:
    """Yield what a recording gives to be judged by; its model is there until the end of the block.

    Raises:
        FileError: there is no such recording, nothing in it can be read, or another version wrote it.
    """
    deliveries = read_deliveries(recording)
    if next(deliveries.records(), None) is None:
        raise unreadable(deliveries, recording)
    about = deliveries.about
    flown = flown_scenario(recording, deliveries) if SCENARIO_FILE in about.files else None
    run = flown.run if flown else recorded_settings(recording, about)
    facts_of = partial(Facts.of, faults=on_ground(flown.scenario.faults)) if flown else Facts.of
    with run_with_its_model(recording, about, run) as run:
        facts, lives, damage = read_facts(
            facts_of(run, recorded_seat(recorded_receivers(recording))),
            deliveries,
            lambda each: on_delivery(each.at_ns),
        )
        processes, limit_s = lives.rows(), flown.scenario.duration_s if flown else math.inf
        has_cameras = any(row.role == "image_monitor" for row in processes)
        yield RecordedEvidence(about, Evidence(facts, run, has_cameras, processes, limit_s), damage)
