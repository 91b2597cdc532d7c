"""What an expectation is: one class, which gives a key, a judgement and words.

    class ClearanceMin(AtLeast):
        \"\"\"Of what was predicted.\"\"\"                what it means, in the guide too
        key, kind = "clearance_min_m", Metres        in a scenario's `[expect]`

        def measured(self, evidence: Evidence) -> float | None:
            return None if (least := evidence.facts.least_predicted) is None else least.distance_m

    Is        it is as the file says           AtMost, AtLeast    a figure with a limit
    Between   a figure with two

To add one: its class, in the list at the end of a file beside this one.  What was not measured is never as
expected.  What cannot be judged of a run as it was started is skipped: that is no failure.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Annotated, Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from ground.report.facts.facts import Facts
from ground.report.facts.words import degrees, millimetres, newtons, rounded, seconds, value_text
from ground.run.processes.process import ProcessRow
from telemetry.agreed.authority import SCRIPT
from telemetry.agreed.run_settings import RunSettings

Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Metres = Annotated[float, msgspec.Meta(ge=-10.0, le=10.0)]
Newtons = Annotated[float, msgspec.Meta(ge=0.0, le=1000.0)]
Degrees = Annotated[float, msgspec.Meta(ge=0.0, le=180.0)]
Seconds = Annotated[float, msgspec.Meta(ge=0.0, le=240.0)]

Measured = TypeVar("Measured")  # what a run gives
Wanted = TypeVar("Wanted")  # what its key is given

NOT_MEASURED = "nothing was measured"
MOST_NAMED = 3  # named before the rest is counted
SECONDS = 3  # digits of an instant
UNITS: dict[str, Callable[[float], str]] = {"m": millimetres, "n": newtons, "deg": degrees, "s": seconds}


class Evidence(NamedTuple):
    """What a run is judged by."""

    facts: Facts
    run: RunSettings
    has_cameras: bool = True
    processes: Sequence[ProcessRow] = ()
    limit_s: float = 0.0  # that the run might take
    is_asked_of_all: bool = False  # whoever flew: nobody wrote these expectations for a script


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one expectation."""

    name: str
    ok: bool
    value: Any  # that was measured; None: nothing was
    limit: Any
    skipped: bool
    why: str  # it was skipped
    at_s: float | None = None  # the instant that shows it; None: the whole run does


class UnmetReason(NamedTuple):
    """Why something expected is not so."""

    text: str
    reason: str
    cure: str = ""
    at_s: float | None = None


class Expectation(ABC, Generic[Measured, Wanted]):
    """One outcome that a scenario may ask for; its docstring says what its key means."""

    key: ClassVar[str]
    kind: ClassVar[Any]  # what the key may be given
    usual: ClassVar[Any] = None  # what stands for a key that is not given: it is not asked
    digits: ClassVar[int | None] = None  # of the value that is told; None: all
    is_of_any_operator: ClassVar[bool] = False  # else it asks for what only the script is to do
    is_of_tube_user: ClassVar[bool] = False  # who had the tube made
    needs_cameras: ClassVar[bool] = False

    @abstractmethod
    def measured(self, evidence: Evidence) -> Measured | None:
        """Return what became of it; None: nothing was measured."""

    @abstractmethod
    def holds(self, value: Measured, limit: Wanted) -> bool:
        """Return whether what was measured is as expected."""

    @abstractmethod
    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what made it so that it is not met."""

    def limit(self, wanted: Wanted) -> object:
        """Return the limit of the file, as the report shows it."""
        return wanted

    def at_s(self, evidence: Evidence) -> float | None:
        """Return the instant that shows what became of it; None: the whole run does."""
        return None

    @property
    def meaning(self) -> str:
        """What the key means, as the guide has it."""
        text = " ".join((self.__doc__ or "").split()).removesuffix(".")
        return text[:1].lower() + text[1:]

    def judged(self, evidence: Evidence, wanted: Wanted) -> Expected:
        """Return what became of it in a run."""
        value, why = self.measured(evidence), self._not_judged(evidence)
        is_so = value is not None and self.holds(value, wanted)
        return Expected(
            name=self.key,
            ok=bool(is_so or why),
            value=round(value, self.digits) if isinstance(value, float) and self.digits else value,
            limit=self.limit(wanted),
            skipped=bool(why),
            why=why,
            at_s=rounded(self.at_s(evidence), SECONDS),
        )

    def why(self, row: Expected, evidence: Evidence) -> UnmetReason:
        """Return why it was not met."""
        text = f"{row.name} is {value_text(row.value)}, expected {value_text(row.limit)}"
        return UnmetReason(text, self.words(row, evidence), at_s=row.at_s)

    def _not_judged(self, evidence: Evidence) -> str:
        """Return why it is not judged; empty: it is."""
        if self.needs_cameras and not evidence.has_cameras:
            return "flown without cameras"
        is_led = self.is_of_tube_user and any(row.points for row in evidence.facts.guides.made)
        is_asked = evidence.is_asked_of_all or self.is_of_any_operator or is_led
        if evidence.facts.seat != SCRIPT and not is_asked:
            return "a person flew, and it asks for what the script was to do"
        return ""


class Is(Expectation[bool | list[str], bool | str]):
    """Something is as the file says."""

    kind: ClassVar[Any] = bool

    def holds(self, value: bool | list[str], limit: bool | str) -> bool:
        """Return whether it is."""
        return bool(value == limit)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return what it was instead."""
        return f"counted {value_text(row.value)}, it was to be {value_text(row.limit)}"


class AtMost(Expectation[float, float]):
    """A figure is no more than a limit."""

    relation: ClassVar[str] = "at most"

    def holds(self, value: float, limit: float) -> bool:
        """Return whether it keeps to the limit."""
        return bool(value <= limit)

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return the figure and its limit."""
        if row.value is None:
            return NOT_MEASURED
        if self.key.endswith("_m"):
            return f"measured {millimetres(row.value)}, {self.relation} {millimetres(row.limit)}"
        return f"counted {value_text(row.value)}, {self.relation} {value_text(row.limit)}"


class AtLeast(AtMost):
    """A figure is no less than a limit."""

    relation = "at least"

    def holds(self, value: float, limit: float) -> bool:
        """Return whether it keeps to the limit."""
        return bool(value >= limit)


class Between(Expectation[float, tuple[float, float]]):
    """A figure is between two limits, the lower one first."""

    def holds(self, value: float, limit: tuple[float, float]) -> bool:
        """Return whether it is."""
        low, high = limit
        return bool(low <= value <= high)

    def limit(self, wanted: tuple[float, float]) -> list[float]:
        """Return both."""
        return [*wanted]

    def words(self, row: Expected, evidence: Evidence) -> str:
        """Return the figure and both limits."""
        if row.value is None:
            return NOT_MEASURED
        unit = UNITS[self.key.rpartition("_")[2]]
        return f"measured {unit(row.value)}, not between {unit(row.limit[0])} and {unit(row.limit[1])}"


class AtInstant(Protocol):
    """What happened at an instant."""

    @property
    def at_s(self) -> float: ...


def first_s(rows: Sequence[AtInstant]) -> float | None:
    """Return when the first of what happened was; None: nothing happened."""
    return rows[0].at_s if rows else None


def first_reasons(reasons: Sequence[str]) -> str:
    """Return the first of several reasons, and how many more there are."""
    rest = f", and {len(reasons) - MOST_NAMED} more" if len(reasons) > MOST_NAMED else ""
    return "; ".join(reasons[:MOST_NAMED]) + rest
