"""ARM and FIRE in the small model: a command leaves only as it was armed, once and in time (R12).

    arm operation    the lease's holder, at rest, with the number that the gate announces
    fire             what was armed last, by its hash: the command, place, world, epoch and number
    fire altered     the same, but for another command
    copied arm       the newest ARM comes a second time

What is armed is looked at again after whatever the gate hears (`review`), and never comes back.
"""

from typing import NamedTuple

from tests.model import small_gate as gate
from tests.model.situation import REST, Open, Packet, Point, Situation


class Armed(NamedTuple):
    """What is armed: number, who has, the hash, and for how long it has been."""

    epoch: int
    seq: int
    by: str
    r: Point
    world: int | None
    age: int


def next_seq(s: Situation) -> int:
    """Return the number of the next command in this epoch."""
    return s.operation[1] + 1 if s.operation[0] == s.epoch else 1


def arm(s: Situation, by: str, number: tuple[int, int]) -> bool:
    """Arm a command; True if it is accepted."""
    gate.end_lease(s)
    is_copy = number != (s.epoch, next_seq(s)) and "copied arm" not in s.setup.broken
    if not gate.is_held_by(s, by) or is_copy or s.critical is not None or not _may_leave(s) or s.r is None:
        return False
    s.operation = number
    s.critical = s.armed_last = Armed(*number, by, s.r, s.known_world, 0)
    s.is_fit = True
    return True


def fire(s: Situation, by: str, *, is_altered: bool) -> Packet | None:
    """Fire what was armed last, as it was or another command by its number; returns what goes up."""
    gate.end_lease(s)
    review(s)
    broken, armed, named = s.setup.broken, s.critical, s.armed_last
    if "fire first" in broken and named is None and s.r is not None:
        named = armed = Armed(s.epoch, next_seq(s), by, s.r, s.known_world, 0)
    if named is None or armed is None or armed[:2] != named[:2] or not gate.is_held_by(s, by):
        return None
    is_other = is_altered or _digest(s, armed) != armed[3:5]
    if (is_other and "altered fire" not in broken) or not _may_leave(s):
        return None
    s.law = s.law or _broken_law(s, armed, is_altered=is_altered)
    s.critical, s.is_fit, s.quiet = None, False, None
    s.operation = max(s.operation, armed[:2])
    s.fired = number = armed[:2]
    s.fired_until = max(s.fired_until, number)
    s.open = (*s.open, Open("operation", *number, 0, accepted=False, age=0))
    gate.log(s)
    return Packet("operation", None, None, armed.epoch, armed.seq)


def review(s: Situation) -> None:
    """End the arming if anything that it was given for is no longer so."""
    armed = s.critical
    if armed is None:
        return
    is_over = armed.age >= s.setup.arm_fire and "arm expires" not in s.setup.broken
    if is_over or (_is_void(s, armed) and "review" not in s.setup.broken):
        s.critical = None
    s.is_fit = s.is_fit and not _is_void(s, armed)


def _is_void(s: Situation, armed: Armed) -> bool:
    return (
        s.state != REST
        or s.epoch != armed.epoch
        or not gate.is_held_by(s, armed.by)
        or _digest(s, armed) != armed[3:5]
        or not s.setup.has_window(s.tick)
        or s.operator > s.setup.operator
        or gate.is_inhibited(s)
    )


def _digest(s: Situation, armed: Armed) -> tuple[Point | None, int | None]:
    """Return what the hash is over, as it is now."""
    return (s.r, s.known_world) if s.epoch == armed.epoch else (None, None)


def _may_leave(s: Situation) -> bool:
    """True if a command may leave now: at rest, quiet, and nothing inhibits."""
    return (
        s.state == REST
        and s.setup.has_window(s.tick)
        and s.operator <= s.setup.operator
        and not (s.report is not None and s.report.is_latched)
        and s.pause <= 0
        and not gate.is_inhibited(s)
        and gate.is_quiet(s)
        and s.known_world is not None
    )


def _broken_law(s: Situation, armed: Armed, *, is_altered: bool) -> str:
    """Return which law it breaks that this command leaves now; empty: none."""
    laws = {
        "fired without ARM": s.armed_last is None,
        "another is fired than was armed": is_altered,
        "fired twice": armed[:2] <= s.fired_until,
        "fired too late": armed.age >= s.setup.arm_fire,
        "something has happened since ARM": not s.is_fit,
        "HOLD was pressed": s.is_held,
    }
    return next((law for law, is_broken in laws.items() if is_broken), "")
