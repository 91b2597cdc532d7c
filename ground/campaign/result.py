"""Work out what a campaign tells from the lines of its folder."""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ground.campaign.campaign_folder import MOST_DEATHS, Campaign, CampaignFolder, WorkerDeath
from ground.campaign.flown_seed import FlownFinding, FlownSeed
from ground.campaign.variations import Variation
from ground.faults.fault_seams import FAULT_KINDS
from ground.report.campaign_result import Bin, CampaignResult, FindingKind, FindingRow, SeedRow
from ground.report.confidence import Distribution, bound_of_none, distribution, share_of

ALL = "all"
BINS = 5  # of each varied range
WORST = 5  # seeds that are named
KILLS, DIFFERS = "kills its worker", "decides otherwise"


def result_of(folder: CampaignFolder) -> CampaignResult:
    """Return what the lines of a folder tell; FileError: it cannot be read."""
    campaign = folder.read()
    return result_of_lines(folder, campaign, counted_lines(folder, campaign))


def result_of_lines(folder: CampaignFolder, campaign: Campaign, lines: Sequence[FlownSeed]) -> CampaignResult:
    """Return the same of lines that are read already."""
    killing = _killing(folder.deaths(), {line.seed for line in lines})
    findings = [*_findings(campaign, lines), *_of_host(campaign, folder, killing)]
    bad = {line.seed for line in lines if line.violations} | {*killing} | {*folder.differing()}
    hits = Counter(kind for line in lines for kind in line.hit)
    return CampaignResult(
        scenario=campaign.scenario,
        runs=campaign.runs,
        flown=len(lines),
        ok=len(lines) == campaign.runs and not bad,
        success=share_of(sum(line.success for line in lines), campaign.runs),
        violations=len(bad),
        bound=None if bad or not lines else bound_of_none(len(lines)),
        time_on_task_s=_spread(line.time_on_task_s for line in lines),
        clearance_m=_spread(line.clearance_m for line in lines),
        refusals=_spread(float(line.refusals) for line in lines),
        needless_holds=_spread(float(line.needless_holds) for line in lines),
        rearmed_s=_spread(line.rearmed_s for line in lines),
        tolerated=tuple(each for vary in campaign.vary for each in _bins(vary, lines)),
        findings=tuple(findings),
        worst=tuple(_worst(campaign, lines)),
        hits={kind: hits[kind] for kind in campaign.kinds if hits[kind]},
        never_hit=tuple(kind for kind in campaign.kinds if not hits[kind]),
        killing=tuple(killing),
        mission_s=round(math.fsum(line.duration_s for line in lines), 3),
        processor_s=round(math.fsum(line.processor_s for line in lines), 3),
        coded=sum(line.coded for line in lines),
        compared=sum(line.compared for line in lines),
        software=tuple(sorted({_software(line) for line in lines})),
    )


def counted_lines(folder: CampaignFolder, campaign: Campaign) -> list[FlownSeed]:
    """Return the flights that count, in the order of their seeds."""
    seeds = campaign.seeds
    return [line for seed, line in sorted(folder.flown().items()) if seed in seeds]


def command_of(campaign: Campaign, seed: int) -> str:
    """Return the command that flies one seed again."""
    vary = "".join(f" --vary {each.text}" for each in campaign.vary)
    kinds = ALL if campaign.kinds == tuple(FAULT_KINDS) else ",".join(campaign.kinds)
    faults = f" --faults {kinds}" if kinds else ""
    plant = "" if campaign.plant == "kinematic" else f" --plant {campaign.plant}"
    return f"farhand campaign {campaign.scenario}{vary}{faults}{plant} --only {seed}"


def _killing(deaths: Iterable[WorkerDeath], flown: set[int]) -> list[int]:
    counts = Counter(death.seed for death in deaths)
    return sorted(seed for seed, count in counts.items() if count >= MOST_DEATHS and seed not in flown)


def _software(line: FlownSeed) -> str:
    origin = line.origin
    return f"{origin.version} ({origin.package}) on {origin.target}"


def _spread(values: Iterable[float | None]) -> Distribution | None:
    return distribution([value for value in values if value is not None])


def _bins(vary: Variation, lines: Sequence[FlownSeed]) -> Iterator[Bin]:
    width = (vary.most - vary.least) / BINS
    for number in range(BINS):
        least = vary.least + number * width
        most = vary.most if number == BINS - 1 else least + width
        of_bin = [
            line
            for line in lines
            if least <= line.values[vary.key] and (line.values[vary.key] < most or number == BINS - 1)
        ]
        success = share_of(sum(line.success for line in of_bin), len(of_bin))
        yield Bin(key=vary.key, least=least, most=most, success=success)


def _findings(campaign: Campaign, lines: Sequence[FlownSeed]) -> Iterator[FindingRow]:
    """Yield each finding once, violations first, then what the most seeds show."""
    of_name: dict[tuple[FindingKind, str, tuple[str, ...]], dict[int, FlownFinding]] = {}
    for line in lines:
        for each in line.findings:
            of_name.setdefault((each.kind, each.rule, each.pair), {}).setdefault(line.seed, each)
    ranked = sorted(of_name.items(), key=lambda item: (item[0][0] != "violation", -len(item[1]), item[0]))
    for (kind, rule, pair), seeds in ranked:
        first = min(seeds)
        yield FindingRow(
            kind=kind,
            rule=rule,
            pair=pair,
            seeds=len(seeds),
            first=first,
            text=seeds[first].text,
            command=command_of(campaign, first),
        )


def _of_host(campaign: Campaign, folder: CampaignFolder, killing: Sequence[int]) -> Iterator[FindingRow]:
    """Yield the seeds that kill, and those that were not the same when they were flown again."""
    how = {death.seed: death.how for death in folder.deaths()}
    rows = [(seed, KILLS, f"its worker died {MOST_DEATHS} times ({how[seed]})") for seed in killing]
    for seed, lines in folder.differing().items():
        workers = " and ".join(sorted({line.worker for line in lines}))
        text = folder.difference(seed) or f"flown by {workers}, its decisions are not the same"
        targets = sorted({line.origin.target for line in lines})
        made_for = f" (kernels are of {' and of '.join(targets)})" if len(targets) > 1 else ""
        rows.append((seed, DIFFERS, f"{text}{made_for}"))
    for seed, rule, text in rows:
        yield FindingRow(
            kind="violation",
            rule=rule,
            pair=(),
            seeds=1,
            first=seed,
            text=text,
            command=command_of(campaign, seed),
        )


def _worst(campaign: Campaign, lines: Sequence[FlownSeed]) -> Iterator[SeedRow]:
    """Yield the worst seeds: with a violation, without success, then those that came nearest."""
    for line in sorted(lines, key=_badness)[:WORST]:
        yield SeedRow(seed=line.seed, why=_why(line), command=command_of(campaign, line.seed))


def _badness(line: FlownSeed) -> tuple[int, bool, int, float, int]:
    clearance = math.inf if line.clearance_m is None else line.clearance_m
    return -len(line.violations), line.success, -line.needless_holds, clearance, line.seed


def _why(line: FlownSeed) -> str:
    if line.findings:
        found = line.violations or line.findings
        more = f", and {len(line.findings) - 1} more" if len(line.findings) > 1 else ""
        return f"{found[0].name}{more}"
    if line.needless_holds:
        return f"{line.needless_holds} needless holds"
    near = "nothing measured" if line.clearance_m is None else f"{1000.0 * line.clearance_m:.0f} mm"
    return f"least clearance {near}"
