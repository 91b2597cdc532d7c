"""The run: how far it is, which of its processes live, and in a replay where in the recording it stands."""

from dataclasses import dataclass, replace
from typing import ClassVar

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest, newest_stamped
from telemetry.messages.acts import ScriptDone
from telemetry.messages.health import Beat, RecorderHealth, RunEnd, RunStage
from telemetry.messages.lanes import Lanes
from telemetry.messages.queue import GateStatus, LogHead
from telemetry.messages.replay import ReplayLanes, ReplayStatus

BEAT_LIMIT_S = 1.0
LOG_HEAD_S = 60.0  # for which the head of the gate's log stands on the screen, to be written down
EXPECTED_ROLES = ("bridge", "recorder", "predictor", "planner", "gate", "haptics", "image_monitor")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts(PanelFacts):
    """The run, as supervisor and script tell."""

    stage: RunStage | None = newest(RunStage)
    end: RunEnd | None = newest(RunEnd)
    script: ScriptDone | None = newest(ScriptDone)


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessFacts(PanelFacts):
    """The processes, by their roles."""

    gate_limit_s: float = BEAT_LIMIT_S  # for which the gate may be silent
    recorder: Stamped[RecorderHealth] | None = newest_stamped(RecorderHealth, limit_s=BEAT_LIMIT_S)
    log: Stamped[LogHead] | None = None  # of the gate, as it was told since the last minute
    beats: tuple[tuple[str, Stamped[bool]], ...] = ()  # role, whether it is well, as in `EXPECTED_ROLES`

    def on_beat(self, beat: Beat, now_ns: int) -> "ProcessFacts":
        """Take a beat; what the recorder reports says more than its beat."""
        if beat.role not in EXPECTED_ROLES or beat.role == "recorder":
            return self
        return self._with(beat.role, Stamped(True, now_ns, BEAT_LIMIT_S))

    def on_recorder_health(self, health: RecorderHealth, now_ns: int) -> "ProcessFacts":
        """Take the recorder's report for its beat."""
        return self._with("recorder", Stamped(health.healthy, now_ns, BEAT_LIMIT_S))

    def on_gate_status(self, status: GateStatus, now_ns: int) -> "ProcessFacts":
        """Take the gate's word for its beat."""
        facts = self._with("gate", Stamped(True, now_ns, self.gate_limit_s))
        is_shown = facts.log is not None and not facts.log.is_stale(now_ns) and now_ns >= facts.log.at_ns
        if status.log is None or is_shown:
            return facts
        return replace(facts, log=Stamped(status.log, now_ns, LOG_HEAD_S))

    def _with(self, role: str, beat: Stamped[bool]) -> "ProcessFacts":
        beats = {**dict(self.beats), role: beat}
        return replace(self, beats=tuple((name, beats[name]) for name in EXPECTED_ROLES if name in beats))

    HANDLERS: ClassVar[Handlers] = {
        Beat: on_beat,
        RecorderHealth: on_recorder_health,
        GateStatus: on_gate_status,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayFacts(PanelFacts):
    """The replay; without a status there is none."""

    status: Stamped[ReplayStatus] | None = newest_stamped(ReplayStatus, limit_s=1.0)  # ground clock of now
    sought_ns: int | None = None  # place that it is on its way to; until it is there another one is shown
    lanes: Lanes | None = None  # of the whole recording

    def on_replay_lanes(self, message: ReplayLanes, now_ns: int) -> "ReplayFacts":
        """Keep the lanes of the recording, which are the same each time."""
        return self if message.lanes == self.lanes else replace(self, lanes=message.lanes)

    HANDLERS: ClassVar[Handlers] = {ReplayLanes: on_replay_lanes}
