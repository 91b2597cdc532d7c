"""What the console's tests share: a run, messages, an application, a window."""

from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from ground.console.facts.chosen import Chosen
from ground.console.facts.console_state import ConsoleState
from ground.console.facts.handover import Handover
from ground.console.facts.snapshot import Snapshot
from ground.console.main_window import MainWindow
from ground.console.panels.panel_layout import PanelSources
from ground.console.panels.panels import PANELS
from ground.console.scene.bodies import Bodies, read_bodies
from ground.console.scene.flat_view import FlatView
from ground.console.scene.opengl import prepare_opengl
from ground.pictures.default_cameras import default_cameras
from ground.scenario.scenario import load, run_settings
from predictor.geometry.shapes import Scene
from telemetry.agreed.participants import CONSOLE
from telemetry.messages.command import BridgeReport, CommandState
from telemetry.messages.joint_state import JointState
from telemetry.messages.link import FollowedTime, LinkStatus, LinkWay
from telemetry.messages.prediction import Ahead, CollisionState, Nearest, PredictedArm
from telemetry.messages.queue import CommandChange, CommandChanges, GateStatus, HoldNotice, RollBack, Verdict
from telemetry.messages.replay import ReplayStatus
from telemetry.messages.spacecraft import Telemetry
from tests.trees import scaled

ROOT = Path(__file__).resolve().parents[3]
S = 1_000_000_000
SPACECRAFT_AHEAD = 12 * S
ZERO = (0.0,) * 6
HOME = (0.0, -1.5707963, -1.5707963, 0.0, 0.0, 0.0)
RUN = run_settings(load("observation_pass"), seed=1, run_id="")
PAIR, OWN_PAIR = ("hand", "target_handrail"), ("hand", "upper_arm")


def application() -> QCoreApplication:
    """The one application of the test process."""
    if QApplication.instance() is None:
        prepare_opengl()
    return QApplication.instance() or QApplication([])


@contextmanager
def desks(kind):
    """Make desks, each with a `window`, that are gone when the test is over."""
    application()
    made = []

    def make(**how):
        made.append(kind(**how))
        return made[-1]

    yield make
    for desk in made:
        desk.window.close()
        gone(desk.window)


class Drawer:
    """A window with an open drawer, and its feed's state."""

    NAME = ""

    def __init__(self):
        self.now_ns = 10 * S
        self.state, self.handover = ConsoleState(RUN), Handover()
        self.window = flat_window(self.handover, lambda: self.now_ns)
        self.panel = self.window.panels[self.NAME.lower()]
        self.window.resize(1600, 1000)
        self.window.show()
        self.window.activateWindow()
        self.window.areas.open_or_close(self.NAME)

    def tell(self, *messages):
        for message in messages:
            self.now_ns += 1
            self.state.on_message(message, self.now_ns)
        self.handover.publish(self.state.snapshot(self.now_ns))
        self.window.draw()
        QApplication.processEvents()
        return self

    def cells(self, title):
        """What stands in a column, from the top."""
        shown = self.panel.model
        column = [column.title for column in shown.columns].index(title)
        return [shown.index(row, column).data().strip() for row in range(shown.rowCount())]


def gone(window):
    """Delete a window at once: one that asks before it closes would go on hearing keys."""
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def gate(state="rest", **changes) -> GateStatus:
    fields = {
        "state": state,
        "has_window": True,
        "epoch": 3,
        "waiting": 3,
        "in_flight": 14,
        "verified_until": 5,
        "last": JointState(q=HOME, qd=ZERO, qdd=ZERO),
        "quiet": False,
        "latched": False,
        "held_by": "",
        "up": 3.5,
        "down": 3.5,
        "round_trip": 7.0,
        "window_closes_ns": 90 * S,
        "window_opens_ns": None,
        "ended_by": "",
        "rolled_back": False,
        "time_step": None,
    }
    return GateStatus(**fields | changes)


def link(state="ok", round_trip=7.0, **changes) -> LinkStatus:
    """The bridge's word of a link of so long a round trip; the spacecraft's clock is 12 s ahead."""
    clock = SPACECRAFT_AHEAD / S
    trip, ahead = (
        FollowedTime(value=value, uncertainty=0.002, drift=5e-5, drift_uncertainty=4e-6, age=0.0)
        for value in (round_trip, clock)
    )
    why = "" if state == "ok" else "no_window" if state == "out of window" else "no_report"
    usual = {"state": state, "reason": why, "delay": round_trip / 2}
    up = LinkWay(**usual, age=7.1, rate=4.0, packets=212, lost=3)
    down = LinkWay(**usual, age=0.1, rate=10.0, packets=565, lost=1, late=2, duplicated=1)
    fields = {"state": state, "up": up, "down": down, "round_trip": trip, "clock": ahead}
    return LinkStatus(**fields | changes)


def telemetry(sampled_ns, q=HOME, **changes) -> Telemetry:
    """A report sampled at a ground time; the spacecraft's clock is 12 s ahead."""
    fields = {
        "sampled_ns": sampled_ns + SPACECRAFT_AHEAD,
        "mode": "moving",
        "q": q,
        "qd": ZERO,
        "currents": ZERO,
        "temperatures": (293.0,) * 6,
        "brakes_on": False,
        "locked": (False,) * 6,
        "gripper": 0.0,
        "quat_world_base": (1.0, 0.0, 0.0, 0.0),
        "p_world_base": (0.0, 0.0, 0.0),
        "rate_base": (0.0, 0.0, 0.0),
        "buffer": 0,
        "epoch": 3,
        "accepted": 1,
        "accepted_at_ns": 0,
        "executed_epoch": 3,
        "executed": 1,
        "refused_epoch": 0,
        "refused": 0,
        "refusal": "",
        "latched": False,
        "latch_reason": "",
        "hold_q": q,
    }
    return Telemetry(**fields | changes)


def arm(at_ns, q_commanded=HOME, q_seen=HOME, clearance=0.0648) -> PredictedArm:
    return PredictedArm(
        at_ns=at_ns,
        q_commanded=q_commanded,
        q_now=q_commanded,
        q_seen=q_seen,
        seen_age=3.5,
        residual=0.01,
        required=RUN.margins.required_m,
        scene=Nearest(distance=clearance, pair=PAIR),
        itself=Nearest(distance=0.212, pair=OWN_PAIR),
    )


def collisions(at_ns, level="clear", left_s=None, at_least=0.0589, clearance=0.0713) -> CollisionState:
    return CollisionState(
        at_ns=at_ns,
        world=1,
        level=level,
        required=RUN.margins.required_m,
        scene=Nearest(distance=clearance, pair=PAIR),
        itself=Nearest(distance=0.212, pair=OWN_PAIR),
        uncertainty=None if at_least is None else 0.0124,
        at_least=at_least,
        ahead=Ahead(nearest=Nearest(distance=0.01, pair=PAIR), side="scene", time_to_contact=left_s),
        skipped=0,
    )


def roll_back() -> RollBack:
    return RollBack(
        epoch=4,
        seq=23,
        reason="too_close",
        pair=PAIR,
        distance=0.0286,
        required=RUN.margins.required_m,
        time_to_contact=0.7,
        cancelled=4,
        rest_q=HOME,
    )


def verdict(ok=True, seq=1, clearance=0.2, epoch=3) -> Verdict:
    return Verdict(
        epoch=epoch,
        seq=seq,
        chain=b"",
        world=1,
        configuration=b"",
        ok=ok,
        reason="" if ok else "too_close",
        clearance=clearance,
        required=RUN.margins.required_m,
        pair=PAIR,
        time_to_contact=None,
        scene=Nearest(distance=clearance, pair=PAIR),
        itself=None,
    )


def change(state, seq=1, kind="motion", epoch=3, reason="", **told) -> CommandChanges:
    """One step of one command."""
    step = CommandChange(kind=kind, epoch=epoch, seq=seq, state=state, reason=reason, **told)
    return CommandChanges(changes=(step,))


def hold_notice(epoch=4, reason="operator_hold") -> HoldNotice:
    return HoldNotice(epoch=epoch, reason=reason, detail="", rest_q=None)


def bridge(received=99, lost=1) -> BridgeReport:
    return BridgeReport(
        is_open=True,
        reason="",
        epoch=0,
        seq=0,
        state=CommandState.AT_STATION,
        tm_received=received,
        tm_lost=lost,
        tm_duplicated=0,
        tm_implausible=0,
        hold=None,
    )


def replayed(snapshot: Snapshot, *, at_s: float, **changes) -> Snapshot:
    """The same snapshot as a replay shows it, at a place of a recording of 90 s; it was told just now."""
    fields = {"duration": 90.0, "speed": 1.0, "playing": True, "sent": 4, "done": False, "detail": ""}
    status = ReplayStatus(**{"at": at_s, "loop": None} | fields | changes)
    replay = snapshot.replay.on_message(status, snapshot.at_ns)
    return replace(snapshot, replay=replay, place_ns=round(at_s * S))


def flat_window(
    handover: Handover, clock, run=RUN, panels=PANELS, *, seat=CONSOLE, zero_utc_ns=lambda: None
) -> MainWindow:
    """A window without OpenGL."""
    application()
    bodies = read_bodies(run)
    sources = PanelSources(run, bodies, FlatView(bodies), handover, clock, Chosen(), seat, zero_utc_ns)
    return MainWindow(sources, panels=panels)


def of_size(factor: float) -> Bodies:
    """The bodies of the run, all lengths times a factor."""
    usual = read_bodies(RUN)
    scene = Scene(name="", boxes=usual.scene.boxes, capsules=usual.scene.capsules, bodies=())
    robot, scene = scaled(usual.robot, scene, factor)
    cameras = default_cameras(robot, scene)
    return Bodies(robot=robot, scene=scene, cameras=cameras)


def pixels(image: QImage) -> np.ndarray:
    """All pixels of a picture as rows of red, green, blue."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(-1, 3).astype(float)


def near_pixels(image: QImage, colour: QColor) -> int:
    """How many pixels have almost this colour."""
    return int(np.count_nonzero(np.abs(pixels(image) - colour.getRgb()[:3]).sum(axis=1) < 30))
