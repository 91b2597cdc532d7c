"""Run roles again from a recording alone, and tell whether they decide the same.

    recording ---> files of the model ---> a folder of its own
              ---> what each participant was given ---> role, again ---> said, worked out, written
              ---> what others were given from it  --------- the same? -----'

Nothing else is read: no run folder, no scenario, no settings but those on record.
"""

import tempfile
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec

from ground.replay.agreement import agreement, work_difference
from ground.replay.life_again import LifeAgain
from ground.run.recorded_model import ModelPlaces, recorded_settings, unpacked
from telemetry.messages.images import ImagePacket
from telemetry.participants import role_of
from telemetry.recording.deliveries import Deliveries, read_deliveries
from telemetry.recording.lives import Given, Lives
from telemetry.recording.received import Opener
from telemetry.recording.record import damage_text
from telemetry.recording.said import Voices
from telemetry.run_settings import RunSettings

FIGURES = ("compared", "by_figures", "unheard", "beyond")  # of an agreement
# roles that know nothing but what they are given; to a screen people speak too, a spacecraft has its physics
AGAIN = ("bridge", "predictor", "planner", "gate", "haptics", "image_monitor", "operator")


def check(recording: Path) -> dict[str, Any]:
    """Run every life of the roles that decide again, and compare.

    Returns:
        recording, ok, roles[{participant, life, inputs, said, compared, by_figures, unheard, beyond, works,
        note, difference{at_s, what, recorded, now} or None}], damage or None

    Raises:
        FileError: there is no such recording, or it does not hold the very model of its run.
    """
    deliveries = read_deliveries(recording)
    next(deliveries.records(), None)  # what the run was is known from then on
    run = recorded_settings(recording, deliveries.about)
    with tempfile.TemporaryDirectory(prefix="farhand-check-") as folder:
        model = unpacked(recording, deliveries.about, Path(folder))
        voices = Voices(run.mode, run.participants)
        lives = list(_again(deliveries, run, model=model, voices=voices))
    rows = [_row(life, voices) for life in lives]
    for (row, life), (_, later) in pairwise(zip(rows, lives, strict=True)):
        if later.participant == life.participant and row["difference"] is None:
            row["difference"] = life.unwritten(later)
    return {
        "recording": str(recording),
        "ok": bool(rows) and not any(row["difference"] for row in rows),
        "roles": [msgspec.to_builtins(row) for row in rows],
        "damage": damage_text(deliveries.damage) or None,
    }


def _again(
    deliveries: Deliveries, run: RunSettings, *, model: ModelPlaces, voices: Voices
) -> Iterator[LifeAgain]:
    """Run all lives of the roles that decide, at the same time, through the whole recording."""
    lives, running = Lives(Opener(run.mode, run.participants)), dict[tuple[str, int], LifeAgain]()
    for record, _ in deliveries.records():
        voices.take(record)
        role = role_of(record.role, run.participants)
        if role not in AGAIN:
            continue
        for item in lives.take(record):
            key = item.participant, item.life
            life = running.setdefault(key, LifeAgain(*key, role=role, model=model))
            if isinstance(item, Given):
                life.give(item)
            else:
                life.note = item.problem
    for key in sorted(running):
        running[key].end()
        yield running[key]


def _row(life: LifeAgain, voices: Voices) -> dict[str, Any]:
    """Return what the answer says of one life."""
    spoken = [item.message for item in life.spoken]
    heard = agreement(
        voices.of(life.participant, life.boot.epoch),
        [message for message in spoken if not isinstance(message, ImagePacket)],
        before=life.boot.sequence,
        known_until_ns=None if life.is_whole else life.last_ns,
    )
    differences = (heard.difference, life.difference, work_difference(life.reworked))
    found = [difference for difference in differences if difference]
    return {
        "participant": life.participant,
        "life": life.number,
        "inputs": life.inputs,
        "said": len(spoken),
        **{name: getattr(heard, name) for name in FIGURES},
        "works": len(life.reworked),
        "note": life.note,
        "difference": min(found, key=lambda difference: difference.at_s, default=None),
    }
