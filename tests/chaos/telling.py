"""What chaos came to, in lines."""

from collections import Counter

import numpy as np

from tests.chaos.bout import PATIENCE_S


def told_run(number, run, fault):
    """Return the lines of one run."""
    clock = f"; {' '.join(fault.split()[1:])}" if fault else ""
    lines = [f"run {number}: {len(run.done)} deeds, audit {run.audit}{clock}, {run.recording}"]
    lines += [f"    {done.deed.name}: {_times(done)}" for done in run.done]
    lines += [f"    FOUND after {done.deed.name}: {text}" for done in run.done for text in done.findings]
    lines += [f"    FOUND {text}" for text in run.findings]
    return "\n".join([*lines, *(f"    not on record: {text}" for text in run.not_proven)])


def _times(done):
    figures = {"HOLD taken": done.hold_s, "all ready": done.ready_s, "armed again": done.armed_s}
    return ", ".join(f"{name} {value:.2f} s" for name, value in figures.items() if value is not None)


def told(runs, every):
    """Return what all runs came to."""
    done = [each for run in runs for each in run.done]
    counts = Counter(each.deed.kind for each in done)
    late = Counter(each.deed.name for each in done if each.armed_s is None)
    found = sum(len(run.findings) for run in runs) + sum(len(each.findings) for each in done)
    audits = Counter(run.audit for run in runs)
    lines = [
        f"{len(done)} of {every} deeds in {len(runs)} runs: "
        + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())),
        "audit: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(audits.items())),
        *(_spread(name, done, of) for name, of in FIGURES.items()),
        f"not armed again within {PATIENCE_S:g} s: {', '.join(sorted(late))}" if late else "",
        f"{found} found",
    ]
    return "\n".join(filter(None, lines))


FIGURES = {
    "HOLD, press to taken": lambda each: each.hold_s,
    "all ready after a kill or stop": lambda each: None if each.deed.kind == "hold" else each.ready_s,
    "armed again after a kill or stop": lambda each: None if each.deed.kind == "hold" else each.armed_s,
}


def _spread(name, done, of):
    values = [value for value in map(of, done) if value is not None]
    if not values:
        return ""
    middle, late = np.percentile(values, [50, 99])
    return f"{name}: {len(values)}, median {middle:.3f} s, 99 % {late:.3f} s, most {max(values):.3f} s"
