"""What the audit is given beforehand of a run: its rates, limits and margins, as plain figures [SI, ns]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Body = Mapping[str, Any]  # a message as plain values by their keys
State = tuple[tuple[float, ...], ...]  # q, qd, qdd
Number = tuple[int, int]  # epoch, sequence

SECOND = 1_000_000_000
SILENT_NS = 300_000_000  # operator, dead-man
PREDICTOR_NS = 500_000_000
STALE_NS = SECOND  # telemetry, recorder
LEASE_NS = 10 * SECOND
HOLD_NS = 30 * SECOND  # for which a HOLD that no report confirms goes up again
STEPPED_NS = 300_000_000
SLACK_NS = 1_000_000
QUIET_RAD = 0.008726646259971648  # that telemetry may be off a pose at rest there [rad, m]
SAME = 1e-6  # of two poses [rad], rates and accelerations
FILLING_PERIODS = 8  # beyond the depth, until the first release
PATIENCE_NS = 20 * SECOND  # beyond round trips, until a command is given up


@dataclass(frozen=True, slots=True, kw_only=True)
class JointBounds:
    """How far and how fast the joints may move."""

    q_min: tuple[float, ...]
    q_max: tuple[float, ...]
    qd_max: tuple[float, ...]
    qdd_max: tuple[float, ...]
    qddd_max: tuple[float, ...]

    @property
    def rows(self) -> tuple[tuple[float, ...], ...]:
        """All of them, in order."""
        return self.q_min, self.q_max, self.qd_max, self.qdd_max, self.qddd_max


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """What must hold in one run."""

    period_ns: int
    depth: int
    required_m: float
    configuration: bytes
    bounds: JointBounds | None  # None: not known, so that no limit and no stop is checked
    stale_ns: int = STALE_NS  # age of telemetry
    patience_ns: int = PATIENCE_NS  # until each command has had its end
    scripts: frozenset[str] = frozenset({"operator"})  # participants that are no person
    roles: Mapping[str, str] = field(default_factory=dict)  # of the participants
    two_person: bool = False  # what is critical is fired by another person than armed it
    poll: tuple[str, ...] = ()  # who all have to say GO
    asks: str = "gate"  # for HOLD in its own name, and is none either
    allowances: Mapping[str, float] = field(default_factory=dict)  # of shapes that may drift [m]

    def required_of(self, pair: Sequence[str]) -> float:
        """Return the clearance that a verdict on a pair has to grant [m]; a mesh is named with its parts."""
        return self.required_m + max(
            (
                allowed
                for shape, allowed in self.allowances.items()
                if any(name == shape or name.startswith(f"{shape}/") for name in pair)
            ),
            default=0.0,
        )

    @property
    def most_awaited(self) -> int:
        """Twice as many commands as can leave until the slowest answer to one has come."""
        return 2 * ((self.patience_ns + HOLD_NS) // self.period_ns + self.depth)

    @property
    def period_s(self) -> float:
        """The period [s]."""
        return self.period_ns / SECOND


def number_of(body: Body) -> Number:
    """Return epoch and sequence of what bears them."""
    return body["epoch"], body["seq"]


def state_of(body: Body) -> State:
    """Return (q, qd, qdd) of a set-point or state."""
    return tuple(body["q"]), tuple(body["qd"]), tuple(body["qdd"])


def are_same(one: Sequence[Sequence[float]], other: Sequence[Sequence[float]]) -> bool:
    """Return whether two states are the same pose, rates and accelerations."""
    return all(
        len(a) == len(b) and all(abs(x - y) <= SAME for x, y in zip(a, b, strict=True))
        for a, b in zip(one, other, strict=True)
    )


def is_rest(state: State) -> bool:
    """Return whether nothing moves."""
    return not any(state[1]) and not any(state[2])
