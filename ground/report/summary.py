"""The summary of a run: one plain structure for JSON, and the same for people to read.

    scenario, driver, plant{name, dynamics, base (bolted, free-floating or null)}, policy, seed, duration_s,
    speedup, verdict (NOMINAL, NOMINAL WITH FINDINGS, OFF-NOMINAL, ABORTED), rule (that produced it),
    findings[{severity (failure, warning, note), at_s or null, text, reason, cure}],
    ok (null if a person ended the run), ended_by{who, at_s, by, became} or null,
    interventions[{at_s, who, act, by, became}] (by: Ctrl-C or the signal that asked the supervisor, became:
    what became of its HOLD; of a person's act neither),
    expectations[{name, ok, value, limit, skipped, why}],
    steps[{plan, done, failed, unfinished, never_begun}] (of a person's plans),
    commands{STATE: count}, left{unverified, after_bad_verdict} (set-points; by the watermark none),
    joints[{at_s, joint, kind (locked, slipping), q, since_s, told}] (that were recognised to fail),
    rollbacks[{at_s, seq, reason, pair, distance_m, required_m, time_to_contact_s}],
    holds[{at_s, reason}], refusals[{at_s, what, reason, detail}] (plans, and acts of authority; without
    the acts that were taken after waiting), contacts[{at_s, pair}],
    certificates[{plan_id, digest, made_s, armed_s, refused, set_points, clearance_m, pair, nearest_s,
    required_m, method}] (of every plan; armed_s null: never armed),
    clearance{min_truth_m, min_predicted_m, required_m, left_out[] (`ground.report.left_out`)},
    warnings[{at_s, until_s, distance_m, pair}] (least distance meanwhile), warns_m (below which they come),
    range{samples, off_max_m, least_measured_m, least_computed_m, computed_at_s, measured_at_s, cycles_apart}
    (what a range sensor measured beside what is computed for the same instants, and the first of both below
    warns_m) or null,
    force{peak_n, asked_peak_n, left_n (asked at last), felt_share, least_energy_j, delay_s, gain_n_m,
    passive_gain_n_m, stable_gain_n_m, limited{WHY: share}} (of a bilateral hand) or null,
    delay{up_s, down_s, round_trip_mean_s, round_trip_max_s, operator_loop_s},
    telemetry{received, lost, duplicated, implausible, jumps}, images{CAMERA: {received, mended, incomplete,
    skipped}}, rates[{what, role, promised_hz, came_hz, lost, skipped}], cycles{done, late} (gate's) or null,
    processor{ROLE: share of one}, processes[{role, pid, restarts, deaths[]}], lost_records{ROLE: count},
    lan_lost{ROLE: count} (datagrams that a role missed on the station's groups), recording,
    damage (of it, or null)

In virtual time the same run gives the same summary byte for byte but for `speedup`, `processes`, `recording`.
From a recording the same is made again (`ground.rehearsal.summing_up`): there `speedup` is null
in virtual time, and no process has its `pid`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from ground.report import certificates, forces, left_out, ranges, rates, warnings
from ground.report.expectations import judge
from ground.report.facts import Facts
from ground.report.findings import Judged, as_rows, outcome
from ground.report.words import counted, ender, millimetres, seconds, shown
from ground.scenario.scenario import Scenario
from predictor.run_model import read_model
from telemetry.run_settings import RunSettings
from telemetry.settings import FileError

METRES = 6  # digits
SECONDS = 4
SLOW = 10.0  # times real time, below which a digit more is told
BELOW = 21  # column of what stands below a finding


class Driven(NamedTuple):
    """What only the driver of a run knows."""

    driver: str  # virtual or processes
    seed: int
    wall_s: float | None  # that the run took; None: not known
    processes: list[dict[str, Any]]
    recording: str | None
    damage: str = ""  # of the recording: what of it could not be read


def summarise(scenario: Scenario, run: RunSettings, facts: Facts, *, driven: Driven) -> dict[str, Any]:
    """Return the whole summary."""
    has_cameras = any(row["role"] == "image_monitor" for row in driven.processes)
    expectations = judge(scenario.expect, facts, run, has_cameras=has_cameras)
    ended_by = facts.interventions.end(facts.script_done_s)
    judged = Judged(facts, run, expectations, ended_by, driven.processes, scenario.duration_s, driven.damage)
    came_of_it = outcome(judged)
    result, plant = figures(facts, run), scenario.truth.plant
    return {
        "scenario": scenario.name,
        "driver": driven.driver,
        "plant": {"name": plant, "dynamics": plant == "physics", "base": _base(run)},
        "policy": run.commanding.policy,
        "seed": driven.seed,
        "duration_s": result.pop("duration_s"),
        "speedup": None if driven.wall_s is None else _speedup(facts.duration_s, driven.wall_s),
        "verdict": came_of_it.verdict,
        "rule": came_of_it.rule,
        "findings": as_rows(came_of_it.findings),
        "ok": None if ended_by else all(row["ok"] for row in expectations),
        "ended_by": ended_by,
        "interventions": facts.interventions.rows,
        "expectations": expectations,
        **result,
        "processes": driven.processes,
        "recording": driven.recording,
        "damage": driven.damage or None,
    }


def _speedup(duration_s: float, wall_s: float) -> float:
    return round(duration_s / wall_s, 1) if wall_s else 0.0


def _base(run: RunSettings) -> str | None:
    """Return whether the base is bolted or floats; None: a file of the model is no longer what it was."""
    try:
        return "bolted" if read_model(run).robot.platform is None else "free-floating"
    except FileError:
        return None


def figures(facts: Facts, run: RunSettings) -> dict[str, Any]:
    """Return the part of the summary that follows from the facts alone."""
    return {
        "duration_s": round(facts.duration_s, SECONDS),
        "commands": facts.end_states(),
        "left": {
            "unverified": facts.releases.unverified,
            "after_bad_verdict": facts.releases.after_bad_verdict,
        },
        "steps": [msgspec.structs.asdict(went) for went in facts.script.plans] if facts.script else [],
        "joints": facts.joints.rows,
        "fixtures": facts.guides.made,
        "touches": facts.guides.touches,
        "rollbacks": facts.rollbacks,
        "holds": facts.holds,
        "refusals": facts.refusals.rows,
        "certificates": facts.certificates.rows,
        "contacts": facts.contacts,
        "clearance": {
            "min_truth_m": _rounded(facts.least_truth_m, METRES),
            "min_predicted_m": _rounded(facts.least_predicted_m, METRES),
            "required_m": _rounded(run.margins.required_m, METRES),
            "left_out": left_out.rows(run, facts.judged),
        },
        "warnings": facts.warnings.rows,
        "warns_m": _rounded(run.margins.warns_m, METRES),
        "range": _range(facts),
        "force": facts.forces.row(),
        "delay": _delay(facts, run),
        "telemetry": facts.telemetry,
        "images": facts.images,
        "rates": [rate.row() for rate in facts.kept_rates()],
        "cycles": facts.rates.cycles(),
        "processor": facts.rates.processor(),
        "lost_records": facts.lost_records.by_role,
        "lan_lost": facts.lan_lost(),
    }


def _range(facts: Facts) -> dict[str, Any] | None:
    account = facts.ranges.account(facts.seen)
    return None if account is None else account.told()


def _delay(facts: Facts, run: RunSettings) -> dict[str, float | None]:
    trip = facts.round_trip
    mean, beyond_link_s = trip.mean_s, run.commanding.loop_beyond_link_s
    return {
        "up_s": _rounded(trip.up_s, SECONDS),
        "down_s": _rounded(trip.down_s, SECONDS),
        "round_trip_mean_s": _rounded(mean, SECONDS),
        "round_trip_max_s": _rounded(trip.max_s, SECONDS),
        "operator_loop_s": _rounded(None if mean is None else mean + beyond_link_s, SECONDS),
    }


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)


def as_text(summary: dict[str, Any]) -> str:
    """Return the summary for a terminal: verdict first, then what was done, was it safe, what surprised."""
    clearance = summary["clearance"]
    commands = ", ".join(f"{count} {state}" for state, count in summary["commands"].items())
    lines = [
        f"{summary['verdict']}: {summary['scenario']}, {summary['duration_s']:.1f} s of mission"
        f"{_speed(summary['speedup'])} ({_settings(summary)})",
        f"  {summary['rule']}",
        "",
        *_findings(summary["findings"]),
        "",
        *_expectations(summary),
        "",
        f"commands   {commands or 'none'}",
        *_policy(summary),
        f"clearance  {millimetres(clearance['min_truth_m'])} in"
        f" {'physics' if summary['plant']['dynamics'] else 'kinematics'},"
        f" {millimetres(clearance['min_predicted_m'])} predicted,"
        f" {millimetres(clearance['required_m'])} required",
        *left_out.told(clearance["left_out"]),
        *certificates.told(summary["certificates"]),
        *warnings.told(summary["warnings"], required_m=clearance["required_m"], warns_m=summary["warns_m"]),
        *ranges.as_lines(summary["range"]),
        *forces.told(summary["force"]),
        f"delay      {_link(summary['delay'])}",
        f"telemetry  {summary['telemetry']['received']} received, {summary['telemetry']['lost']} lost,"
        f" {summary['telemetry']['implausible']} not believed{_jumped(summary['telemetry']['jumps'])}",
        *rates.as_lines(summary),
        *_deaths(summary["processes"]),
        f"recording  {summary['recording'] or 'none'}",
        *_by_role("not kept", summary["lost_records"]),
        *_by_role("lan lost", summary["lan_lost"]),
    ]
    return "\n".join(lines)


def ended_line(summary: dict[str, Any]) -> str:
    """Return who ended a run, what became of the arm, and where the recording is."""
    ended_by, recording = summary["ended_by"], summary["recording"]
    became = ended_by.get("became") or "nobody resumed"
    where = f"the recording is {recording}" if recording else "there is no recording"
    return f"{ender(ended_by)} ended the run at {ended_by['at_s']:.2f} s: {became}; {where}"


def _jumped(jumps: int) -> str:
    return f", {counted(jumps, 'jump')} of a joint" if jumps else ""


def _link(delay: dict[str, Any]) -> str:
    if delay["round_trip_mean_s"] is None:
        return "round trip not measured"
    return (
        f"round trip {seconds(delay['round_trip_mean_s'])} measured (max"
        f" {seconds(delay['round_trip_max_s'])}), operator's loop {seconds(delay['operator_loop_s'])}"
    )


def _speed(speedup: float | None) -> str:
    """Return how fast the run was; empty where nothing was flown, or it is not known."""
    if not speedup:
        return ""
    return f" at {speedup:.1f}x real time" if speedup < SLOW else f" at {speedup:.0f}x real time"


def _findings(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return two lines for each finding: what and when, and below it why and what to do."""
    lines = []
    for row in rows:
        at = "" if row["at_s"] is None else f"{row['at_s']:.2f} s"
        lines.append(f"  {row['severity']:<7} {at:>9}  {row['text']}")
        lines.append(f"{'':<{BELOW}}{'; '.join(told for told in (row['reason'], row['cure']) if told)}")
    return lines or ["  nothing interrupted the motion"]


def _expectations(summary: dict[str, Any]) -> list[str]:
    """Return one line for each; why one was not met is among the findings."""
    open_or_not = "open" if summary["ended_by"] else "not met"
    return [
        f"  {'skipped':<7}  {row['name']:<22} {row['why']}"
        if row["skipped"]
        else f"  {'ok' if row['ok'] else open_or_not:<7}  {row['name']:<22} {shown(row['value'])}"
        f"  (expected {shown(row['limit'])})"
        for row in summary["expectations"]
    ]


def _settings(summary: dict[str, Any]) -> str:
    plant = summary["plant"]
    told = f"policy {summary['policy']}, seed {summary['seed']}"
    if plant["base"]:
        told += f", base {plant['base']}"
    return told if plant["dynamics"] else f"{told}, plant {plant['name']}: no dynamics"


def _policy(summary: dict[str, Any]) -> list[str]:
    """Return one line about where another policy differed from the watermark, or none."""
    policy, left = summary["policy"], summary["left"]
    if policy == "watermark":
        return []
    return [
        f"{policy:<9}  {left['unverified']} set-points left without a good verdict,"
        f" {left['after_bad_verdict']} after a bad one; by the watermark none"
    ]


def _by_role(what: str, counts: dict[str, int]) -> list[str]:
    """Return one line about what is missing of each role, or none."""
    return [f"{what:<9}  {', '.join(f'{n} of {role}' for role, n in counts.items())}"] if counts else []


def _deaths(processes: list[dict[str, Any]]) -> list[str]:
    """Return one line about the processes that died, or none."""
    died = [
        f"{row['role']} ({', '.join(row['deaths'])}; started again {row['restarts']}x)"
        for row in processes
        if row["deaths"]
    ]
    return [f"died       {', '.join(died)}"] if died else []
