"""An operator's pass at the real window, by mouse and keys, without a plan of the scenario, in virtual time.

A goal typed, previewed, armed, flown; jogged; a ghost pulled, HOLD, RESUME, the rest planned and flown;
steered through a tube, refused, led out; a joint locks, what is left is planned anew; home; replayed.
"""

import msgspec
import numpy as np
import pytest

pytest.importorskip("PySide6.QtWidgets", exc_type=ImportError)

from PySide6.QtCore import QPointF, Qt
from window_person import RealWindow, at_window

from ground.console.facts.settings import ConsoleSettings
from ground.console.replay.replay_feed import ReplayFeed
from ground.faults.space_faults import JointLocked
from ground.rehearsal.roles import for_person, roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.report.facts.facts import Facts
from ground.scenario.scenario import run_settings
from predictor.model.kinematics import tool_pose
from predictor.run_model import read_model
from telemetry.agreed.run_settings import NS_PER_S as S
from telemetry.agreed.run_settings import ReplaySettings
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.life.contract import Send
from telemetry.recording.playback import Playback
from telemetry.recording.replay_role import Replay
from telemetry.recording.writing.mcap_file import RecordingStore
from tests.short_flights import steered_into_the_target

pytestmark = [pytest.mark.gl, pytest.mark.long]
LOCKS = JointLocked(joint="joint_1", at_deg=12.0)
KEY = Qt.Key
TEN_MM, A_TENTH_MM, A_MICRON = 0.010, 1e-4, 1e-6


class WindowPass:
    """One pass, what each act came to, and what was seen."""

    def __init__(self, procedure, record):
        scenario = for_person(steered_into_the_target(faults=(LOCKS,)))
        self.run, self.came, self.record = run_settings(scenario, seed=1, run_id="test"), {}, record
        self.robot, self.facts = read_model(self.run).robot, Facts.of(self.run, "console")
        settings = ConsoleSettings(run=self.run, flies=True, plans=str(record.parent / "plans"))
        store = RecordingStore(record, about_rehearsal(scenario, self.run), sync=False)
        self.driver = VirtualTime(
            [*roles(scenario, self.run, operator="person"), at_window(settings)],
            seed=1,
            observe=self.facts.on_message,
            stores=lambda role: store if role == "recorder" else MemoryStore(),
        )
        self.window = self.driver.role("console").window
        self.driver.role("console").steps = procedure(self.window, self.came, self.tool)
        self.driver.run(until_ns=150 * S, finished=lambda: self.facts.script is not None)
        self.driver.run(until_ns=self.driver.now_ns + S)
        self.driver.close()
        store.close()

    def tool(self, window):
        return tool_pose(self.robot, window.snapshot.authority.gate.value.last.q)


def planned(window, came, name, *, by_mouse=False):
    """Have what the form says planned, watch it, arm it, and wait until it is flown or interrupted."""
    came[f"{name}: plan"] = yield from window.act("plan", by_mouse=by_mouse)
    window.draw()
    came[f"{name}: answer"] = window.answer
    window.key(KEY.Key_F9)
    came[f"{name}: watched"] = window.main.panels["scene"].view.look.watched
    yield from armed(window, came, name, by_mouse=by_mouse)


def armed(window, came, name, *, by_mouse=False):
    came[f"{name}: arm"] = yield from window.act("arm plan", by_mouse=by_mouse)
    yield from window.until(lambda: window.state == "plan")


def flown(window):
    yield from window.until(lambda: window.pilot.motion.state in ("flown", "interrupted"))
    window.draw()


def begun(window, came, tool):
    came["lease"] = yield from window.act("lease")
    came["resume"] = yield from window.act("resume")
    yield from window.pause(1.5)


def typed(window, came, tool):
    """A goal by numbers."""
    p = tool(window)[:3, 3] + np.array([0.0, 0.04, 0.06])
    window.letter("L")
    window.types(y=f"{p[1] * 1e3:.1f}", z=f"{p[2] * 1e3:.1f} mm")
    came["typed: goal"] = p
    yield from planned(window, came, "typed")
    yield from flown(window)
    came["typed: there"] = tool(window)[:3, 3]


def jogged(window, came, tool):
    """One step of the pad's keys."""
    came["jog: before"] = tool(window)[:3, 3]
    window.letter("O")
    window.form.pad.setFocus(Qt.FocusReason.TabFocusReason)
    window.key(KEY.Key_PageUp)
    yield from window._done()
    yield from armed(window, came, "jog")
    yield from flown(window)
    came["jog: after"] = tool(window)[:3, 3]


def pulled(window, came, tool):
    """A ghost by the mouse; HOLD on the way, RESUME, and what is left."""
    window.letter("L")
    window.letter("G")
    window.pull("z", QPointF(0.0, -40.0))
    came["pulled: goal"] = window.main.panels["scene"].view.look.ghost.p
    yield from planned(window, came, "pulled", by_mouse=True)
    yield from window.pause(1.0)
    window.key(KEY.Key_Escape)
    yield from window.until(lambda: window.state == "held")
    came["pulled: interrupted"] = window.pilot.motion.state
    came["HOLD"] = window.snapshot.hold.press is not None
    yield from window.pause(2.0)
    came["RESUME"] = yield from window.act("resume")
    yield from window.pause(1.5)
    yield from planned(window, came, "rest")
    yield from flown(window)
    came["pulled: there"] = tool(window)[:3, 3]


def tube(window, came, tool):
    """A tube by two points, and the hand that is led through it."""
    begin = tool(window)[:3, 3]
    end = begin + np.array([0.0, 0.0, 0.06])
    window.letter("T")
    places = {f"{name}_{axis}": f"{p[k] * 1e3:.1f}" for name, p in (("A", begin), ("B", end))
              for k, axis in enumerate("xyz")}  # fmt: skip
    window.types(**places, radius="30")
    came["tube: plan"] = yield from window.act("plan")
    yield from window.until(lambda: window.snapshot.fixtures.shown)
    came["tube: shown"] = [shown.fixture.kind for shown in window.snapshot.fixtures.shown]
    window.key(KEY.Key_3, Qt.KeyboardModifier.AltModifier)
    window.hold(KEY.Key_Space, down=True)
    came["hand"] = yield from window.act("arm hand")
    yield from window.until(lambda: window.state == "teleop")
    window.hold(KEY.Key_W, down=True)
    yield from window.until(lambda: tool(window)[2, 3] > end[2] - 0.02)
    window.hold(KEY.Key_W, down=False)
    came["tube: end"], came["tube: there"] = end, tool(window)[:3, 3]


def refused(window, came, tool):
    """Down into the target until the gate refuses; then the way out by its key."""
    window.hold(KEY.Key_S, down=True)
    yield from window.until(lambda: window.snapshot.authority.gate.value.ended_by)
    came["refused"] = window.snapshot.authority.gate.value.ended_by
    window.hold(KEY.Key_S, down=False)
    window.hold(KEY.Key_Space, down=False)
    yield from window.until(lambda: window.pilot.way_out is not None)
    came["before the way out"] = tool(window)[2, 3]
    came["way out"] = yield from window.act("way out")
    yield from window.until(lambda: window.state == "plan")
    yield from window.until(lambda: window.state == "rest")
    yield from window.pause(2.0)
    came["after the way out"] = tool(window)[2, 3]


def locked(window, came, tool):
    """Joint values; a joint locks on the way, and what is left is planned anew."""
    window.key(KEY.Key_1, Qt.KeyboardModifier.AltModifier)
    window.letter("J")
    window.types(joint_1="25", joint_2="-110")
    yield from planned(window, came, "joints")
    yield from flown(window)
    came["joints: state"] = window.pilot.motion.state
    yield from window.until(lambda: window.state == "held")
    yield from window.pause(3.0)
    came["resume after the lock"] = yield from window.act("resume")
    yield from window.pause(1.5)
    yield from planned(window, came, "without the joint")
    yield from flown(window)


def home(window, came, tool):
    """A named pose, saved by its name, and the end of the pass."""
    window.letter("P")
    window.form.poses["safe"].click()
    window.draw()
    came["home: key"] = window.main.keys.keys["plan"].look.text
    came["home: wanted"] = window.main.panels["motion"].draft.robot.poses["safe"]
    yield from planned(window, came, "home")
    yield from flown(window)
    came["home: state"] = window.pilot.motion.state
    came["home: q"] = window.snapshot.authority.gate.value.last.q
    yield from window.pause(2.0)
    came["end"] = yield from window.act("end")
    window.draw()
    if window.main.strip.question.text:
        came["end"] = yield from window.act("answer")


PARTS = 8


def whole_pass(window, came, tool):
    for part in (begun, typed, jogged, pulled, tube, refused, locked, home):
        yield from part(window, came, tool)
        came["parts"] = came.get("parts", 0) + 1


@pytest.fixture(scope="module")
def flight(tmp_path_factory):
    return WindowPass(whole_pass, tmp_path_factory.mktemp("pass") / "pass.mcap")


@pytest.fixture(scope="module")
def came(flight):
    return flight.came


def test_a_pass_is_flown_by_mouse_and_keys_without_a_plan_of_the_scenario(flight, came):
    assert came["parts"] == PARTS and came["end"] == ""
    acts = ("lease", "resume", "tube: plan", "hand", "RESUME", "way out", "resume after the lock")
    motions = ("typed", "pulled", "rest", "joints", "without the joint", "home")
    assert {came[act] for act in acts} == {""}
    assert {came[f"{name}: {act}"] for name in motions for act in ("plan", "arm")} == {""}
    assert flight.facts.script is not None and flight.facts.script.completed


def test_the_tool_comes_to_rest_where_it_was_typed_pulled_and_stepped_to(came):
    for name in ("typed", "pulled"):
        assert came[f"{name}: there"] == pytest.approx(came[f"{name}: goal"], abs=A_TENTH_MM)
    assert came["jog: after"] - came["jog: before"] == pytest.approx([0.0, 0.0, TEN_MM], abs=A_MICRON)


def test_every_answer_tells_time_clearance_and_peaks_and_is_watched_before_it_is_armed(came):
    for name in ("typed", "pulled", "rest", "joints", "home"):
        time, nearest, peaks = came[f"{name}: answer"][:3]
        assert "shortest" in time and "mm required" in nearest and "speed J" in peaks
        assert came[f"{name}: watched"] is not None


def test_a_hold_on_the_way_leaves_a_rest_that_is_planned_and_flown(came):
    assert came["HOLD"] and came["pulled: interrupted"] == "interrupted"


def test_the_hand_is_led_through_the_tube_between_both_points(came):
    assert came["tube: shown"] == ["tube"]
    off = np.linalg.norm(came["tube: there"] - came["tube: end"])
    assert off < 0.03 and abs(came["tube: there"][1] - came["tube: end"][1]) < 0.03


def test_what_the_gate_refuses_is_led_out_by_its_key(came):
    assert came["refused"] == "too_close"
    assert came["after the way out"] > came["before the way out"] + 0.04


def test_what_a_locked_joint_leaves_is_planned_without_it_and_so_is_the_way_home(came):
    assert came["joints: state"] == "interrupted" and came["home: state"] == "flown"
    assert "pose safe but J1" in came["home: key"]
    assert np.degrees(came["home: q"][0]) == pytest.approx(12.0, abs=0.1)
    assert came["home: q"][1:] == pytest.approx(came["home: wanted"][1:], abs=1e-6)


def test_the_pass_is_replayed_at_the_window_and_stands_by_its_key(flight):
    run = msgspec.structs.replace(flight.run, mode="replay")
    replay = Replay(Playback(flight.record), ReplaySettings(recording=str(flight.record), run_id=run.run_id))
    window = RealWindow(ConsoleSettings(run=run))
    feed = ReplayFeed(run, window.handover)

    def shown(seconds):
        for _ in range(round(20 * seconds)):
            window.now_ns += S // 20
            for effect in replay.tick(window.now_ns):
                if isinstance(effect, Send):
                    feed.receive(effect.message, "replay", window.now_ns)
            for effect in feed.tick(window.now_ns):
                replay.receive(effect.message, "console", window.now_ns)
        window.draw()
        return window.snapshot.place_ns

    assert 0 < shown(1.0) < shown(1.0)
    window.key(KEY.Key_Space)
    stands_at = shown(0.5)
    assert shown(1.0) == stands_at and not window.snapshot.replay.status.value.playing
    assert window.snapshot.is_replay and window.main.panels["motion"].form.isHidden()
