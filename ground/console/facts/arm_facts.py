"""Where the arm is: as commanded and as predicted for now, as telemetry saw it, and in which world.

A report of the spacecraft is taken in only after it has been believed, with the ground time of its sample.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Inputs, PanelFacts, Seen, newest, newest_seen
from telemetry.messages.base import Quaternion
from telemetry.messages.prediction import PredictedArm, World
from telemetry.messages.spacecraft import Telemetry


class BelievedReport(NamedTuple):
    """A report of the spacecraft that is believed, and newer than all before."""

    seen: Seen[Telemetry]  # stamp: when it was sampled on board, in ground time


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmFacts(PanelFacts):
    """The arm and its platform."""

    predicted: Seen[PredictedArm] | None = newest_seen(PredictedArm, limit_s=0.5)  # predicted at 100 Hz
    world: World | None = newest(World)  # of which verdicts speak, and which joints stand for good
    telemetry: Seen[Telemetry] | None = None  # the newest that is believed
    first_attitude: Seen[Quaternion] | None = None  # of the platform, in the first report of all

    def on_report(self, report: BelievedReport, now_ns: int) -> "ArmFacts":
        """Keep a report, of the first one also how the platform stood."""
        seen = report.seen
        attitude = Seen(seen.value.quat_world_base, seen.at_ns, seen.limit_s)
        return replace(self, telemetry=seen, first_attitude=self.first_attitude or attitude)

    ON: ClassVar[Inputs] = {BelievedReport: on_report}
