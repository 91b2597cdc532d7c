"""What a page tells of two runs row by row: a rehearsal against its pass, a person against a script."""

import msgspec


class ComparedFigure(msgspec.Struct, frozen=True, kw_only=True):
    """One figure of both runs; None: it was not measured."""

    name: str
    unit: str
    first: float | None
    second: float | None
    difference: float | None  # of the second; None: there are not both


class ComparedStep(msgspec.Struct, frozen=True, kw_only=True):
    """How long one part of a procedure took in both runs [s]; None: it was not carried out to its end."""

    plan: str
    steps: str
    what: str
    first_s: float | None
    second_s: float | None
    difference_s: float | None


class RunComparison(msgspec.Struct, frozen=True, kw_only=True):
    """Two runs row by row."""

    is_same_model: bool | None  # arm, scene and settings; None: not known
    is_same_measure: bool  # what was scored is the same in both
    figures: list[ComparedFigure]
    steps: list[ComparedStep]
