"""The acts of a person: buttons and keys, what the newest waits for or why it was refused, and the hand.

[Take lease F1] [plan 1] [End pass F8]      +-----+
[Plan step 3 F2] [Arm plan F3] [tool]       | pad |
[Arm hand F4] [Disarm F5] [Resume F6]       +-----+
[Retreat F12] while the arm stands nearer than is required
[position F7] [base axes F9] [no force F10]
arm plan: waits for rest at r in telemetry
the steps of the plan, a row for each
plan to arm: 6.0 s, nearest hand, platform 212 mm (30 mm required)
what it gives up: move 2: z by +83.4 mm at 100 %
task: lead the tool around the antenna to the goal
goal: lead the tool to 1400 800 50 mm in base axes, within 10.0 mm; commanded 123.4 mm, telemetry 140.2 mm
DEAD-MAN HELD: position, base axes, no force
hold SPACE:  A D  left, right ...
"""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox

from ground.console.facts.handover import HandChoice, PlanChoice
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.panels.steering_choice import SteeringChoice, steering_text
from ground.console.scene.goals import goal_looks
from ground.console.texts import formats, theme
from ground.console.texts.plan_words import armable_plan_text, losses_text
from ground.console.widgets.action_button import action_button
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.hand_pad import KEYS_TEXT, MOUSE_TEXT, TURN_TEXT, HandPad
from ground.console.widgets.plan_rows import PlanRows
from ground.console.widgets.wrapping_row import WrappingRow
from ground.operator.person.pilot import PendingAct, PilotState
from telemetry.agreed.reasons import Reason, line
from telemetry.messages.queue import TeleopSource

SPACING = 4
NEXT_PX = 164  # of the key that begins what comes next: the others stay where they are whatever it says
NO_ACT_TEXT = "nothing is being asked"
NO_PILOT = PilotState(holds_lease=False, keeps_lease=False, offers=(), plan=None, pending=None, flies=False)
TAKE, LEAVE = "Take lease", "Leave lease"


class ActsPanel(Panel):
    """Buttons, keys and the hand of the person who flies."""

    wants_end = Signal()  # of the pass: the window asks first where the arm moves

    def __init__(self, sources: PanelSources) -> None:
        """Hand on what a person does."""
        super().__init__("ACTS")
        handover = sources.handover
        self._handover, self._required_m = handover, sources.run.margins.required_m
        self._bodies = sources.bodies
        self._keeps_lease = False
        self.offers = QComboBox()
        self.offers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.offers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tools = QComboBox()  # of an arm that has several
        self.tools.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.steering = SteeringChoice(sources)
        self.tools.addItems([formats.words(name) for name in sources.bodies.robot.tool_names])
        self._tool_names = sources.bodies.robot.tool_names
        act = partial(action_button, owner=self)  # heard, and answered, also while it is not to be pressed
        self.buttons = {
            "lease": act(TAKE, Qt.Key.Key_F1, self._lease),
            "plan": act("Plan", Qt.Key.Key_F2, self._plan),
            "arm plan": act("Arm plan", Qt.Key.Key_F3, lambda: handover.act("arm plan")),
            "arm hand": act("Arm hand", Qt.Key.Key_F4, self._arm_hand),
            "retreat": act("Retreat", Qt.Key.Key_F12, lambda: handover.act("retreat")),
            "disarm": act("Disarm", Qt.Key.Key_F5, lambda: handover.act("disarm")),
            "resume": act("Resume", Qt.Key.Key_F6, lambda: handover.act("resume")),
            "end": act("End pass", Qt.Key.Key_F8, self.wants_end.emit),
        }
        self.buttons["plan"].setMinimumWidth(NEXT_PX)
        self.pending, self.steps = Value(14, wraps=True), PlanRows()
        self.plan, self.task, self.goals, self.legend = (Value(12, bold=False, wraps=True) for _ in range(4))
        self.losses, self.dead_man, self.note = (Value(size, wraps=True) for size in (12, 13, 12))
        self.task.hide()  # until somebody is asked
        self.pad = HandPad(lambda hand, at_once: handover.set_hand(hand, at_once=at_once), sources.clock)
        self._lay_out()

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what a person's acts have come to."""
        pilot = snapshot.pilot or NO_PILOT
        self._keeps_lease = pilot.keeps_lease
        self.buttons["lease"].setText(f"{LEAVE if pilot.keeps_lease else TAKE}  F1")
        self.buttons["end"].setVisible(pilot.flies)
        world = snapshot.arm.world
        self.buttons["retreat"].setVisible(bool(world and world.broken))
        self._offer(pilot)
        text, colour = _pending(pilot.pending)
        self.pending.show_text(text, colour=colour)
        self.losses.show_or_hide(losses_text(pilot.plan), colour=theme.WARN)
        self.plan.show_or_hide(armable_plan_text(pilot.plan, self._required_m), colour=theme.PLANNED)
        is_asked = pilot.keeps_lease or pilot.flies
        self.task.show_or_hide(self._bodies.task if is_asked else "", colour=theme.GOAL)
        goals = goal_looks(self._bodies, snapshot, now_ns) if is_asked else ()
        self.goals.show_or_hide("\n".join(goal.sentence for goal in goals), colour=theme.GOAL)
        self._show_hand(snapshot, pilot)

    def _show_hand(self, snapshot: Snapshot, pilot: PilotState) -> None:
        """Show the hand to a person with the lease or the flight; for others it would only take room."""
        for widget in (self.pad, self.dead_man, self.legend, *self.steering.buttons):
            widget.setVisible(pilot.keeps_lease or pilot.flies)
        self.pad.turns = self.steering.turns
        lines = (KEYS_TEXT, MOUSE_TEXT, *((TURN_TEXT,) if self.steering.turns else ()))
        self.legend.show_text("\n".join(lines), colour=theme.DIM)
        handle, source = snapshot.hand.handle, snapshot.commands.newest_by_hand
        status = handle.value if handle else None
        if not pilot.holds_lease:
            self.dead_man.show_text("HAND: without the lease it moves nothing", colour=theme.DIM)
        elif status and status.device:
            self.dead_man.show_text(
                f"HAND: {status.device} has the handle, not this window", colour=theme.TEXT
            )
        elif self.pad.dead_man and status and status.is_pressed and not status.counts:
            self.dead_man.show_text("DEAD-MAN HELD IN VAIN: let go, and press anew", colour=theme.WARN)
        elif self.pad.dead_man:
            self.dead_man.show_text(f"DEAD-MAN HELD{_led(source)}", colour=theme.GOOD)
        else:
            self.dead_man.show_text(f"DEAD-MAN RELEASED{_led(source)}", colour=theme.TEXT)
        self.note.show_or_hide(_hand_note(source), colour=theme.WARN)

    def _offer(self, pilot: PilotState) -> None:
        if self.offers.count() != len(pilot.offers):
            self.offers.clear()
            self.offers.addItems([offered.name for offered in pilot.offers])
        chosen = next((each for each in pilot.offers if each.name == self.offers.currentText()), None)
        self.steps.draw(chosen.rows if chosen and pilot.keeps_lease else ())  # whose they are
        key = chosen.key if chosen else ""
        self.buttons["plan"].setText(f"{key[:1].upper()}{key[1:] or 'Wait'}  F2")
        self.buttons["plan"].setEnabled(bool(key))
        for widget in (self.offers, self.buttons["plan"], self.buttons["arm plan"]):
            widget.setVisible(bool(pilot.offers))
        self.tools.setVisible(len(self._tool_names) > 1)

    def _lease(self) -> None:
        self._handover.act("leave" if self._keeps_lease else "lease")

    def _plan(self) -> None:
        self._handover.act(PlanChoice(self.offers.currentText()))

    def _arm_hand(self) -> None:
        has_choice = len(self._tool_names) > 1
        tool = self._tool_names[self.tools.currentIndex()] if has_choice else ""
        self._handover.act(HandChoice(tool, self.steering.steering))

    def _lay_out(self) -> None:
        lease, plan, arm_plan, *others, end = self.buttons.values()
        placed = (lease, self.offers, end, plan, arm_plan, self.tools, *others, *self.steering.buttons)
        self.rows.addWidget(WrappingRow(placed, self.pad, SPACING))
        texts = (self.pending, self.steps, self.plan, self.losses, self.task, self.goals)
        for widget in (*texts, self.dead_man, self.note, self.legend):
            self.rows.addWidget(widget)


def _pending(pending: PendingAct | None) -> tuple[str, str]:
    """Return what is said of the newest act, and its colour."""
    if pending is None:
        return NO_ACT_TEXT, theme.DIM
    if pending.waits_for:
        return f"{pending.name}: waits for {pending.waits_for}", theme.WARN
    if pending.refused:
        return f"{pending.name}, refused: {pending.refused}", theme.BAD
    if pending.outcome:
        return f"{pending.name}: {pending.outcome}", theme.TEXT
    return f"{pending.name}: done", theme.GOOD


def _hand_note(source: TeleopSource | None) -> str:
    """Return why the newest set-point follows the hand otherwise than usual; empty: it does not."""
    note = source.note if source else ""
    return line(Reason(note)) if note in set(Reason) else note


def _led(source: TeleopSource | None) -> str:
    """Return how the hand steers the newest set-point; empty: that is none of the hand."""
    return f": {steering_text(source.steering)}" if source else ""
