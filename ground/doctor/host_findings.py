"""What a check of this host finds: fine, doubtful or wrong; in figures and words; and what cures it."""

from collections.abc import Mapping
from typing import Literal

import msgspec

State = Literal["ok", "warning", "failure"]
Figure = float | int | bool | str | None
Figures = Mapping[str, Figure]
NO_FIGURES: Figures = {}
STATES: tuple[State, ...] = ("ok", "warning", "failure")  # from good to bad


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One line of an examination."""

    check: str  # its name in the table of checks
    item: str  # what it looked at, where there are several; else empty
    state: State
    found: str
    cure: str | None  # in one line; None: none is needed
    figures: dict[str, Figure]


def fine(check: str, found: str, *, item: str = "", figures: Figures = NO_FIGURES) -> Finding:
    """Return that something is as it should be."""
    return Finding(check=check, item=item, state="ok", found=found, cure=None, figures=dict(figures))


def doubtful(check: str, found: str, cure: str, *, item: str = "", figures: Figures = NO_FIGURES) -> Finding:
    """Return that something may harm."""
    return Finding(check=check, item=item, state="warning", found=found, cure=cure, figures=dict(figures))


def wrong(check: str, found: str, cure: str, *, item: str = "", figures: Figures = NO_FIGURES) -> Finding:
    """Return that something will harm: a run cannot fly, or not as it must."""
    return Finding(check=check, item=item, state="failure", found=found, cure=cure, figures=dict(figures))


def graded(state: State, found: Finding) -> Finding:
    """Return a finding in another state; where all is fine no cure is needed."""
    return msgspec.structs.replace(found, state=state, cure=None if state == "ok" else found.cure)


def state_of(value: float, *, warning: float, failure: float) -> State:
    """Return the state of a figure that is the better the smaller it is."""
    if value <= warning:
        return "ok"
    return "warning" if value <= failure else "failure"


def worst_of(*states: State) -> State:
    """Return the worst of some states."""
    return STATES[max(map(STATES.index, states))]
