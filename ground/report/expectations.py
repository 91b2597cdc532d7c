"""Judge a run by what its scenario expects: one row per expectation that is named.

An expectation without data fails; absence is never success.
What cannot be judged of a run as it was started is skipped: that is no failure, and the row says why.
"""

import math
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from ground.report.explained import unexplained_holds
from ground.report.facts import Facts
from ground.report.rates import least_share
from ground.report.tool_course import tool_rows
from ground.report.warnings import nearest_of
from ground.scenario.expect_table import OF_ANY_OPERATOR, OF_WHOEVER_IS_LED, ExpectTable
from predictor.run_model import read_model
from telemetry.authority import SCRIPT
from telemetry.messages.command import CommandState
from telemetry.plan.freshness import farthest
from telemetry.reasons import Reason
from telemetry.run_settings import RunSettings

STILL = math.radians(0.1)  # spread of telemetry that is noise, not motion
SAFE = math.radians(0.5)  # or metres: so near to a named pose an arm is at it
OF_PICTURES = ("pictures_whole_min",)


class Expected(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one expectation."""

    name: str
    ok: bool
    value: Any  # that was measured; None: nothing was
    limit: Any
    skipped: bool
    why: str  # it was skipped


def judge(expect: ExpectTable, facts: Facts, run: RunSettings, *, has_cameras: bool = True) -> list[Expected]:
    """Return one row for each expectation that the scenario names."""
    rows = []
    for name, ok, value, limit in _rows(expect, facts, run):
        why = _not_judged(name, facts, has_cameras=has_cameras)
        rows.append(
            Expected(name=name, ok=bool(ok or why), value=value, limit=limit, skipped=bool(why), why=why)
        )
    return rows


def _not_judged(name: str, facts: Facts, *, has_cameras: bool) -> str:
    """Return why an expectation is not judged; empty: it is."""
    if name in OF_PICTURES and not has_cameras:
        return "flown without cameras"
    is_led = any(row.points for row in facts.guides.made) and name in OF_WHOEVER_IS_LED
    if facts.seat != SCRIPT and name not in OF_ANY_OPERATOR and not is_led:
        return "a person flew, and it asks for what the script was to do"
    return ""


def _rows(expect: ExpectTable, facts: Facts, run: RunSettings) -> Iterator[tuple[str, bool, Any, Any]]:
    if expect.completed is not None:
        done = facts.script is not None and facts.script.completed
        yield "completed", done == expect.completed, done, expect.completed
    if expect.backed_off is not None:
        away = backed_off(facts, run)
        yield "backed_off", away == expect.backed_off, away, expect.backed_off
    if expect.one_end_state is not None:
        unended = commands_without_one_end(facts)
        yield "one_end_state", (not unended) == expect.one_end_state, not unended, expect.one_end_state
    if expect.safe_and_held is not None:
        held = is_safe_and_held(facts, run)
        yield "safe_and_held", held == expect.safe_and_held, held, expect.safe_and_held
    if expect.still_at_aos is not None:
        spread = spread_after_aos(facts, run)
        still = spread is not None and spread < STILL
        yield "still_at_aos", still == expect.still_at_aos, still, expect.still_at_aos
    if expect.round_trip_s is not None:
        low, high = expect.round_trip_s
        mean = facts.round_trip.mean_s
        value = None if mean is None else round(mean, 4)
        yield "round_trip_s", mean is not None and low <= mean <= high, value, [low, high]
    if expect.hold_reasons:
        told = sorted({hold.reason for hold in facts.holds})
        yield "hold_reasons", set(expect.hold_reasons) <= set(told), told, [*map(str, expect.hold_reasons)]
    yield from _warned(expect, facts)
    if expect.pictures_whole_min is not None:
        share = least_whole_share(facts)
        is_enough = share is not None and share >= expect.pictures_whole_min
        yield "pictures_whole_min", is_enough, share, expect.pictures_whole_min
    yield from _joints(expect, facts)
    yield from _measured(expect, facts, run)
    yield from _counted(expect, facts, run)


def _warned(expect: ExpectTable, facts: Facts) -> Iterator[tuple[str, bool, Any, Any]]:
    """Whether the operator was warned, and how near the arm came meanwhile."""
    if expect.warned_first is not None:
        unwarned = facts.warnings.unwarned(
            [*(row.at_s for row in facts.rollbacks), *(row.at_s for row in facts.contacts)]
        )
        yield "warned_first", (not unwarned) == expect.warned_first, not unwarned, expect.warned_first
    if expect.warned_least_m is not None:
        low, high = expect.warned_least_m
        nearest = nearest_of(facts.warnings.rows)
        least = None if nearest is None else nearest.distance_m
        yield "warned_least_m", least is not None and low <= least <= high, least, [low, high]


def _guides(expect: ExpectTable, facts: Facts, run: RunSettings) -> Iterator[tuple[str, bool, Any, Any]]:
    """How the tool kept to its tube; without a tube it did not."""
    if expect.fixture_end_max_m is not None:
        far, most = facts.guides.from_end(run), expect.fixture_end_max_m
        yield "fixture_end_max_m", far is not None and far <= most, far, most
    if expect.fixture_beyond_max_m is not None:
        beyond, most = facts.guides.beyond(run), expect.fixture_beyond_max_m
        yield "fixture_beyond_max_m", beyond is not None and beyond <= most, beyond, most
    if expect.fixture_around is not None:
        around = any(row.points > 2 for row in facts.guides.made)
        yield "fixture_around", around == expect.fixture_around, around, expect.fixture_around


def _joints(expect: ExpectTable, facts: Facts) -> Iterator[tuple[str, bool, Any, Any]]:
    """What became of a joint that failed; what was not recognised was not in time either."""
    names = [row.joint for row in facts.joints.rows]
    if expect.recognised_joint is not None:
        yield "recognised_joint", names == [expect.recognised_joint], names, expect.recognised_joint
    if expect.recognised_within_s is not None:
        took_s, limit_s = facts.joints.recognised_s, expect.recognised_within_s
        yield "recognised_within_s", took_s is not None and took_s <= limit_s, took_s, limit_s
    if expect.finished is not None:
        done = finished(facts)
        yield "finished", done == expect.finished, done, expect.finished


def finished(facts: Facts) -> bool:
    """Return whether a plan was armed after a joint had been recognised to fail, and the script done."""
    if not facts.joints.rows or facts.script is None or not facts.script.completed:
        return False
    return any(act == "ArmPlan" and at_s > facts.joints.rows[0].at_s for at_s, act in facts.arms)


def _ranges(expect: ExpectTable, facts: Facts) -> Iterator[tuple[str, bool, Any, Any]]:
    """How the range sensor agrees with the model; without samples, or without a signal, it does not."""
    if expect.range_off_max_m is None and expect.range_apart_max is None:
        return
    account = facts.ranges.account(facts.seen)
    off_m = None if account is None else account.off_max_m
    apart = None if account is None or account.cycles_apart is None else abs(account.cycles_apart)
    if expect.range_off_max_m is not None:
        value = None if off_m is None else round(off_m, 6)
        yield (
            "range_off_max_m",
            off_m is not None and off_m <= expect.range_off_max_m,
            value,
            expect.range_off_max_m,
        )
    if expect.range_apart_max is not None:
        yield (
            "range_apart_max",
            apart is not None and apart <= expect.range_apart_max,
            apart,
            expect.range_apart_max,
        )


def _measured(expect: ExpectTable, facts: Facts, run: RunSettings) -> Iterator[tuple[str, bool, Any, Any]]:
    """What a sensor, or the hand, has told."""
    yield from _guides(expect, facts, run)
    yield from _ranges(expect, facts)
    yield from _forces(expect, facts)
    yield from tool_rows(expect, facts, run)


def _forces(expect: ExpectTable, facts: Facts) -> Iterator[tuple[str, bool, Any, Any]]:
    """What a bilateral hand felt."""
    felt = facts.forces.row()
    peak, left, energy = (felt.peak_n, felt.left_n, felt.least_energy_j) if felt else (None, None, None)
    if expect.force_peak_n is not None:
        low, high = expect.force_peak_n
        yield "force_peak_n", peak is not None and low <= peak <= high, peak, [low, high]
    if expect.force_left_max_n is not None:
        most = expect.force_left_max_n
        yield "force_left_max_n", left is not None and left <= most, left, most
    if expect.port_energy_min_j is not None:
        least = expect.port_energy_min_j
        yield "port_energy_min_j", energy is not None and energy >= least, energy, least


def _counted(expect: ExpectTable, facts: Facts, run: RunSettings) -> Iterator[tuple[str, bool, Any, Any]]:
    """The expectations that are a number with a limit, which their names' endings tell."""
    counts: dict[str, Callable[[], float | None]] = {
        "contacts_max": lambda: len(facts.contacts),
        "unexplained_holds_max": lambda: len(unexplained_holds(facts, run)),
        "mission_max_s": lambda: round(facts.duration_s, 4),
        "rollbacks_min": lambda: len(facts.rollbacks),
        "re_engaged_min": lambda: re_engaged(facts),
        "holds_min": lambda: len(facts.holds),
        "resumes_min": lambda: len(facts.resumes),
        "rates_kept_min": lambda: least_share(facts.kept_rates()),
    }
    for name, count in counts.items():
        limit = getattr(expect, name)
        if limit is not None:
            value = count()
            kept = value is not None and (value >= limit if name.endswith("_min") else value <= limit)
            yield name, kept, value, limit


def least_whole_share(facts: Facts) -> float | None:
    """Return the share of whole pictures of the camera that has the least; None: one has sent nothing."""
    sent = [counts.received + counts.incomplete for counts in facts.images.values()]
    if not sent or not all(sent):
        return None
    whole = [counts.received for counts in facts.images.values()]
    return round(min(of_it / total for of_it, total in zip(whole, sent, strict=True)), 4)


def re_engaged(facts: Facts) -> int:
    """Count the roll-backs after which teleoperation was armed again."""
    arms = [at_s for at_s, act in facts.arms if act == "ArmTeleop"]
    return sum(any(at_s > back.at_s for at_s in arms) for back in facts.rollbacks)


def is_safe_and_held(facts: Facts, run: RunSettings) -> bool:
    """Return whether the last report shows the arm latched by HOLD, at rest at one of its named poses."""
    if not facts.seen:
        return False
    _, last = facts.seen[-1]
    if last.mode != "latched" or last.latch_reason != Reason.HOLD_COMMANDED:
        return False
    poses = read_model(run).robot.poses.values()
    apart = [farthest(last.q, pose) for pose in poses]
    return any(found is not None and found.by <= SAFE for found in apart)


def backed_off(facts: Facts, run: RunSettings) -> bool:
    """Return whether, after the last roll-back, the verified motion moved away from the obstacle again."""
    if not facts.rollbacks:
        return False
    after = [clearance for at_s, clearance in facts.clearances if at_s > facts.rollbacks[-1].at_s]
    return bool(after) and max(after) > 2.0 * run.margins.required_m and after[-1] > after[0]


def commands_without_one_end(facts: Facts) -> list[tuple[str, int, int]]:
    """Return the commands that did not reach exactly one end state."""
    return [
        command
        for command, life in facts.commands.items()
        if sum(CommandState(state).is_end for state in life) != 1 or not CommandState(life[-1]).is_end
    ]


def spread_after_aos(facts: Facts, run: RunSettings) -> float | None:
    """Return how far any joint moved from a window's opening to the next resume [rad]; None without data."""
    greatest = None
    for opens_s, _ in run.link.windows_s[1:]:
        resumed_s = min((at_s for at_s in facts.resumes if at_s > opens_s), default=math.inf)
        seen = [telemetry.q for at_s, telemetry in facts.seen if opens_s < at_s < resumed_s]
        if not seen or math.isinf(resumed_s):
            return None
        spread = max(max(angles) - min(angles) for angles in zip(*seen, strict=True))
        greatest = spread if greatest is None else max(greatest, spread)
    return greatest
