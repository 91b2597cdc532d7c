"""The run itself: how far it is, and what came of it."""

from dataclasses import dataclass

from ground.console.facts.panel_facts import PanelFacts, newest
from telemetry.messages.acts import ScriptDone
from telemetry.messages.health import RunEnd, RunStage


@dataclass(frozen=True, slots=True, kw_only=True)
class RunFacts(PanelFacts):
    """The run, as supervisor and script tell."""

    stage: RunStage | None = newest(RunStage)
    end: RunEnd | None = newest(RunEnd)
    script: ScriptDone | None = newest(ScriptDone)
