"""A contact sheet: what the console shows at the instants that matter, of real flights in virtual time.

    python -m tests.ground.console.contact_sheet FOLDER [--size 1280x800] [--scale 2] [--flat] [--only A,B]
    -> FOLDER/pass.png, roll_back.png, hold.png, los.png, end.png; of the hand force.png, tube.png, panel.png,
       goal.png; one for each of `contact_shots.MADE`: a replay, a person's acts, tabs and drawers, modes; and
       sheet.png, which has all of them

    scenario --virtual time, with a console and cameras--> snapshots at the instants --> window --> pictures
    its recording --replay role, after a seek--> console's feed -----------------------> window --> picture

The flights are kept in FOLDER, so another size or scale of them costs only the drawing.  Without `--flat` it
needs an X server for the 3-D view: `xvfb-run -a -s "-screen 0 3300x2100x24" python -m ...`.
"""

import argparse
import os
import pickle  # of this program's own snapshots
from dataclasses import replace
from functools import cache
from math import hypot
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from ground.console.facts.chosen import Chosen
from ground.console.facts.handover import PROCESS_HANDOVER, Handover
from ground.console.facts.settings import consoles
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal, around_of
from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven, run_end
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.drive.factory import load as load_factory
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.health import RunStage
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.ground.console.contact_shots import MADE, SEED, MadeShot, run_of

SLICE_S = 0.25
FELT_N = 5.0


class Shot(NamedTuple):
    """An instant that is looked at."""

    name: str
    scenario: str
    is_reached: object  # whether a snapshot shows what this is about
    after_s: float  # from there to the picture


SHOTS = (
    Shot("pass", "observation_pass", lambda seen: seen.place_ns >= 30 * NS_PER_S, 0.0),
    Shot("roll_back", "observation_pass", lambda seen: explains(seen, "ROLL-BACK"), 0.75),
    Shot("end", "observation_pass", lambda seen: seen.run.script is not None, 1.0),
    Shot("hold", "onboard_hold", lambda seen: explains(seen, "HOLD", "operator_hold"), 1.5),
    Shot("los", "los_mid_plan", lambda seen: not has_window(seen), 6.0),
    Shot("force", "teleop_position", lambda seen: felt(seen) > FELT_N, 1.0),
    Shot("tube", "capture_approach", lambda seen: seen.fixtures.shown and is_led(seen), 15.0),
    Shot("panel", "fixture_around_panel", lambda seen: seen.fixtures.shown and is_led(seen), 15.0),
    Shot("goal", "reach_behind_antenna", lambda seen: is_led(seen), 10.0),
)
SCENARIO_OF = {shot.name: shot.scenario for shot in SHOTS}
SCENARIO_OF |= {name: SCENARIO_OF[made.of] for name, made in MADE.items()}
FLOWN = MadeShot("")  # as a window begins


def felt(seen):
    """The force on the hand [N]."""
    force = seen.hand.force
    return hypot(*force.value.force) if force else 0.0


def is_led(seen):
    """True if the hand leads the arm."""
    gate = seen.authority.gate
    return gate is not None and gate.value.state == State.TELEOP


def has_window(seen):
    """True if no gate tells that its window is closed."""
    gate = seen.authority.gate
    return gate is None or gate.value.has_window


def explains(seen, kind, reason=None):
    """True if a snapshot tells of such a stop."""
    return any(told.words.kind == kind and reason in (None, told.reason) for told in seen.explanations.newest)


def flown(name, folder):
    """Fly a scenario with a console; return the snapshots that its shots ask for, by their names."""
    scenario = load(name)
    run = run_settings(scenario, seed=SEED, run_id=f"{name}-{SEED}")
    recording = folder / f"{name}.mcap"
    recording.unlink(missing_ok=True)
    record = RecordingStore(recording, about_rehearsal(scenario, run, source=name), sync=False)
    facts = Facts.of(run)
    driver = VirtualTime(
        [*roles(scenario, run, cameras=True), consoles(run)[0]],
        seed=SEED,
        observe=facts.on_message,
        stores=lambda role: record if role == "recorder" else MemoryStore(),
    )
    taken, due_s = {}, {}
    shots = [shot for shot in SHOTS if shot.scenario == name]
    while len(taken) < len(shots) and driver.now_ns < scenario.duration_s * NS_PER_S:
        driver.run(until_ns=driver.now_ns + round(SLICE_S * NS_PER_S))
        now_s, seen = driver.now_ns / NS_PER_S, PROCESS_HANDOVER.newest
        for shot in shots:
            if shot.name not in due_s and shot.is_reached(seen):
                due_s[shot.name] = now_s + shot.after_s
            if shot.name not in taken and now_s >= due_s.get(shot.name, np.inf):
                taken[shot.name] = seen
    driver.close()
    record.close()
    if "end" in taken:
        driven = Driven("virtual", SEED, 1.0, [], str(recording))
        taken["end"] = ended(taken["end"], summarise(scenario, run, facts, driven=driven))
    return taken


def ended(seen, summary):
    """A last snapshot with what a supervisor tells after it."""
    stage = RunStage(stage="summing up", elapsed=0.0, processes=(), over_ns=seen.at_ns, event="")
    return replace(seen, run=replace(seen.run, stage=stage, end=run_end(summary)))


def snapshots(folder, names):
    """The snapshots of these shots; each scenario is flown once, and kept."""
    taken = {}
    for scenario in dict.fromkeys(SCENARIO_OF[name] for name in names):
        kept = folder / f"{scenario}.pickle"
        if not kept.exists():
            kept.write_bytes(pickle.dumps(flown(scenario, folder)))
        taken |= pickle.loads(kept.read_bytes())  # noqa: S301 (written above)
    made = {name: MADE[name].change(taken[MADE[name].of], folder) for name in names if name in MADE}
    return {name: {**taken, **made}[name] for name in names}


def draw(taken, options):
    """Draw every snapshot in a window of its own."""
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtWidgets import QApplication

    from ground.console.main_window import MainWindow
    from ground.console.panels.panel_layout import PanelSources
    from ground.console.scene.bodies import read_bodies
    from ground.console.scene.flat_view import FlatView
    from ground.console.scene.opengl import has_opengl, prepare_opengl

    @cache
    def bodies_of(name):
        return read_bodies(run_of(name), around_of(load(name), cameras=True))

    prepare_opengl()
    application = QApplication([])
    width, height = (int(text) for text in options.size.split("x"))
    pictures = []
    for name, seen in taken.items():
        shot = MADE.get(name, FLOWN)
        run = msgspec.structs.replace(run_of(SCENARIO_OF[name]), mode=shot.mode)
        bodies = bodies_of(SCENARIO_OF[name])
        handover = Handover()
        handover.publish(seen)
        is_flat = options.flat or not has_opengl()
        view = (
            FlatView(bodies) if is_flat else load_factory("ground.console.scene.scene_view:SceneView")(bodies)
        )
        window = MainWindow(PanelSources(run, bodies, view, handover, lambda seen=seen: seen.at_ns, Chosen()))
        window.areas.arrange(shot.arrangement)
        window.resize(width, height)
        window.show()
        window._on_arranged()
        for figure in shot.figures:
            window.panels["plots"].on_figure(figure)
        for _ in range(8):
            window.draw()
            application.processEvents()
        pictures.append(window.grab().toImage())
        pictures[-1].save(str(options.folder / f"{name}.png"))
        window.hide()
    lines = (len(pictures) + 1) // 2
    sheet = QImage(pictures[0].width() * 2, pictures[0].height() * lines, QImage.Format.Format_RGB32)
    painter = QPainter(sheet)
    for place, picture in enumerate(pictures):
        painter.drawImage(place % 2 * picture.width(), place // 2 * picture.height(), picture)
    painter.end()
    sheet.save(str(options.folder / "sheet.png"))


def main():
    """Fly what has not been flown, and draw."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--scale", default="1")
    parser.add_argument("--flat", action="store_true", help="the view without OpenGL")
    parser.add_argument("--only", default=",".join(SCENARIO_OF), help="names of pictures")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    os.environ["QT_SCALE_FACTOR"] = options.scale
    if not os.environ.get("DISPLAY"):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    draw(snapshots(options.folder, options.only.split(",")), options)


if __name__ == "__main__":
    main()
