"""What one seed brings: a short pass, and the trouble that it meets.

Everything is drawn at once from the seed, before the flight begins, so that a plan can be told, flown again
and cut down by hand.
"""

from dataclasses import dataclass, field

import msgspec
import numpy as np

from ground.faults.faults import Fault
from ground.faults.ground_faults import (
    Disturbance,
    FailingStore,
    Frozen,
    KeepsPushing,
    Killed,
    LateVerdicts,
    ObstacleMoves,
    SlowStore,
    Stepped,
)
from ground.faults.occasion import BEFALLEN, DISTURBED
from ground.faults.space_faults import JointLocked, JointSlipping, OnboardHold
from ground.operator.script.script import ScriptAct
from ground.scenario.scenario import load
from ground.scenario.scenario_table import LinkTable, Scenario
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.contract import NEVER_NS, RoleSpec
from tests.system.attack_hand import device, give
from tests.system.attack_roles import Wrapped, called

replace = msgspec.structs.replace
HERE = "tests.system.attack_roles"
START_DEG = (0.0, -116.0, -108.0, 0.0, -44.0, 0.0)
INSIDE_DEG = (0.0, -130.557221, -110.653143, 0.0, -39.175776, 0.0)  # 24.6 mm from the target
OVER_TARGET_DEG = (0.0, -120.210281, -109.35832, 0.0, -40.431398, 0.0)
ESCAPES = 0.12  # share of flights that begin nearer than is required, and retreat from there
RESUMED_S = 12.0  # that a flight goes on longer if a person resumes: the person's lease has to end first


@dataclass(kw_only=True)
class Plan:
    """One seed's flight."""

    seed: int
    scenario: Scenario
    faults: list[Fault] = field(default_factory=list)
    edits: set[int] = field(default_factory=set)  # of the scene file, when somebody comes back [ns]
    presses_s: list[float] = field(default_factory=list)  # of HOLD, by a person
    resumes_s: list[float] = field(default_factory=list)  # when a person begins to resume
    usurps_ns: int = NEVER_NS  # when a second operator begins to ask for the lease
    reports: list[tuple[int, int, str]] = field(default_factory=list)  # begin, end, what is strange
    resets: list[int] = field(default_factory=list)  # of the on-board software
    worlds_s: list[float] = field(default_factory=list)
    device_ns: int = NEVER_NS  # when a device comes
    lies: dict[str, float] = field(default_factory=dict)  # hostile role -> chance, or when it begins [ns]
    told: list[str] = field(default_factory=list)

    @property
    def story(self):
        """The whole plan in one line."""
        return "; ".join(self.told) or "no trouble"

    def deaf_s(self, at_s, for_s):
        """For how long the uplink is all but dead after a press [s]."""
        deaf = [
            f for f in self.faults
            if isinstance(f, Disturbance) and "Uplink" in f.messages and f.drop + f.damage >= 0.5
            and f.at_s < at_s + for_s and f.end_s > at_s
        ]  # fmt: skip
        return sum(f.duration_s for f in deaf)

    def wrapped(self, specs, watch):
        """The roles of the flight, with hostile ones, people, and an eye on orbit."""
        return [
            *[self._wrapped(spec, watch) for spec in specs],
            *self._second_operator(),
            *([device(self.device_ns)] if self.device_ns < NEVER_NS else []),
            RoleSpec("hold", f"{HERE}:presser", [_ns(at_s) for at_s in self.presses_s]),
            RoleSpec("person", f"{HERE}:person", [_ns(at_s) for at_s in self.resumes_s]),
        ]

    def _second_operator(self):
        chance = self.lies.get("hostile_operator", 0.0)
        if not chance and self.usurps_ns == NEVER_NS:
            return []
        return [RoleSpec("console", f"{HERE}:mallory", (self.usurps_ns, chance))]

    def _wrapped(self, spec, watch):
        wrappers = [(lie, chance) for lie, chance in self.lies.items() if lie.endswith(spec.participant)]
        if spec.participant == "predictor" and self.worlds_s:
            wrappers.insert(0, ("new_worlds", [_ns(at_s) for at_s in self.worlds_s]))
        if spec.participant == "space_segment":
            wrappers.append(("orbit", (called(watch), self.reports, self.resets)))
        for wrapper, extra in wrappers:
            spec = _wrap(spec, wrapper, extra)
        return spec


def _wrap(spec, wrapper, extra):
    return RoleSpec(spec.participant, f"{HERE}:{wrapper}", Wrapped(spec.role, spec.settings, extra))


def draw(seed, always=()):
    """Draw a seed's plan; some troubles may be asked for, and come first."""
    rng = np.random.default_rng([seed, 0])
    plan = Plan(seed=seed, scenario=scenario_of(rng, seed))
    for trouble in always:
        trouble(plan, rng)
    for _ in range(int(rng.integers(2, 6))):
        _choice(rng, TROUBLES)(plan, rng)
    give(plan, np.random.default_rng([seed, 1]))
    return plan


def scenario_of(rng, seed):
    base = load("short_link")
    delay_s = 3.5 if rng.random() < 0.1 else float(rng.uniform(0.4, 1.2))
    start_s = 6.0 * delay_s + 4.0
    link = LinkTable(up_s=delay_s, down_s=delay_s, jitter_s=float(_choice(rng, (0.0, 0.005, 0.03))))
    faults = ()
    kind = _choice(rng, ("plan", "teleop", "both", "both", "onboard_hold", "los", "script_hold"))
    if np.random.default_rng([seed, 2]).random() < ESCAPES:
        kind = "escape"
    if kind == "los":
        closes = start_s + float(rng.uniform(0.0, 10.0))
        link = replace(link, windows_s=((0.0, closes), (closes + float(rng.uniform(1, 4)), 1e6)))
    if kind == "onboard_hold":
        faults = (OnboardHold(at_s=start_s + float(rng.uniform(-2.0, 8.0))),)
    hold_s = float(rng.uniform(0.0, 5.0)) if kind == "script_hold" else None
    return replace(
        base,
        name=f"attack_{kind}",
        duration_s=24.0 + 7.0 * delay_s + (30.0 if kind == "escape" else 0.0),
        start_q_deg=INSIDE_DEG if kind == "escape" else START_DEG,
        link=link,
        acts=_acts(kind, hold_s),
        faults=faults,
    )


def _acts(kind, hold_s):
    """A small plan to above the target, and steering into it and away from it; keys as a file has them."""
    plan = {"plan": {"move": [{"to_deg": OVER_TARGET_DEG}], "hold_at_s": hold_s}}
    down = {"direction": (0.0, 0.0, -1.0), "displacement_m": 0.05, "until": "rolled_back", "for_s": 12.0}
    up = {"direction": (0.0, 0.0, 1.0), "displacement_m": 0.05, "until": "time", "for_s": 2.0}
    teleop = {"teleop": {"stroke": [down, up]}}
    out = {"direction": (0.0, 0.0, 1.0), "displacement_m": 0.05, "until": "time", "for_s": 1.0}
    escape = [{"retreat": {"stroke": [out]}}, {"retreat": {}}, teleop]
    acts = {"plan": [plan], "teleop": [teleop], "escape": escape}.get(kind, [plan, teleop])
    return tuple(msgspec.convert(act, ScriptAct) for act in acts)


def _choice(rng, options):
    return options[int(rng.integers(len(options)))]


def _span(plan, rng, shortest_s, longest_s):
    """When a trouble begins and ends [s]."""
    begin_s = float(rng.uniform(3.0, plan.scenario.duration_s - 5.0))
    return begin_s, begin_s + float(rng.uniform(shortest_s, longest_s))


def _messages(plan, rng):
    """Messages to somebody are lost, late, doubled, damaged, or old ones come again."""
    receiver, kinds = _choice(rng, DISTURBED)
    how = _choice(rng, ("drop", "damage", "double", "replay", "late", "mixed"))
    chance = float(_choice(rng, (0.1, 0.3, 0.6, 1.0)))
    begin_s, end_s = _span(plan, rng, 0.3, 6.0 if chance < 1.0 else 2.0)
    chances = dict.fromkeys(("drop", "double", "replay", "late"), 0.2) if how == "mixed" else {how: chance}
    late_s = float(_choice(rng, (0.05, 0.5, 3.0)))
    plan.faults.append(
        Disturbance(
            participant=receiver, messages=kinds, at_s=begin_s, duration_s=end_s - begin_s, late_s=late_s,
            **chances,
        )
    )  # fmt: skip
    rates = " ".join(f"{name} {rate:g}" for name, rate in chances.items())
    plan.told.append(
        f"{'/'.join(kinds)} to {receiver} {rates} (late {late_s:g} s) {begin_s:.1f}..{end_s:.1f} s"
    )


def verdicts(plan, rng):
    """Verdicts are late, or lost."""
    begin_s, end_s = _span(plan, rng, 0.3, 4.0)
    how, chance = _choice(rng, ("drop", "late")), float(_choice(rng, (0.3, 0.7, 1.0)))
    late_s = float(_choice(rng, (0.3, 0.8, 2.0)))
    lost = LateVerdicts(
        participant="gate", at_s=begin_s, duration_s=end_s - begin_s, late_s=late_s, **{how: chance}
    )
    plan.faults.append(lost)
    plan.told.append(f"verdicts {how} {chance:g} (late {late_s:g} s) {begin_s:.1f}..{end_s:.1f} s")


def pushing(plan, rng):
    """The script's hand does not let go, whatever becomes of what it asks for."""
    begin_s, end_s = _span(plan, rng, 2.0, 15.0)
    fault = KeepsPushing(participant="operator", at_s=begin_s, duration_s=end_s - begin_s)
    plan.scenario = replace(plan.scenario, faults=(*plan.scenario.faults, fault))
    plan.told.append(f"the hand keeps pushing {begin_s:.1f}..{end_s:.1f} s")


def obstacle(plan, rng):
    """The target is measured elsewhere: away, nearer, or where the arm goes."""
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    by_m = tuple(float(_choice(rng, (-0.05, 0.0, 0.02, 0.1, 0.4))) for _ in range(3))
    fault = ObstacleMoves(at_s=at_s, body="target", by_m=by_m)
    plan.scenario = replace(plan.scenario, faults=(*plan.scenario.faults, fault))
    plan.told.append(f"the target is measured at {by_m} from its file at {at_s:.1f} s")


def _death(plan, rng):
    """A role is killed and comes back, now and then without what it had stored."""
    role = _choice(rng, BEFALLEN)
    begin_s, end_s = _span(plan, rng, 0.05, 3.0)
    keeps = role != "gate" or rng.random() < 0.7
    plan.faults.append(_killed(role, begin_s, end_s, keeps_store=keeps))
    plan.told.append(f"{role} dies {begin_s:.2f}..{end_s:.2f} s{'' if keeps else ' and loses its store'}")


def _freeze(plan, rng):
    role = _choice(rng, BEFALLEN)
    begin_s, end_s = _span(plan, rng, 0.05, 4.0)
    plan.faults.append(Frozen(participant=role, at_s=begin_s, duration_s=end_s - begin_s))
    plan.told.append(f"{role} frozen {begin_s:.2f}..{end_s:.2f} s")


def _clock(plan, rng):
    role = _choice(rng, BEFALLEN)
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    by_s = float(_choice(rng, (-3.0, -0.4, -0.1, 0.1, 0.4, 3.0, 60.0)))
    plan.faults.append(Stepped(participant=role, at_s=at_s, step_s=by_s))
    plan.told.append(f"{role}'s clock steps {by_s:g} s at {at_s:.2f} s")


def _store(plan, rng):
    kind, role = _choice(rng, ("refuses", "tears", "slow")), _choice(rng, ("gate", "gate", "recorder"))
    begin_s, end_s = _span(plan, rng, 0.1, 4.0)
    if kind == "slow":
        write_s = float(_choice(rng, (0.02, 0.2, 1.0)))
        fault = SlowStore(participant=role, at_s=begin_s, duration_s=end_s - begin_s, write_s=write_s)
        plan.faults.append(fault)
    else:
        plan.faults.append(_failing(role, begin_s, end_s, kind))
    plan.told.append(f"the {role}'s disk {kind} {begin_s:.2f}..{end_s:.2f} s")


def _killed(role, begin_s, end_s, *, keeps_store=True):
    return Killed(participant=role, at_s=begin_s, duration_s=end_s - begin_s, keeps_store=keeps_store)


def _failing(role, begin_s, end_s, how):
    return FailingStore(participant=role, at_s=begin_s, duration_s=end_s - begin_s, how=how)


def hold(plan, rng):
    """A person presses HOLD; now and then twice, now and then a person resumes afterwards."""
    presses = [float(rng.uniform(2.0, plan.scenario.duration_s - 8.0))]
    if rng.random() < 0.3:
        presses.append(presses[0] + float(rng.uniform(0.01, 5.0)))
    plan.presses_s += presses
    plan.told.append(f"HOLD of a person at {' and '.join(f'{at_s:.2f}' for at_s in presses)} s")
    if rng.random() < 0.5:
        at_s = presses[0] + float(rng.uniform(0.1, 6.0))
        plan.resumes_s.append(at_s)
        plan.told.append(f"a person resumes from {at_s:.2f} s")
        plan.scenario = replace(plan.scenario, duration_s=plan.scenario.duration_s + RESUMED_S)


def hold_and_death(plan, rng):
    """HOLD, and whoever has heard it dies at once and comes back."""
    at_s, role = float(rng.uniform(2.0, plan.scenario.duration_s - 8.0)), _choice(rng, ("gate", "bridge"))
    begin_s = at_s + float(rng.uniform(0.001, 0.6))
    end_s = begin_s + float(rng.uniform(0.02, 0.4))
    plan.presses_s.append(at_s)
    plan.faults.append(_killed(role, begin_s, end_s))
    plan.told.append(f"a person's HOLD at {at_s:.2f} s, {role} dies {begin_s:.2f}..{end_s:.2f} s")


def _torn_and_death(plan, rng):
    """The gate's disk fails, is mended, and the gate dies: what it has stored since must still be there."""
    begin_s, end_s = _span(plan, rng, 0.1, 1.0)
    dies_s = end_s + float(rng.uniform(0.1, 6.0))
    plan.faults.append(_failing("gate", begin_s, end_s, "tears"))
    plan.faults.append(_killed("gate", dies_s, dies_s + 0.2))
    plan.told.append(f"the gate's log tears {begin_s:.2f}..{end_s:.2f} s, the gate dies {dies_s:.2f} s")


def _usurper(plan, rng):
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    plan.usurps_ns = plan.lies["lazy_operator"] = _ns(max(0.5, at_s - 10.0))
    plan.told.append(f"the operator's lease is not renewed, another asks, from {max(0.5, at_s - 10.0):.2f} s")


def _edited_scene(plan, rng):
    """Somebody edits the scene file, and a role that reads it has to start again."""
    role = _choice(rng, ("predictor", "planner", "gate"))
    begin_s, end_s = _span(plan, rng, 0.05, 1.0)
    plan.faults.append(_killed(role, begin_s, end_s))
    plan.edits.add(_ns(end_s))
    plan.told.append(f"the scene file is edited and {role} starts on it at {end_s:.2f} s")


def _reset(plan, rng):
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    plan.resets.append(_ns(at_s))
    plan.told.append(f"the on-board software is reset at {at_s:.2f} s")


def _reports(plan, rng):
    """The spacecraft sends strange reports."""
    kind = _choice(rng, ("future", "past", "joints", "far", "reset"))
    at_s, end_s = _span(plan, rng, 0.05, 1.0)
    plan.reports.append((_ns(at_s), _ns(end_s), kind))
    plan.told.append(f"reports are strange ({kind}) {at_s:.2f}..{end_s:.2f} s")


def joint(plan, rng):
    """A joint of the arm locks, or slips."""
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    kind, name = _choice(rng, (JointLocked, JointSlipping)), f"joint_{int(rng.integers(1, 7))}"
    share = {"follows": float(_choice(rng, (0.0, 0.3, 0.7)))} if kind is JointSlipping else {}
    fault = kind(joint=name, at_s=at_s, **share)
    plan.scenario = replace(plan.scenario, faults=(*plan.scenario.faults, fault))
    plan.told.append(f"{name} has {fault.kind.removeprefix('joint_')} from {at_s:.2f} s on")


def _world(plan, rng):
    at_s, _ = _span(plan, rng, 0.0, 1.0)
    plan.worlds_s.append(at_s)
    plan.told.append(f"another world at {at_s:.2f} s")


def _lies(plan, rng):
    role = _choice(rng, ("hostile_planner", "hostile_predictor", "hostile_operator", "hasty_planner"))
    chance = float(_choice(rng, (0.03, 0.1, 0.3)))
    plan.lies[role] = chance
    plan.told.append(f"{role} {chance:g}")


def _ns(seconds):
    return round(seconds * NS_PER_S)


TROUBLES = (
    *(_messages,) * 5, *(_death,) * 2, *(hold,) * 2, *(_lies,) * 2,
    hold_and_death, _torn_and_death, _freeze, _clock, _store, _usurper, _reports, _world,
    _edited_scene, _reset, joint, verdicts, pushing, obstacle,
)  # fmt: skip
