"""The processes behind the screens: who is alive, and whether all is recorded."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Inputs, PanelFacts, Seen, newest_seen
from telemetry.messages.health import Beat, RecorderHealth
from telemetry.messages.queue import GateStatus

BEAT_LIMIT_S = 1.0
EXPECTED = ("bridge", "recorder", "predictor", "planner", "gate", "haptics", "image_monitor")


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessFacts(PanelFacts):
    """The processes, by their roles."""

    gate_limit_s: float = BEAT_LIMIT_S  # for which the gate may be silent
    recorder: Seen[RecorderHealth] | None = newest_seen(RecorderHealth, limit_s=BEAT_LIMIT_S)
    beats: tuple[tuple[str, Seen[bool]], ...] = ()  # role, whether it is well; in the order of `EXPECTED`

    def on_beat(self, beat: Beat, now_ns: int) -> "ProcessFacts":
        """Take a beat; what the recorder reports says more than its beat."""
        if beat.role not in EXPECTED or beat.role == "recorder":
            return self
        return self._with(beat.role, Seen(True, now_ns, BEAT_LIMIT_S))

    def on_recorder_health(self, health: RecorderHealth, now_ns: int) -> "ProcessFacts":
        """Take the recorder's report for its beat."""
        return self._with("recorder", Seen(health.healthy, now_ns, BEAT_LIMIT_S))

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "ProcessFacts":
        """Take the gate's word for its beat."""
        return self._with("gate", Seen(True, now_ns, self.gate_limit_s))

    def _with(self, role: str, beat: Seen[bool]) -> "ProcessFacts":
        beats = {**dict(self.beats), role: beat}
        return replace(self, beats=tuple((name, beats[name]) for name in EXPECTED if name in beats))

    ON: ClassVar[Inputs] = {
        Beat: on_beat,
        RecorderHealth: on_recorder_health,
        GateStatus: on_gate_status,
    }
