"""The result of a campaign as text."""

from collections.abc import Iterator, Sequence

import msgspec

from ground.campaign.flown_seed import FlownSeed
from ground.campaign.minimise import Minimised
from ground.faults.faults import Fault
from ground.report.campaign_result import SPREAD_FIGURES, CampaignResult, FindingRow, SpreadFigure
from ground.report.confidence import Distribution, Share

HOUR_S = 3600.0
HEAD = "                  flights     mean    least       5 %   median (95 % confidence)      95 %     most"


def as_text(result: CampaignResult) -> str:
    """Return the whole result."""
    return "\n".join(
        [
            *_head(result),
            "",
            HEAD,
            *(_figure(figure, figure.of(result)) for figure in SPREAD_FIGURES),
            *_map(result),
            *_findings(result.findings),
            "",
            "worst seeds",
            *(f"  {row.seed:<8} {row.why}\n           {row.command}" for row in result.worst),
            *_faults(result),
            f"coded           {result.coded} flights; {result.compared} were flown both ways, and compared",
            f"software        {'; '.join(result.software) or 'nothing has flown'}",
        ]
    )


def _head(result: CampaignResult) -> Iterator[str]:
    left = result.runs - result.flown
    flown = f"{result.flown} of {result.runs} flights" if left else f"{result.flown} flights"
    lasts, took = duration_text(result.mission_s), duration_text(result.processor_s)
    yield f"{result.scenario}: {flown}, {lasts} of mission by {took} of processor time"
    if left:
        yield f"  {left} did not run, and are no success; the same command flies them"
    yield f"success         {share_text(result.success)}"
    if result.bound is not None:
        yield f"violations      none in {result.flown} flights: fewer than {result.bound:.2g} of all, at 95 %"
    else:
        yield f"violations      {result.violations} seeds"


def duration_text(lasts_s: float) -> str:
    """Return a time in hours, a short one in minutes."""
    return f"{lasts_s / HOUR_S:.2f} h" if lasts_s >= HOUR_S else f"{lasts_s / 60.0:.1f} min"


def share_text(share: Share) -> str:
    """Return a share with its interval."""
    if share.share is None:
        return "no flights"
    interval = f"{100.0 * share.low:.1f} to {100.0 * share.high:.1f} % at 95 %"
    return f"{share.count} of {share.of}, {100.0 * share.share:.1f} % ({interval})"


def _figure(figure: SpreadFigure, spread: Distribution | None) -> str:
    label, scale = figure.label, figure.scale
    if spread is None:
        return f"{label:<20}    0   not measured"
    least, few, median, many, most = (row.value * scale for row in spread.quantiles)
    middle = spread.quantiles[2]
    between = "too few"
    if middle.low is not None and middle.high is not None:
        between = f"{middle.low * scale:.1f} to {middle.high * scale:.1f}"
    return (
        f"{label:<20}{spread.flights:5}{spread.mean * scale:9.1f}{least:9.1f}{few:10.1f}{median:9.1f}"
        f" {f'({between})':<18}{many:9.1f}{most:9.1f}"
    )


def _map(result: CampaignResult) -> Iterator[str]:
    if result.tolerated:
        yield ""
        yield "what the procedure tolerates"
    for each in result.tolerated:
        yield f"  {each.key:<18}{each.least:9.4g} .. {each.most:<9.4g}{share_text(each.success)}"


def _findings(rows: Sequence[FindingRow]) -> Iterator[str]:
    if rows:
        yield ""
        yield "findings"
    for row in rows:
        pair = f" of {' and '.join(row.pair)}" if row.pair else ""
        seeds = "seeds" if row.seeds > 1 else "seed "
        yield f"  {row.kind:<10}{row.seeds:5} {seeds}  {row.rule}{pair}: {row.text}"
        yield f"             first  {row.command}"


def _faults(result: CampaignResult) -> Iterator[str]:
    if result.hits or result.never_hit:
        yield ""
        hits = ", ".join(f"{kind} {count}" for kind, count in result.hits.items())
        yield f"faults hit      {hits or 'none'}"
    if result.never_hit:
        yield f"never hit       {', '.join(result.never_hit)}"


def flight_text(line: FlownSeed) -> str:
    """Return what became of one seed."""
    values = ", ".join(f"{key}={value:.6g}" for key, value in line.values.items()) or "nothing varied"
    clearance = "not measured" if line.clearance_m is None else f"{1000.0 * line.clearance_m:.1f} mm"
    done = "not done" if line.time_on_task_s is None else f"done after {line.time_on_task_s:.2f} s"
    healed = "" if not line.heals or line.rearmed_s is None else f"; armed again after {line.rearmed_s:.2f} s"
    broken, came_of_it = ", ".join(map(str, line.audit.broken)), "success" if line.success else "no success"
    return "\n".join(
        [
            f"seed {line.seed}: {came_of_it}, {line.verdict}, {done}{healed}",
            f"varied     {values}",
            f"faults     {', '.join(line.faults) or 'none'}",
            f"clearance  {clearance}; {line.refusals} refusals, {line.needless_holds} needless holds",
            f"audit      {f'broken: {broken}' if broken else f'{len(line.audit.proven)} invariants hold'}",
            *(f"{each.kind:<10} {each.name}: {each.text}" for each in line.findings),
            f"digest     {line.digest} of {line.decisions} decisions",
        ]
    )


def minimised_text(least: Minimised, command: str) -> str:
    """Return what a seed's finding needs."""
    found = least.finding
    if found is None:
        return f"nothing was found in this seed, which took {least.flights} flight"
    number = len(least.faults)
    needs = f"needs {number} of {number + least.dropped} faults" if number else "needs no fault"
    return "\n".join(
        [
            f"{found.kind} {found.name}: {found.text}",
            f"{needs}, within {least.duration_s:.1f} s of mission; found out by {least.flights} flights",
            *(line for fault in least.faults for line in _as_toml(fault)),
            f"whole   {command}",
        ]
    )


def _as_toml(fault: Fault) -> Iterator[str]:
    """Yield the lines of a scenario file that bring a fault; its numbers and words are written as in JSON."""
    yield "  [[fault]]"
    for key, value in msgspec.to_builtins(fault).items():
        if value is not None:
            yield f"  {key} = {msgspec.json.encode(value).decode()}"
