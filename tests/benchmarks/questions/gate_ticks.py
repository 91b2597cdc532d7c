"""How long the gate works in a tick that releases, while a pass is flown among so many boxes.

The pass is flown in virtual time.  Its gate is `build`'s: the planner's, with a clock around each tick.  The
boxes lie in a shell about the arm, where most of them are near and none is in the way.
"""

import tempfile
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from ground.rehearsal.roles import roles
from ground.scenario.scenario import load, run_settings
from ground.scenario.scenario_table import Scenario
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.drive.factory import build_of
from telemetry.drive.virtual_time import VirtualTime
from telemetry.files.settings import read_file
from telemetry.life.clock import processor_ns
from telemetry.life.contract import Effects, Input, Role, Send, Store
from telemetry.messages.command import Motion

Array = NDArray[np.float64]

SCENARIO, GATE, HERE = "short_link", "gate", "tests.benchmarks.questions.gate_ticks:build"
NEAREST_M, FARTHEST_M = 2.2, 3.0
SMALLEST_M, LARGEST_M = 0.02, 0.06
FLOWN_S = 25.0
NS_PER_US = 1e3
BOX = '\n[[box]]\nname = "crate_{}"\nbody = "base"\ncentre = {}\nsize = {}\n'


class Timed:
    """The gate, and how long it took for each release [us]."""

    newest: "Timed"  # the driver makes it, by name

    def __init__(self, gate: Role) -> None:
        """Begin with no release."""
        self._gate = gate
        self.took_us: list[float] = []
        Timed.newest = self

    @property
    def due_ns(self) -> int:
        """When the gate wants its next tick."""
        return self._gate.due_ns

    def receive(self, message: Input, sender: str, now_ns: int) -> Effects:
        """Hand the gate a message."""
        return self._gate.receive(message, sender, now_ns)

    def tick(self, now_ns: int) -> Effects:
        """Let the gate do what is due."""
        began_ns = processor_ns()
        effects = [*self._gate.tick(now_ns)]
        took_ns = processor_ns() - began_ns
        if any(isinstance(effect, Send) and isinstance(effect.message, Motion) for effect in effects):
            self.took_us.append(took_ns / NS_PER_US)
        return effects


def build(settings: RunSettings, store: Store, rng: np.random.Generator) -> Timed:
    """Make the gate with its clock: the role's factory."""
    return Timed(build_of(GATE)(settings, store, rng))


def ticks_us(boxes: int) -> Array:
    """Return how long the gate took for each release of a pass among so many boxes (k,) [us]."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = crowded(load(SCENARIO), boxes, Path(folder) / "scene.toml").with_plant("kinematic")
        flown = roles(scenario, run_settings(scenario, seed=1, run_id="bench"))
        made = [spec._replace(role=HERE) if spec.participant == "gate" else spec for spec in flown]
        VirtualTime(made, seed=1).run(until_ns=round(FLOWN_S * NS_PER_S))
    return np.array(Timed.newest.took_us)


def crowded(scenario: Scenario, boxes: int, scene: Path) -> Scenario:
    """Return the scenario in a scene of so many boxes more, which is written there."""
    rng, text = np.random.default_rng(1), read_file(scenario.scene).decode()
    for number in range(boxes):
        away = rng.normal(size=3)
        centre = away / np.linalg.norm(away) * rng.uniform(NEAREST_M, FARTHEST_M)
        text += BOX.format(number, centre.tolist(), rng.uniform(SMALLEST_M, LARGEST_M, 3).tolist())
    scene.write_text(text)
    return msgspec.structs.replace(scenario, scene=str(scene))
