"""What the screen is: mode, station and delay in the top row; run, key and windows behind it.

    OPERATE                         OPERATE, REHEARSAL              REHEARSAL       REPLAY
    station north, 7.0 s delay      station north, 7.0 s delay      7.0 s delay     7.0 s delay

A station without keys, to which whoever is on its network can speak, is red and says so.
"""

from ground.console.texts import theme
from telemetry.agreed.keys import UNSEALED_ID, key_text
from telemetry.agreed.participants import CONSOLE
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.life.clock import utc_text
from telemetry.messages.spacecraft import PassReport

OPERATE = theme.MODE_LOOKS["live"].title


def mode_title(run: RunSettings, key_id: int) -> str:
    """Return the mode as it stands in the top row."""
    title = theme.MODE_LOOKS[run.mode].title
    if _is_open(run, key_id):
        return f"{title}, {theme.UNAUTHENTICATED_LOOK.title}"
    is_rehearsed = run.has_passes and run.mode == "rehearsal"
    return f"{OPERATE}, {title}" if is_rehearsed else title


def mode_look(run: RunSettings, key_id: int) -> theme.ModeLook:
    """Return how that is shown."""
    return theme.UNAUTHENTICATED_LOOK if _is_open(run, key_id) else theme.MODE_LOOKS[run.mode]


def mode_note(run: RunSettings, seat: str) -> str:
    """Return what stands below it; `seat`: the role of who sits there."""
    delay = f"{run.link.up_s + run.link.down_s:.1f} s delay"
    station = f"station {run.station}" if run.has_passes else ""
    return ", ".join(filter(None, ["" if seat == CONSOLE else seat.upper(), station, delay]))


def window_title(run: RunSettings, key_id: int) -> str:
    """Return the title of the window."""
    keys = f", {_keys(key_id)}" if run.has_passes else ""
    return f"Farhand: {mode_title(run, key_id)} {run.run_id}{keys}"


def mode_detail(run: RunSettings, key_id: int, *, zero_utc_ns: int | None) -> str:
    """Return what is told of it to who asks: run, configuration, key and contact windows."""
    lines = [f"{run.run_id}, configuration {run.configuration.hex()}", _keys(key_id)]
    if run.has_passes and zero_utc_ns is not None:
        edges = [[zero_utc_ns + round(s * NS_PER_S) for s in window] for window in run.link.windows_s]
        lines += [f"window {utc_text(opens)} to {utc_text(closes)}" for opens, closes in edges]
    return "\n".join(lines)


def pass_words(report: PassReport) -> tuple[str, str] | None:
    """Return value and note of a pass that does not stand; None: it does, or waits for its window."""
    if report.stands or report.state == "waiting":
        return None
    is_asking = report.state == "asking"
    return (
        "NO PASS",
        f"asked {report.trial} of {report.trials}" if is_asking else f"no answer to {report.trials}",
    )


def _is_open(run: RunSettings, key_id: int) -> bool:
    return run.has_passes and key_id == UNSEALED_ID


def _keys(key_id: int) -> str:
    return "no keys" if key_id == UNSEALED_ID else key_text(key_id)
