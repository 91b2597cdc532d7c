"""The space segment of a rehearsal, which is part of its run: under the keys of the run."""

import numpy as np

from ground.rehearsal.spacecraft.space_segment import SpaceSegment, speakers_as
from ground.rehearsal.spacecraft.spacecraft_end import RunEnd
from ground.scenario.scenario import SpaceSettings
from telemetry.agreed.participants import SPACECRAFT
from telemetry.life.contract import Role, Store


def build(settings: SpaceSettings, store: Store, rng: np.random.Generator) -> Role:
    """Make the space segment: at rest at the start pose, latched since power-up."""
    end = RunEnd(speakers_as(SPACECRAFT, settings.run, store.keys), boot=store.boot)
    return SpaceSegment(settings, rng, end, boot=store.boot, keys=store.keys)
