"""Checks of time: clocks, UTC, the time zone, and how punctual ticks are."""

from collections.abc import Iterator

from ground.doctor.host import Host
from ground.doctor.host_findings import Figures, Finding, doubtful, fine, graded, state_of, worst_of, wrong
from ground.doctor.punctuality import LATE_S, Lateness
from telemetry.life.clock import utc_text

COARSEST_S = 1e-6  # step of the monotonic clock
CLOCK_SOURCE = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
SLOW_SOURCES = ("acpi_pm", "hpet", "jiffies", "refined-jiffies", "pit")  # each reading costs microseconds
APART_S, TOO_FAR_APART_S = 1e-4, 1e-2  # two readings of UTC and the monotonic clock, either way
UTC_OFF_S = 0.05  # how far UTC may be off: a fifth of a period
OLDEST_UTC_NS = 1_767_225_600 * 10**9  # 2026-01-01: no host that runs this is older
LATE_SHARE, TOO_LATE_SHARE = 0.005, 0.1  # of ticks, a few seconds of them
WORST_S, TOO_LATE_S = 0.025, 0.125  # half a period late is a hold
US_PER_S, MS_PER_S = 1e6, 1e3
KEEP_UTC = "run chrony or systemd-timesyncd (`timedatectl set-ntp true`): several hosts share UTC alone"
LESS_LOAD = "end other programs, or give this machine more cores: later than half a period is a hold"


def clocks(host: Host) -> Iterator[Finding]:
    """Look at the monotonic clock, and at UTC beside it."""
    step_s = host.monotonic_step_s()
    source = host.system_file(CLOCK_SOURCE)
    found = f"steps of {step_s * 1e9:.0f} ns" + (f", source {source}" if source else "")
    facts: Figures = {"step_s": step_s, "source": source}
    if step_s > COARSEST_S:
        yield wrong("clocks", found, "fly on a system whose clock is finer", item="monotonic", figures=facts)
    elif source in SLOW_SOURCES:
        cure = "boot with `clocksource=tsc` if the processor has a steady one: each reading is slow"
        yield doubtful("clocks", found, cure, item="monotonic", figures=facts)
    else:
        yield fine("clocks", found, item="monotonic", figures=facts)
    yield _both(host)
    yield _utc(host)
    yield _time_zone(host)


def _both(host: Host) -> Finding:
    reading = host.read_both()
    apart_s = reading.uncertainty_ns * 1e-9
    found = f"read together to {apart_s * US_PER_S:.2f} us"
    bad = doubtful("clocks", found, LESS_LOAD, item="UTC and monotonic", figures={"uncertainty_s": apart_s})
    return graded(state_of(apart_s, warning=APART_S, failure=TOO_FAR_APART_S), bad)


def _utc(host: Host) -> Finding:
    now_ns = host.read_both().utc_ns
    now, kept = utc_text(now_ns), host.discipline()
    facts: Figures = {
        "is_kept": None if kept is None else kept.is_kept,
        "greatest_error_s": kept.greatest_error_s if kept is not None and kept.is_kept else None,
    }
    if now_ns < OLDEST_UTC_NS:
        cure = "set the clock, then " + KEEP_UTC
        return wrong("clocks", f"shows {now}, before this software was made", cure, item="UTC", figures=facts)
    if kept is None:
        return doubtful(
            "clocks", f"{now}; the system does not say who keeps it", KEEP_UTC, item="UTC", figures=facts
        )
    if not kept.is_kept:
        return doubtful("clocks", f"{now}; no program keeps it right", KEEP_UTC, item="UTC", figures=facts)
    found = f"{now}, right within {kept.greatest_error_s * MS_PER_S:.1f} ms"
    if kept.greatest_error_s > UTC_OFF_S:
        cure = "wait until its program has settled, or give it a nearer source"
        return doubtful("clocks", found, cure, item="UTC", figures=facts)
    return fine("clocks", found, item="UTC", figures=facts)


def _time_zone(host: Host) -> Finding:
    name, ahead_h = host.time_zone()
    found = f"{name or 'without a name'}, {ahead_h:+g} h; farhand shows UTC everywhere"
    return fine("clocks", found, item="time zone", figures={"name": name, "ahead_h": ahead_h})


def punctuality(host: Host) -> Iterator[Finding]:
    """Tick for some seconds as roles do, and see how late ticks come."""
    yield from map(_punctual, host.lateness())


def _punctual(grid: Lateness) -> Finding:
    share = grid.late / max(grid.ticks, 1)
    found = (
        f"{share:.1%} of {grid.ticks} ticks later than {LATE_S * MS_PER_S:g} ms,"
        f" the worst {grid.worst_s * MS_PER_S:.1f} ms"
    )
    state = worst_of(
        state_of(share, warning=LATE_SHARE, failure=TOO_LATE_SHARE),
        state_of(grid.worst_s, warning=WORST_S, failure=TOO_LATE_S),
        "ok" if grid.ticks else "failure",
    )
    facts: Figures = grid._asdict()
    item = f"every {grid.period_s * MS_PER_S:g} ms"
    return graded(state, doubtful("punctuality", found, LESS_LOAD, item=item, figures=facts))
