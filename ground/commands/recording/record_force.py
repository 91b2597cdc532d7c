"""`farhand record force`: what a bilateral hand felt, as figures, samples and a picture."""

from pathlib import Path

from ground.report.facts.forces import Forces, ForceSamples, HandForces, told
from ground.run.kept.recorded_run import Recorded
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.messages.force import HandForce

FIGURE = "ground.report.figures.hand_force_figure:force_figure"


def felt(path: Path) -> HandForces:
    """Return what the hand felt in a recording.

    Raises:
        FileError: it cannot be read, or no hand was bilateral in it.
    """
    recorded, forces = Recorded(path), Forces()
    found = [saying.message for saying in recorded.said() if isinstance(saying.message, HandForce)]
    for message in found:
        forces.take(message)
    if (figures := forces.row()) is None:
        raise FileError(path, "", "holds no force: no hand was bilateral in this run")
    return HandForces(
        scenario=recorded.about.scenario,
        file=str(path),
        force=figures,
        samples=ForceSamples(
            at_s=[message.at_ns / NS_PER_S for message in found],
            sent_m=[message.p_sent for message in found],
            received_m=[message.p_received for message in found],
            force_n=[message.force for message in found],
            asked_n=[message.total for message in found],
        ),
        damage=recorded.damage or None,
    )


def felt_lines(result: HandForces) -> str:
    """Return the lines for people."""
    at_s = result.samples.at_s
    return "\n".join(
        [
            f"{result.scenario or 'unnamed'}: {len(at_s)} forces, {at_s[0]:.1f} s to {at_s[-1]:.1f} s",
            *told(result.force),
            f"damage     {result.damage or 'none'}",
        ]
    )
