"""`farhand record force`: what a bilateral hand felt, as figures, samples and a picture.

samples{at_s[], sent_m[[x, y, z]], received_m[[x, y, z]], force_n[[x, y, z]], asked_n[[x, y, z]]}
force   as in a run's summary (`ground.report.summary`)
scenario, file, damage (text or null)
"""

from pathlib import Path
from typing import Any

from ground.export.recorded import Recorded
from ground.report.forces import Forces, told
from telemetry.messages.force import HandForce
from telemetry.run_settings import NS_PER_S
from telemetry.settings import FileError

FIGURE = "ground.report.force_figure:force_figure"


def felt(path: Path) -> dict[str, Any]:
    """Return what the hand felt in a recording.

    Raises:
        FileError: it cannot be read, or no hand was bilateral in it.
    """
    recorded, forces = Recorded(path), Forces()
    samples: dict[str, list[Any]] = {
        name: [] for name in ("at_s", "sent_m", "received_m", "force_n", "asked_n")
    }
    for saying in recorded.said():
        message = saying.message
        if isinstance(message, HandForce):
            forces.take(message)
            row = (
                message.at_ns / NS_PER_S,
                message.p_sent,
                message.p_received,
                message.force,
                message.total,
            )
            for column, value in zip(samples.values(), row, strict=True):
                column.append(value)
    if not samples["at_s"]:
        raise FileError(path, "", "holds no force: no hand was bilateral in this run")
    return {
        "scenario": recorded.about.scenario,
        "file": str(path),
        "force": forces.row(),
        "samples": samples,
        "damage": recorded.damage or None,
    }


def felt_lines(result: dict[str, Any]) -> str:
    """Return the lines for people."""
    at_s = result["samples"]["at_s"]
    return "\n".join(
        [
            f"{result['scenario'] or 'unnamed'}: {len(at_s)} forces, {at_s[0]:.1f} s to {at_s[-1]:.1f} s",
            *told(result["force"]),
            f"damage     {result['damage'] or 'none'}",
        ]
    )
