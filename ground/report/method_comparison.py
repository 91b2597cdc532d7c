"""Results of collision methods along one motion: read by terminal, JSON and figure alike."""

import msgspec

Pair = tuple[str, str]


class AnswerCost(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer costs."""

    us: float
    ratio: float  # to the first method's


class ApartInterval(msgspec.Struct, frozen=True, kw_only=True):
    """A time in which another method gives more, or less, distance than the first."""

    from_s: float
    until_s: float
    most_m: float  # signed: what the other tells more
    at_s: float
    pair: Pair
    other_pair: Pair


class Dispute(msgspec.Struct, frozen=True, kw_only=True):
    """A time in which only one of two methods finds a motion too near."""

    from_s: float
    until_s: float
    by_other: bool


class ComparedMotion(msgspec.Struct, frozen=True, kw_only=True):
    """The motion along which methods were compared."""

    name: str
    begins_s: float
    ends_s: float
    moves: int
    samples: int


class LeastDistance(msgspec.Struct, frozen=True, kw_only=True):
    """The least that a method sees."""

    m: float
    s: float
    pair: Pair


class UnsafeFrom(msgspec.Struct, frozen=True, kw_only=True):
    """From when on the requirement is not surely kept."""

    s: float
    pair: Pair


class ComparedMethod(msgspec.Struct, frozen=True, kw_only=True):
    """What one method sees, and what that costs."""

    name: str
    least: LeastDistance
    unsafe: UnsafeFrom | None
    facts: dict[str, float]  # of the method's own
    cost: dict[str, AnswerCost]  # by question


class MethodsApart(msgspec.Struct, frozen=True, kw_only=True):
    """Where a method differs from the first."""

    method: str
    against: str
    intervals: list[ApartInterval]
    disputes: list[Dispute]


class DistanceSamples(msgspec.Struct, frozen=True, kw_only=True):
    """What methods see at instants of the motion."""

    times_s: list[float]
    distances: dict[str, list[float]]  # METHOD -> metres


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Methods along one motion."""

    motion: ComparedMotion
    robot: str
    scene: str
    required_m: float
    methods: list[ComparedMethod]
    apart: list[MethodsApart]
    samples: DistanceSamples
