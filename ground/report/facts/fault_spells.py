"""When the faults of a scenario lasted, and what each of them explains.

of the far end    the record tells when they began and ended
on the ground     as they stand in the scenario: the record itself may be what they befall
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ground.faults.any_fault import GroundFault
from ground.faults.consequences import Explained
from ground.faults.fault_seams import EXPLAINED_BY

Told = list[tuple[float, str]]  # when, which kind


class FaultSpell(NamedTuple):
    """A fault that lasted."""

    explains: Explained
    begins_s: float
    ends_s: float  # or when the run ended


def spells_told(begun: Told, ended: Told) -> Iterator[FaultSpell]:
    """Return the spells of which the record told."""
    for kind, explains in EXPLAINED_BY.items():
        for at_s in (at_s for at_s, of in begun if of == kind):
            ends_s = min((end_s for end_s, of in ended if of == kind and end_s >= at_s), default=at_s)
            yield FaultSpell(explains, at_s, ends_s)


def spells_of(faults: Iterable[GroundFault], duration_s: float) -> Iterator[FaultSpell]:
    """Return the spells of faults on the ground in a run that was so long."""
    for fault in faults:
        if fault.at_s <= duration_s:
            yield FaultSpell(fault.explains, fault.at_s, min(fault.end_s, duration_s))
