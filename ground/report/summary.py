"""The summary of a run: one plain structure for JSON, and the same for people to read.

    scenario, driver, plant{name, dynamics}, policy, seed, duration_s, speedup,
    ok (null if a person ended the run), ended_by{who, at_s} or null, interventions[{at_s, who, act}],
    expectations[{name, ok, value, limit, skipped}],
    commands{STATE: count}, left{unverified, after_bad_verdict} (set-points; by the watermark none),
    rollbacks[{at_s, seq, reason, pair, distance_m, time_to_contact_s}],
    holds[{at_s, reason}], refusals[{at_s, what, reason, detail}] (plans, and acts of authority; without
    the acts that were taken after waiting), contacts[{at_s, pair}], clearance{min_truth_m, min_predicted_m},
    delay{up_s, down_s, round_trip_mean_s, round_trip_max_s, operator_loop_s},
    telemetry{received, lost, duplicated, implausible}, images{CAMERA: {received, incomplete}},
    processes[{role, pid, restarts, deaths[]}], lost_records{ROLE: count},
    lan_lost{ROLE: count} (datagrams of telemetry and commands that a role missed on the station's groups),
    recording

In virtual time the same run gives the same summary byte for byte, but for `speedup`, `processes` and
`recording`.
"""

from typing import Any, NamedTuple

from ground.report.expectations import judge
from ground.report.facts import Facts
from ground.run.locks import SUPERVISOR
from ground.scenario import Scenario
from telemetry.reasons import Reason, line
from telemetry.run_settings import RunSettings

METRES = 6  # digits
SECONDS = 4


class Driven(NamedTuple):
    """What only the driver of a run knows."""

    driver: str  # virtual or processes
    seed: int
    wall_s: float  # that the run took
    processes: list[dict[str, Any]]
    recording: str | None


def summarise(scenario: Scenario, run: RunSettings, facts: Facts, *, driven: Driven) -> dict[str, Any]:
    """Return the whole summary."""
    expectations = judge(scenario.expect, facts, run)
    ended_by = facts.interventions.end(facts.script_done_s)
    result = figures(facts, run)
    return {
        "scenario": scenario.name,
        "driver": driven.driver,
        "plant": {"name": scenario.truth.plant, "dynamics": scenario.truth.plant == "physics"},
        "policy": run.commanding.policy,
        "seed": driven.seed,
        "duration_s": result.pop("duration_s"),
        "speedup": round(facts.duration_s / driven.wall_s, 1) if driven.wall_s else 0.0,
        "ok": None if ended_by else all(row["ok"] for row in expectations),
        "ended_by": ended_by,
        "interventions": facts.interventions.rows,
        "expectations": expectations,
        **result,
        "processes": driven.processes,
        "recording": driven.recording,
    }


def figures(facts: Facts, run: RunSettings) -> dict[str, Any]:
    """Return the part of the summary that follows from the facts alone."""
    return {
        "duration_s": round(facts.duration_s, SECONDS),
        "commands": facts.end_states(),
        "left": {
            "unverified": facts.releases.unverified,
            "after_bad_verdict": facts.releases.after_bad_verdict,
        },
        "rollbacks": facts.rollbacks,
        "holds": facts.holds,
        "refusals": facts.refusals.rows,
        "contacts": facts.contacts,
        "clearance": {
            "min_truth_m": _rounded(facts.least_truth_m, METRES),
            "min_predicted_m": _rounded(facts.least_predicted_m, METRES),
        },
        "delay": _delay(facts, run),
        "telemetry": facts.telemetry,
        "images": facts.images,
        "lost_records": facts.lost_records.by_role,
        "lan_lost": facts.lan_lost(),
    }


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
    lines = [
        f"{_verdict(summary)}: {summary['scenario']}, {summary['duration_s']:.1f} s of mission at"
        f" {summary['speedup']:.0f}x real time ({_settings(summary)})",
        "",
    ]
    for row in summary["expectations"]:
        mark = "skip" if row["skipped"] else "ok" if row["ok"] else "open" if summary["ended_by"] else "FAIL"
        lines.append(
            f"  {mark:<4}  {row['name']:<22} {_shown(row['value'])}  (expected {_shown(row['limit'])})"
        )
    lines += ["", *_events(summary), ""]
    delay, clearance = summary["delay"], summary["clearance"]
    lines += [
        f"commands   {', '.join(f'{count} {state}' for state, count in summary['commands'].items())}",
        *_policy(summary),
        f"clearance  {_millimetres(clearance['min_truth_m'])} in"
        f" {'physics' if summary['plant']['dynamics'] else 'kinematics'},"
        f" {_millimetres(clearance['min_predicted_m'])} predicted",
        f"delay      round trip {_seconds(delay['round_trip_mean_s'])} measured (max"
        f" {_seconds(delay['round_trip_max_s'])}), operator's loop {_seconds(delay['operator_loop_s'])}",
        f"telemetry  {summary['telemetry']['received']} received, {summary['telemetry']['lost']} lost,"
        f" {summary['telemetry']['implausible']} not believed",
        *_pictures(summary["images"]),
        *_deaths(summary["processes"]),
        f"recording  {summary['recording']}",
        *_by_role("not kept", summary["lost_records"]),
        *_by_role("lan lost", summary["lan_lost"]),
    ]
    return "\n".join(lines)


def _verdict(summary: dict[str, Any]) -> str:
    ended_by = summary["ended_by"]
    if ended_by:
        return f"ENDED by HOLD of {_named(ended_by['who'])} at {ended_by['at_s']:.2f} s"
    return "OK" if summary["ok"] else "NOT OK"


def _settings(summary: dict[str, Any]) -> str:
    plant = summary["plant"]
    told = f"policy {summary['policy']}, seed {summary['seed']}"
    return told if plant["dynamics"] else f"{told}, plant {plant['name']}: no dynamics"


def _named(who: str) -> str:
    return f"{who} (Ctrl-C)" if who == SUPERVISOR else who


def _events(summary: dict[str, Any]) -> list[str]:
    """Return what interrupted the motion or kept it from beginning, in order of time."""
    events = [
        (
            back["at_s"],
            f"rolled back: {' and '.join(back['pair'])} would come to {_millimetres(back['distance_m'])}",
        )
        for back in summary["rollbacks"]
    ]
    events += [(hold["at_s"], f"hold: {_told(hold['reason'])}") for hold in summary["holds"]]
    events += [(row["at_s"], f"refused: {_refusal(row)}") for row in summary["refusals"]]
    events += [(row["at_s"], f"{row['act']} of {_named(row['who'])}") for row in summary["interventions"]]
    events += [(touch["at_s"], f"CONTACT: {' and '.join(touch['pair'])}") for touch in summary["contacts"]]
    return [f"  {at_s:7.2f} s  {text}" for at_s, text in sorted(events)] or [
        "  nothing interrupted the motion"
    ]


def _policy(summary: dict[str, Any]) -> list[str]:
    """Return one line about where another policy differed from the watermark, or none."""
    policy, left = summary["policy"], summary["left"]
    if policy == "watermark":
        return []
    return [
        f"{policy:<9}  {left['unverified']} set-points left without a good verdict,"
        f" {left['after_bad_verdict']} after a bad one; by the watermark none"
    ]


def _pictures(images: dict[str, dict[str, int]]) -> list[str]:
    """Return one line about the cameras, or none."""
    told = [
        f"{camera} {count['received']} whole, {count['incomplete']} incomplete"
        for camera, count in images.items()
    ]
    return [f"pictures   {'; '.join(told)}"] if told else []


def _by_role(what: str, counts: dict[str, int]) -> list[str]:
    """Return one line about what is missing of each role, or none."""
    told = ", ".join(f"{count} of {role}" for role, count in counts.items())
    return [f"{what:<9}  {told}"] if told else []


def _deaths(processes: list[dict[str, Any]]) -> list[str]:
    """Return one line about the processes that died, or none."""
    died = [
        f"{row['role']} ({', '.join(row['deaths'])}; started again {row['restarts']}x)"
        for row in processes
        if row["deaths"]
    ]
    return [f"died       {', '.join(died)}"] if died else []


def _told(reason: str) -> str:
    return line(Reason(reason)) if reason in set(Reason) else reason


def _refusal(row: dict[str, Any]) -> str:
    """Return what was refused, why, and the figures if there are any."""
    figures = f" ({row['detail']})" if row["detail"] else ""
    return f"{row['what']}: {_told(row['reason'])}{figures}"


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_shown(item) for item in value) + "]"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _millimetres(value: float | None) -> str:
    return "no data" if value is None else f"{value * 1e3:.0f} mm"


def _seconds(value: float | None) -> str:
    return "no data" if value is None else f"{value:.2f} s"
