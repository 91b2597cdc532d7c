"""The summary of a run for people: verdict first, then what was done, was it safe, what surprised."""

from collections.abc import Sequence

from ground.report.facts import (
    certificates,
    clamps,
    forces,
    mount_exclusions,
    proofs,
    ranges,
    rates,
    warnings,
    world_changes,
)
from ground.report.facts.words import count_text, ended_by_text, millimetres, seconds, value_text
from ground.report.findings import RunFinding
from ground.report.pass_figures import PassFigures, PassSummary
from ground.report.run_summary import DelayFigures, Summary
from ground.run.kept.history import EndedBy
from ground.run.processes.process import ProcessRow

SLOW_SPEEDUP = 10.0  # times real time, below which a digit more is told
REASON_COLUMN = 21  # column of what stands below a finding


def as_text(summary: Summary) -> str:
    """Return the summary for a terminal: verdict first, then what was done, was it safe, what surprised."""
    clearance, dynamics = summary.clearance, "physics" if summary.plant.dynamics else "kinematics"
    lines = [
        f"{summary.verdict}: {summary.scenario}, {summary.duration_s:.1f} s of mission"
        f"{_speed(summary.speedup)} ({_settings(summary)})",
        f"  {summary.rule}",
        "",
        *_findings(summary.findings),
        "",
        *_expectations(summary),
        "",
        *_figures(summary, f"{millimetres(clearance.min_truth_m)} in {dynamics}, "),
        *_deaths(summary.processes),
        f"recording  {summary.recording or 'none'}",
        *proofs.as_lines(summary.audit),
        *_by_role("not kept", summary.lost_records),
        *_by_role("lan lost", summary.lan_lost),
    ]
    return "\n".join(lines)


def pass_text(summary: PassSummary) -> str:
    """Return the summary of a pass from its recording."""
    lines = [
        f"{summary.figures.verdict}: {summary.station} was operated for {summary.duration_s:.0f} s",
        *pass_lines(summary.figures),
        *_deaths(summary.processes),
        f"recording  {summary.recording}",
    ]
    return "\n".join(lines)


def pass_lines(figures: PassFigures) -> list[str]:
    """Return what came of a pass against a spacecraft that is elsewhere, of which no truth is known."""
    return [
        f"  {figures.rule}",
        "",
        *_findings(figures.findings),
        "",
        *_figures(figures, ""),
        *proofs.as_lines(figures.audit),
        *_by_role("not kept", figures.lost_records),
        *_by_role("lan lost", figures.lan_lost),
    ]


def _figures(summary: Summary | PassFigures, true_clearance: str) -> list[str]:
    """Return what was measured, of whatever run."""
    clearance = summary.clearance
    commands = ", ".join(f"{count} {state}" for state, count in summary.commands.items())
    return [
        f"commands   {commands or 'none'}",
        *(_policy(summary) if isinstance(summary, Summary) else []),
        f"clearance  {true_clearance}{millimetres(clearance.min_predicted_m)} predicted,"
        f" {millimetres(clearance.required_m)} required",
        *world_changes.as_lines(clearance.world),
        *mount_exclusions.as_lines(clearance.left_out),
        *certificates.as_lines(summary.certificates),
        *warnings.as_lines(summary.warnings, required_m=clearance.required_m, warns_m=summary.warns_m),
        *ranges.as_lines(summary.range),
        *forces.as_lines(summary.force),
        *clamps.as_lines(summary.clamps),
        f"delay      {_link(summary.delay)}",
        f"telemetry  {summary.telemetry.received} received, {summary.telemetry.lost} lost,"
        f" {summary.telemetry.implausible} not believed{_jumped(summary.telemetry.jumps)}",
        *_pictures(summary),
        *rates.as_lines(summary.rates, summary.cycles),
    ]


def ended_line(ended_by: EndedBy, recording: str | None) -> str:
    """Return a line about what ended a run, what became of the arm, and where the recording is."""
    became = ended_by.became or "nobody resumed"
    where = f"the recording is {recording}" if recording else "there is no recording"
    return f"{ended_by_text(ended_by)} ended the run at {ended_by.at_s:.2f} s: {became}; {where}"


def _jumped(jumps: int) -> str:
    return f", {count_text(jumps, 'jump')} of a joint" if jumps else ""


def _link(delay: DelayFigures) -> str:
    if delay.round_trip_mean_s is None:
        return "round trip not measured"
    return (
        f"round trip {seconds(delay.round_trip_mean_s)} measured (max"
        f" {seconds(delay.round_trip_max_s)}), operator's loop {seconds(delay.operator_loop_s)}"
    )


def _speed(speedup: float | None) -> str:
    """Return how fast the run was; empty where nothing was flown, or it is not known."""
    if not speedup:
        return ""
    return f" at {speedup:.1f}x real time" if speedup < SLOW_SPEEDUP else f" at {speedup:.0f}x real time"


def _findings(rows: Sequence[RunFinding]) -> list[str]:
    """Return two lines for each finding: what and when, and below it why and what to do."""
    lines = []
    for row in rows:
        at = "" if row.at_s is None else f"{row.at_s:.2f} s"
        lines.append(f"  {row.severity:<7} {at:>9}  {row.text}")
        lines.append(f"{'':<{REASON_COLUMN}}{'; '.join(text for text in (row.reason, row.cure) if text)}")
    return lines or ["  nothing interrupted the motion"]


def _expectations(summary: Summary) -> list[str]:
    """Return one line for each; why one was not met is among the findings."""
    open_or_not = "open" if summary.ended_by else "not met"
    return [
        f"  {'skipped':<7}  {row.name:<22} {row.why}"
        if row.skipped
        else f"  {'ok' if row.ok else open_or_not:<7}  {row.name:<22} {value_text(row.value)}"
        f"  (expected {value_text(row.limit)})"
        for row in summary.expectations
    ]


def _settings(summary: Summary) -> str:
    plant = summary.plant
    text = f"policy {summary.policy}, seed {summary.seed}"
    if plant.base:
        text += f", base {plant.base}"
    if not summary.coded:
        text += ", messages uncoded"
    return text if plant.dynamics else f"{text}, plant {plant.name}: no dynamics"


def _pictures(summary: Summary | PassFigures) -> list[str]:
    """Return one line about the cameras, or none."""
    text = [
        f"{camera} {count.received} whole ({count.mended} mended), {count.incomplete} incomplete,"
        f" {count.skipped} skipped"
        for camera, count in summary.images.items()
    ]
    return [f"pictures   {'; '.join(text)}"] if text else []


def _policy(summary: Summary) -> list[str]:
    """Return one line about where another policy differed from the watermark, or none."""
    policy, left = summary.policy, summary.left
    if policy == "watermark":
        return []
    return [
        f"{policy:<9}  {left.unverified} set-points left without a good verdict,"
        f" {left.after_bad_verdict} after a bad one; by the watermark none"
    ]


def _by_role(what: str, counts: dict[str, int]) -> list[str]:
    """Return one line about what is missing of each role, or none."""
    return [f"{what:<9}  {', '.join(f'{n} of {role}' for role, n in counts.items())}"] if counts else []


def _deaths(processes: Sequence[ProcessRow]) -> list[str]:
    """Return one line about the processes that died, and one about those of whose end nothing is known."""
    died = [
        f"{row.role} ({', '.join(row.deaths)}; started again {row.restarts}x)"
        for row in processes
        if row.deaths
    ]
    unknown = [row.role for row in processes if not row.is_end_known]
    ends = f"ends       not in the recording, which ended before them: {', '.join(unknown)}"
    return [*([f"died       {', '.join(died)}"] if died else []), *([ends] if unknown else [])]
