"""What became of one seed: a line of JSON, the same wherever and whenever the seed is flown.

Only `processor_s` and `worker` tell of where it was flown.
"""

import msgspec

from ground.report.campaign_result import FindingKind


class FlownFinding(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was found in a flight."""

    kind: FindingKind
    rule: str
    pair: tuple[str, ...] = ()  # of bodies, if it is about two
    at_s: float | None = None
    text: str

    def is_same(self, other: "FlownFinding") -> bool:
        """Return whether two flights show the same, whenever and with whatever figures."""
        return (self.kind, self.rule, self.pair) == (other.kind, other.rule, other.pair)

    @property
    def name(self) -> str:
        """Rule and pair."""
        return f"{self.rule} ({' and '.join(self.pair)})" if self.pair else self.rule


class AuditCounts(msgspec.Struct, frozen=True, kw_only=True):
    """What the audit answers: numbers of invariants."""

    proven: tuple[int, ...] = ()
    broken: tuple[int, ...] = ()


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """What flew: two flights of one seed with one origin must decide the same."""

    version: str
    package: str  # digest of the package's files
    configuration: str  # of the run, which covers every file of the model
    target: str  # of the kernels


class FlownSeed(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one seed."""

    seed: int
    values: dict[str, float]
    faults: tuple[str, ...]  # kinds that were drawn, in order of time
    hit: tuple[str, ...]  # of these, that had begun before the flight was over
    origin: Origin
    digest: str  # of all decisions
    decisions: int
    verdict: str
    success: bool
    findings: tuple[FlownFinding, ...]
    clearance_m: float | None  # least of all, by the spacecraft's body
    refusals: int
    needless_holds: int  # that nothing explains
    time_on_task_s: float | None  # None: the task was not done
    duration_s: float
    heals: bool  # whether it was asked that the arm can be armed again after its faults
    rearmed_s: float | None  # how long that took; None: not asked, or it could not be
    audit: AuditCounts
    coded: bool = True  # False: its messages went as they are, as no fault acts on octets
    compared: bool = False  # with a flight of the same seed whose messages were coded
    processor_s: float = 0.0
    worker: str = ""

    @property
    def violations(self) -> tuple[FlownFinding, ...]:
        """What must never be."""
        return tuple(each for each in self.findings if each.kind == "violation")

    def is_same(self, other: "FlownSeed") -> bool:
        """Return whether two flights of a seed came to the same."""
        here = msgspec.structs.replace(self, processor_s=0.0, worker="")
        return here == msgspec.structs.replace(other, processor_s=0.0, worker="")
