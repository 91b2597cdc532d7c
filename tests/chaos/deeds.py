"""What chaos does to a run: every deed that is wanted, and the order in which they are drawn."""

from itertools import combinations
from typing import NamedTuple

ROLES = ("bridge", "gate", "predictor", "planner", "haptics", "operator", "recorder", "space_segment")
DRAWN = 50  # subsets beyond those of one, of two, and of all but the bridge
ALL_BUT_BRIDGE = tuple(role for role in ROLES if role != "bridge")
FULL = ("gate", "recorder", "predictor", "bridge")  # whose disk gets full
STEPS_S = (-3.0, -0.4, 0.4, 3.0)  # of a clock
STEPPED = ("bridge", "gate", "predictor", "planner", "haptics", "operator", "recorder")  # clocks


class Deed(NamedTuple):
    """One thing that is done to a run."""

    kind: str  # killed, stopped, disk full, or HOLD with those dead: hold
    roles: tuple[str, ...]
    lasts_s: float = 0.0  # of what ends again
    is_stopped: bool = False  # those of a hold are stopped, not killed

    @property
    def name(self):
        """What it is called in the report."""
        dead = " stopped" if self.is_stopped else ""
        return f"{self.kind} {'+'.join(self.roles) or 'nobody'}{dead}"


def wanted(rng, each):
    """Return every deed in a drawn order: each role killed and stopped so often, HOLD with all subsets."""
    subsets = {*combinations(ROLES, 1), *combinations(ROLES, 2), ALL_BUT_BRIDGE, (), *_drawn(rng)}
    deeds = [
        *(Deed("killed", (role,)) for role in ROLES for _ in range(each)),
        *(Deed("stopped", (role,), float(rng.uniform(0.3, 4.0))) for role in ROLES for _ in range(each)),
        *(Deed("disk full", (role,), float(rng.uniform(0.5, 3.0))) for role in FULL for _ in range(each)),
        *(Deed("hold", dead, is_stopped=bool(rng.random() < 0.5)) for dead in sorted(subsets)),
    ]
    rng.shuffle(order := [*range(len(deeds))])
    return [deeds[number] for number in order]


def _drawn(rng):
    """Return subsets of three and more, by chance."""
    return [
        tuple(role for role, is_dead in zip(ROLES, dead, strict=True) if is_dead)
        for dead in rng.random((DRAWN, len(ROLES))) < rng.uniform(0.3, 0.9, (DRAWN, 1))
    ]


def clock_fault(rng):
    """Return the keys of a fault that steps somebody's clock, by the drivers' seam; now and then none."""
    if rng.random() < 0.5:
        return ""
    role, step_s = STEPPED[int(rng.integers(len(STEPPED)))], STEPS_S[int(rng.integers(len(STEPS_S)))]
    at_s = float(rng.uniform(15.0, 60.0))
    return f'\n[[fault]]\nkind = "stepped"\nparticipant = "{role}"\nat_s = {at_s:.1f}\nstep_s = {step_s}\n'
