"""A contact sheet: what the console shows at the instants that matter, of real flights in virtual time.

    python -m tests.ground.console.contact_sheet FOLDER [--size 1280x800] [--scale 2] [--flat] [--only A,B]
    -> FOLDER/pass.png, roll_back.png, hold.png, los.png, end.png, seek.png; of the hand force.png, tube.png,
       panel.png, goal.png; with a person's acts los_hold.png (HOLD in LOS), person.png (a plan refused),
       device.png (a device has the handle, another was sent away); and sheet.png, which has all of them

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
from ground.console.facts.hold_facts import HoldFacts, HoldPress
from ground.console.facts.settings import consoles
from ground.console.replay.replay_feed import ReplayFeed
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.person.pilot_state import PendingAct, PilotState
from ground.operator.procedure import PartRow
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal, around_of
from ground.rehearsal.summing_up import summarise
from ground.report.facts.facts import Facts
from ground.report.run_summary import Driven, run_end
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.authority import State
from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings
from telemetry.drive.factory import load as load_factory
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.contract import Send, WorkDone
from telemetry.messages.command import HoldCommand
from telemetry.messages.handle import HandleStatus
from telemetry.messages.health import RunStage
from telemetry.recording.playback import Playback
from telemetry.recording.replay_role import Replay
from telemetry.recording.writing.mcap_file import RecordingStore

SLICE_S = 0.25
SEED = 1
FELT_N = 5.0
OFFERED = OfferedPlan("plan 1", (PartRow("1-3", "joint move, joint move, line", "to do", ""),), "plan 1-3")
SEEK_FROM = "roll_back"
AWAY = "gamepad is the second device; virtuose 6d has the handle"


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
ACTED = {"seek": SEEK_FROM, "los_hold": "los", "person": "pass", "device": "goal"}  # made of which shot
SCENARIO_OF = {shot.name: shot.scenario for shot in SHOTS}
SCENARIO_OF |= {name: SCENARIO_OF[made_of] for name, made_of in ACTED.items()}


@cache
def run_of(name):
    """The run of a scenario."""
    return run_settings(load(name), seed=SEED, run_id="contact-sheet")


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
    return any(told.kind == kind and reason in (None, told.reason) for told in seen.explanations.newest)


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


def sought(recording, at_ns):
    """Play a recording from an instant, as after a seek; return what its screen then shows."""
    film = Playback(recording)
    run = msgspec.structs.replace(run_of(recording.stem), mode="replay")
    told = ReplaySettings(recording=str(recording), run_id=run.run_id, from_s=at_ns / NS_PER_S)
    replay = Replay(film, told)
    handover = Handover()
    feed = ReplayFeed(run, handover, recording=str(recording))
    (work,) = feed.tick(0)
    feed.receive(WorkDone(work.name, work.function(*work.arguments)), "", 0)
    now_ns = 0
    while now_ns < NS_PER_S // 5:
        for effect in replay.tick(now_ns):
            if isinstance(effect, Send):
                feed.receive(effect.message, "replay", now_ns)
        now_ns = max(replay.due_ns, now_ns + 1)
    feed.tick(now_ns)
    return handover.newest


def snapshots(folder, names):
    """The snapshots of these shots; each scenario is flown once, and kept."""
    taken = {}
    for scenario in dict.fromkeys(SCENARIO_OF[name] for name in names):
        kept = folder / f"{scenario}.pickle"
        if not kept.exists():
            kept.write_bytes(pickle.dumps(flown(scenario, folder)))
        taken |= pickle.loads(kept.read_bytes())  # noqa: S301 (written above)
    makers = {"seek": after_seek, "los_hold": held_in_los, "person": refused_plan, "device": by_device}
    made = {name: makers[name](taken[ACTED[name]], folder) for name in names if name in ACTED}
    return {name: {**taken, **made}[name] for name in names}


def after_seek(roll_back, folder):
    """The recording, some time after a roll-back."""
    return sought(folder / "observation_pass.mcap", roll_back.at_ns + 3 * NS_PER_S)


def held_in_los(los, folder):
    """A loss of signal, with a person who has pressed HOLD."""
    command = HoldCommand(actor="console", pressed_ns=0, nonce=1)
    opens_ns = los.authority.gate.value.window_opens_ns
    press = HoldPress(command=command, at_ns=los.at_ns, leaves_ns=opens_ns, taken_by=("bridge",))
    return replace(los, hold=HoldFacts(press=press))


def refused_plan(flown, folder):
    """A pass, with a person whose plan was refused."""
    refused = PendingAct("plan", "", "a limit of a joint: plan another way", flown.at_ns)
    return replace(flown, pilot=flying(offers=(OFFERED,), plan=flown.plan.ready, pending=refused))


def by_device(goal, folder):
    """A hand on its way to a goal, with a person at a device while another one was sent away."""
    told = HandleStatus(
        holder="console",
        device="virtuose 6d",
        rate=500.0,
        is_pressed=True,
        counts=True,
        age=0.012,
        refused="gamepad",
        why=AWAY,
        refused_ns=goal.at_ns - 3 * NS_PER_S,
    )
    return replace(goal, pilot=flying(), hand=goal.hand.on_message(told, goal.at_ns))


def flying(offers=(), plan=None, pending=None):
    """What a person at the window has come to."""
    return PilotState(
        holds_lease=True, keeps_lease=True, offers=offers, plan=plan, pending=pending, flies=True
    )


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
        run = msgspec.structs.replace(
            run_of(SCENARIO_OF[name]), mode="replay" if seen.is_replay else "rehearsal"
        )
        bodies = bodies_of(SCENARIO_OF[name])
        handover = Handover()
        handover.publish(seen)
        is_flat = options.flat or not has_opengl()
        view = (
            FlatView(bodies) if is_flat else load_factory("ground.console.scene.scene_view:SceneView")(bodies)
        )
        window = MainWindow(PanelSources(run, bodies, view, handover, lambda seen=seen: seen.at_ns, Chosen()))
        window.resize(width, height)
        window.show()
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
