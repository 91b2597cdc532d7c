"""What the screens show at one instant: the facts of all panels; what each takes in stands with its facts."""

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from ground.console.facts.arm_facts import ArmFacts, CollisionFacts
from ground.console.facts.authority_facts import AuthorityFacts
from ground.console.facts.camera_pictures import Picture
from ground.console.facts.command_rows import Commands
from ground.console.facts.explanation_facts import ExplanationFacts
from ground.console.facts.hand_facts import FixtureFacts, HandFacts
from ground.console.facts.hold_facts import HoldFacts
from ground.console.facts.link_facts import LinkFacts
from ground.console.facts.message_book import MessageLine
from ground.console.facts.panel_facts import PanelFacts
from ground.console.facts.pass_events import PassEvents
from ground.console.facts.plan_facts import PlanFacts
from ground.console.facts.run_facts import ProcessFacts, ReplayFacts, RunFacts
from ground.operator.person.pilot_state import PilotState
from ground.series.series_store import SeriesStore
from telemetry.messages.lanes import Lanes

NO_COMMANDS, NO_LANES = Commands(), Lanes()


class PastFacts(NamedTuple):
    """How much is known of what was before this screen began."""

    life: int | None = None  # of the recorder that was asked; None: it has not answered
    since_ns: int | None = None  # run's time from which on all is known
    share: float = 0.0  # that has come
    is_whole: bool = False


NO_PAST = PastFacts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """Everything that the window draws; None: never heard."""

    at_ns: int  # ground clock, when this snapshot was made
    place_ns: int = 0  # time of the run that it shows: `at_ns`, or in a replay the recorded instant
    los_ns: int | None = None  # when contact ended, ground clock of the run; None: there is contact
    authority: AuthorityFacts = field(default_factory=AuthorityFacts)
    arm: ArmFacts = field(default_factory=ArmFacts)
    collision: CollisionFacts = field(default_factory=CollisionFacts)
    link: LinkFacts = field(default_factory=LinkFacts)
    processes: ProcessFacts = field(default_factory=ProcessFacts)
    hand: HandFacts = field(default_factory=HandFacts)
    fixtures: FixtureFacts = field(default_factory=FixtureFacts)
    plan: PlanFacts = field(default_factory=PlanFacts)
    hold: HoldFacts = field(default_factory=HoldFacts)
    explanations: ExplanationFacts = field(default_factory=ExplanationFacts)
    run: RunFacts = field(default_factory=RunFacts)
    replay: ReplayFacts = field(default_factory=ReplayFacts)
    events: PassEvents = field(default_factory=PassEvents)
    commands: Commands = NO_COMMANDS
    past: PastFacts = NO_PAST
    lanes: Lanes = NO_LANES  # of the delay; in a replay those of the whole recording
    pictures: tuple[Picture, ...] = ()  # one of each camera
    messages: tuple[MessageLine, ...] = ()  # what has happened, the newest last
    pilot: PilotState | None = None
    series: SeriesStore | None = field(default=None, compare=False)  # of all figures, as they go on

    @property
    def is_resuming(self) -> bool:
        """True if a resume is on its way, and nothing was commanded after it."""
        newest = self.commands[len(self.commands) - 1] if len(self.commands) else None
        return newest is not None and newest.kind == "resume" and newest.is_away

    @property
    def is_replay(self) -> bool:
        """True if what is shown was recorded."""
        return self.replay.status is not None

    @property
    def over_ns(self) -> int | None:
        """When the run was over, of which all that is shown is the last; None: it goes on, or is a replay."""
        stage = self.run.stage
        return stage.over_ns if stage and not self.is_replay else None

    def time_ns(self, now_ns: int) -> int:
        """Return the time against which ages count: now, in a replay the time shown, or when it was over."""
        if self.is_replay:
            return self.place_ns
        return now_ns if self.over_ns is None else self.over_ns


def first_facts() -> dict[str, PanelFacts]:
    """Return the facts that messages alone make, by their names, before any message has come."""
    kinds: dict[str, Any] = {each.name: each.default_factory for each in fields(Snapshot)}
    return {
        name: kind()
        for name, kind in kinds.items()
        if isinstance(kind, type) and issubclass(kind, PanelFacts)
    }
