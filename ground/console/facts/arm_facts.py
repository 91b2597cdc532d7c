"""Where the arm is: as commanded and as predicted for now, as telemetry saw it, and in which world.

A report of the spacecraft is taken in only after it has been believed, with the ground time of its sample.
"""

from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ground.console.facts.panel_facts import Handlers, PanelFacts, Stamped, newest, newest_stamped
from telemetry.messages.base import Quaternion
from telemetry.messages.prediction import PredictedArm, World
from telemetry.messages.spacecraft import Telemetry


class BelievedReport(NamedTuple):
    """A report of the spacecraft that is believed, and newer than all before."""

    seen: Stamped[Telemetry]  # stamp: when it was sampled on board, in ground time


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmFacts(PanelFacts):
    """The arm and its platform."""

    predicted: Stamped[PredictedArm] | None = newest_stamped(PredictedArm, limit_s=0.5)  # predicted at 100 Hz
    world: World | None = newest(World)  # of which verdicts speak, and which joints stand for good
    telemetry: Stamped[Telemetry] | None = None  # the newest that is believed
    first_attitude: Stamped[Quaternion] | None = None  # of the platform, in the first report of all

    def on_report(self, report: BelievedReport, now_ns: int) -> "ArmFacts":
        """Keep a report, of the first one also how the platform stood."""
        seen = report.seen
        attitude = Stamped(seen.value.quat_world_base, seen.at_ns, seen.limit_s)
        return replace(self, telemetry=seen, first_attitude=self.first_attitude or attitude)

    HANDLERS: ClassVar[Handlers] = {BelievedReport: on_report}
