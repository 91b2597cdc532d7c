"""The form of a motion: its kind, its frame and tool, its numbers, its steps and its duration.

[joints][any way][line][arc][pose][jog][tube]      each with its letter: ALT and the one that is underlined
x [  612.0 mm]   y [  -33.0 mm]   z [ 1204.0 mm]
yaw [ 90.00 °]   pitch [ 0.00 °]  roll [ 0.00 °]
step [10.0 mm]   turn [ 1.00 °]   in [shortest s]
[-x][+x][-y][+y][-z][+z] [x↻] ...
[ghost] [here] [frame: base] [moves: tool]
"""

import math
from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QWidget

from ground.console.motion.asked_frames import next_name
from ground.console.motion.letter_button import LetterButton
from ground.console.motion.motion_draft import (
    DURATION,
    GOAL_ROWS,
    JOG_ROWS,
    MOTION_KINDS,
    TUBE_ROWS,
    VIA_ROWS,
    MotionDraft,
    MotionKind,
    NumberRow,
)
from ground.console.motion.number_field import NumberField, NumberGrid, captioned
from ground.console.motion.step_pad import JointPad, StepPad
from ground.console.motion.tool_ghost import PickedPoint
from ground.console.texts import formats
from ground.console.widgets.figure import column
from ground.console.widgets.wrapping_row import WrappingRow, empty_corner

SPACING_PX = 3
LETTERS: dict[MotionKind, str] = {
    "joints": "&joints", "place": "an&y way", "line": "&line", "arc": "&arc", "pose": "&pose", "jog": "j&og",
    "tube": "&tube",
}  # fmt: skip
SHORTEST = "shortest"
COLUMNS, IN_PX = 3, 96
PICKED_TEXTS = {"arc": "via", "tube": "A, B"}


class MotionForm(QWidget):
    """What a person asks for, and the draft that it fills."""

    def __init__(self, draft: MotionDraft, tools: tuple[str, ...], changed: Callable[[], None]) -> None:
        """Fill a draft; `changed` has all of it drawn anew. `tools`: of the arm, the first one first."""
        super().__init__()
        self._draft, self._tools, self._changed = draft, tools, changed
        self.kinds = {
            kind: LetterButton(LETTERS[kind], partial(self._choose_kind, kind), is_toggle=True)
            for kind in MOTION_KINDS
        }
        self.frame = LetterButton("", self._next_frame)
        self.tool = LetterButton("", self._next_tool)
        self.here = LetterButton("&here", self._begin_at_arm)
        self.here.setToolTip("all numbers anew, as the arm is")
        self.ghost = LetterButton("&ghost", lambda: None, is_toggle=True)
        self.ghost.setToolTip("the pose that is asked for, in the scene: pull it by its handles")
        self.pick = LetterButton("pic&k", lambda: None, is_toggle=True)
        self.away = LetterButton("a&way", lambda: None)
        self.away.setToolTip("take the tube away")
        grid = partial(NumberGrid, typed=self._type, stepped=self._step)
        self.grids = {
            "joints": grid(draft.joint_rows, COLUMNS),
            "via": grid(VIA_ROWS, COLUMNS),
            "goal": grid(GOAL_ROWS, COLUMNS),
            "tube": grid(TUBE_ROWS, COLUMNS),
            "steps": grid(JOG_ROWS, 2),
        }
        self.poses = {
            name: LetterButton(formats.words(name), partial(self._choose_pose, name), is_toggle=True)
            for name in draft.robot.poses
        }
        self.duration = NumberField("how long it takes; empty: the shortest that is certified")
        self.duration.setPlaceholderText(SHORTEST)
        self.duration.textEdited.connect(self._type_duration)
        self.pad, self.joints = StepPad(), JointPad([row.caption for row in draft.joint_rows])
        self._lay_out()
        self.tool.setVisible(len(tools) > 1)

    def draw(self, picks: PickedPoint | None) -> None:
        """Show the draft as it stands, and which point the next press in the scene picks."""
        draft = self._draft
        self.pick.setVisible(draft.kind in ("arc", "tube"))
        self.pick.setChecked(picks is not None)
        self.away.setVisible(draft.kind == "tube")
        self.pick.setText(f"press {picks}: pic&k" if picks else f"pic&k {PICKED_TEXTS.get(draft.kind, '')}")
        for kind, toggle in self.kinds.items():
            toggle.setChecked(kind == draft.kind)
        self.frame.setText(f"&frame: {formats.words(draft.frame)}")
        self.tool.setText(f"&moves: {formats.words(draft.tool or self._tools[0])}")
        shown = self._shown()
        for name, grid in self.grids.items():
            grid.setVisible(name in shown)
            if name in shown:
                grid.draw(draft.text, draft.wrong, draft.locked)
        self._poses.setVisible(draft.kind == "pose")
        for name, toggle in self.poses.items():
            toggle.setChecked(name == draft.pose_name)
        self._in.setVisible(draft.kind not in ("jog", "tube"))
        self.pad.setVisible(self._has_steps)
        self.joints.setVisible(draft.kind == "jog")
        self.ghost.setText(
            f"&ghost {self._steps_text}" if self._has_steps and draft.kind != "jog" else "&ghost"
        )
        self.duration.show_number(self.duration.text(), is_wrong=DURATION in draft.wrong)

    def _shown(self) -> tuple[str, ...]:
        """Return the grids of this kind."""
        match self._draft.kind:
            case "joints":
                return ("joints",)
            case "line" | "place":
                return ("goal",)
            case "arc":
                return ("via", "goal")
            case "tube":
                return ("tube",)
            case "jog":
                return ("steps",)
            case "pose":
                return ()

    @property
    def _has_steps(self) -> bool:
        """True if steps make sense: of a jog, or of a ghost that is shown."""
        kind = self._draft.kind
        return kind == "jog" or (kind in ("place", "line", "arc") and self.ghost.isChecked())

    @property
    def _steps_text(self) -> str:
        """The stated step of the pad."""
        step, turn = (self._draft.values[row.name] for row in JOG_ROWS)
        return f"±{step * 1e3:g} mm ±{math.degrees(turn):g}°"

    def _choose_kind(self, kind: MotionKind) -> None:
        """Ask for this kind; by the key of poses, pressed again, for the next pose."""
        if kind == self._draft.kind == "pose":
            self._draft.pose_name = next_name(self._draft.pose_name, [*self.poses])
        self._draft.kind = kind
        self._changed()

    def _choose_pose(self, name: str) -> None:
        self._draft.pose_name = name
        self._changed()

    def _next_frame(self) -> None:
        self._draft.choose_frame(next_name(self._draft.frame, self._draft.frames))
        self._changed()

    def _next_tool(self) -> None:
        name = next_name(self._draft.tool or self._tools[0], self._tools)
        self._draft.choose_tool("" if name == self._tools[0] else name)
        self._changed()

    def _begin_at_arm(self) -> None:
        self._draft.begin_at_arm()
        self._changed()

    def _type(self, row: NumberRow, text: str) -> None:
        self._draft.write(row, text)
        self._changed()

    def _step(self, row: NumberRow, by: float) -> None:
        self._draft.step(row, by)
        self._changed()

    def _type_duration(self, text: str) -> None:
        self._draft.write_duration(text)
        self._changed()

    def _lay_out(self) -> None:
        self._in = captioned("in", self.duration, "s")
        self._in.setFixedWidth(IN_PX)
        kinds = QWidget()
        line = QHBoxLayout(kinds)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(1)
        for toggle in self.kinds.values():
            line.addWidget(toggle)
        line.addStretch(1)
        self._poses = WrappingRow([*self.poses.values()], empty_corner(), SPACING_PX)
        keys = WrappingRow(
            [self.ghost, self.here, self.frame, self.pick, self.away, self.tool], self._in, SPACING_PX
        )
        pads = (self.pad, self.joints)
        column(self, kinds, self._poses, *self.grids.values(), *pads, keys, spacing=SPACING_PX)
