"""The occasion for a fault that a seed brings: when one may begin, whom and what it may befall."""

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

import numpy as np

Option = TypeVar("Option")

BEFALLEN = ("bridge", "gate", "predictor", "planner", "haptics", "operator", "recorder")
# Receiver, and messages to it: what can be disturbed.
DISTURBED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("gate", ("Verdict",)), ("gate", ("Proposal",)), ("gate", ("Telemetry",)), ("gate", ("OperatorBeat",)),
    ("gate", ("HandleSample",)), ("gate", ("World", "Beat", "RecorderHealth")), ("gate", ("BridgeReport",)),
    ("gate", ("LeaseRequest", "ArmPlan", "ArmTeleop", "ResumeAct", "Disarm")), ("gate", ("PlanReady",)),
    ("bridge", ("Motion",)), ("bridge", ("Motion", "Keep", "ResumeCommand")), ("bridge", ("Downlink",)),
    ("space_segment", ("Uplink",)), ("predictor", ("Queued",)), ("predictor", ("Motion", "Telemetry")),
    ("planner", ("Credit",)), ("planner", ("GateStatus", "HandleSample")),
    ("planner", ("HoldNotice", "RollBack")), ("operator", ("GateStatus", "ActReply", "Telemetry")),
    ("haptics", ("HandIntent",)),
)  # fmt: skip


class Occasion(NamedTuple):
    """What a fault is drawn from."""

    rng: np.random.Generator
    first_s: float  # when one may begin, from the start of the run
    last_s: float
    joints: tuple[str, ...]  # commanded ones, by name
    bodies: tuple[str, ...] = ("target",)  # of the scene, that may be elsewhere

    def span(self, shortest_s: float, longest_s: float) -> tuple[float, float]:
        """Draw when a fault begins and how long it lasts [s]."""
        begin_s = float(self.rng.uniform(self.first_s, self.last_s))
        return begin_s, float(self.rng.uniform(shortest_s, longest_s))

    def instant(self) -> float:
        """Draw an instant [s]."""
        return float(self.rng.uniform(self.first_s, self.last_s))

    def choice(self, options: Sequence[Option]) -> Option:
        """Draw one of several."""
        return options[int(self.rng.integers(len(options)))]
