"""`farhand record figure NAME FILE`: figures of a flight, as the published system shows them."""

from pathlib import Path

from ground.command_list import DONE
from ground.commands.arguments import Arguments
from ground.commands.output import SavedFigure, check_picture, write_figure
from ground.report.facts.forces import Forces, ForceSamples, HandForces
from ground.report.terminal import print_fitted
from ground.run.kept.recorded_run import RecordedRun
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.files.settings import FileError
from telemetry.messages.force import HandForce

FIGURES = {
    "force": "sent and received position of a bilateral hand, and its force (6, 7)",
    "tool-path": "the tool, sent and received (8)",
    "joints": "the joints, sent and received (9)",
    "queue": "the queue's flow, period by period (10)",
    "filled-queue": "the queue around a predicted collision (11)",
    "spring-back": "tool and joint around a predicted collision: shown, sent, received (12)",
}


def figure(arguments: list[str]) -> int:
    """Draw one figure of a recording."""
    options = Arguments("record figure", "Draw a figure of a flight from its recording.")
    what = "; ".join(f"{name}: {summary}" for name, summary in FIGURES.items())
    options.add_argument("name", choices=FIGURES, metavar="NAME", help=what)
    options.add_recording()
    options.add_argument("--out", metavar="PICTURE", help="FILE.png or FILE.svg (default: NAME.png here)")
    given = options.parse_args(arguments)
    picture = given.out or f"{given.name}.png"
    check_picture(picture)
    write_figure(_drawn(given.name, options.recording(given)), picture)
    print_fitted(picture)
    return DONE


def _drawn(name: str, recording: Path) -> SavedFigure:
    from ground.report.figures import flown_figure, hand_force_figure, queue_figure  # matplotlib
    from ground.report.flown_course import read_course

    if name == "force":
        return hand_force_figure.force_figure(read_forces(recording))
    drawers = {
        "tool-path": flown_figure.tool_path_figure,
        "joints": flown_figure.joints_figure,
        "queue": queue_figure.queue_figure,
        "filled-queue": queue_figure.filled_queue_figure,
        "spring-back": flown_figure.spring_back_figure,
    }
    return drawers[name](read_course(recording))


def read_forces(path: Path) -> HandForces:
    """Return what the hand felt in a recording.

    Raises:
        FileError: it cannot be read, or no hand was bilateral in it.
    """
    recorded, forces = RecordedRun(path), Forces()
    found = [each.message for each in recorded.messages() if isinstance(each.message, HandForce)]
    for message in found:
        forces.on_hand_force(message.at_ns / NS_PER_S, message)
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
