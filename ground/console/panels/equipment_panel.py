"""The equipment: what is set of it, and a command of it that a person arms, or gives where none is critical.

gripper 30 mm, holds; brakes on; cameras on; mode nominal
[release the brake of joint 2 v]  [ARM]          the strip asks for FIRE, of whoever may
[grasp v] [   30 mm]              [ARM]
[camera wrist off v]              [GIVE]         what is not critical leaves at once

Whoever commands nothing sees the state, and no form.
"""

import math

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from ground.console.facts.message_book import Noticed
from ground.console.facts.snapshot import Snapshot
from ground.console.motion.number_field import NumberField, captioned
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import theme
from ground.console.texts.act_guards import AtWindow, KeyCase, operation_refusal
from ground.console.texts.equipment_words import equipment_text, offered_operations, operation_name
from ground.console.widgets.action_button import button
from ground.console.widgets.figure import Panel, Value
from ground.operator.person.motion_acts import AskOperation
from telemetry.agreed.authority import scripts
from telemetry.agreed.critical import is_critical, operation_text
from telemetry.agreed.participants import REPLAY
from telemetry.messages.operations import WIDEST_M, GripperOperation, Operation

MM_PER_M = 1000.0
NO_WIDTH = f"the gripper's width is a number of mm, from 0 to {MM_PER_M * WIDEST_M:.0f}"


class EquipmentPanel(Panel):
    """Gripper, brakes, cameras and mode."""

    def __init__(self, sources: PanelSources) -> None:
        """Offer what this arm has."""
        super().__init__("EQUIPMENT")
        run = sources.run
        self._from, self._shown = sources, (Snapshot(at_ns=0), 0)
        self._at = AtWindow(chosen=sources.chosen, scripts=scripts(run.participants), seat=sources.seat)
        self._offers = offered_operations(
            len(sources.bodies.robot.commanded), [camera.name for camera in run.cameras]
        )
        self.state, self.note = Value(12, bold=False, wraps=True), Value(12, wraps=True)
        self.choice, self.opening = QComboBox(), NumberField("width of the gripper when it is done [mm]")
        self.choice.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.choice.addItems([operation_name(each) for each in self._offers])
        self.key = button("ARM", self.press, "action")
        self._beside = captioned("", self.opening, "mm")
        self.own = QWidget()  # what only who commands needs
        line = QHBoxLayout(self.own)
        line.setContentsMargins(0, 0, 0, 0)
        for widget, share in ((self.choice, 2), (self._beside, 1), (self.key, 1)):
            line.addWidget(widget, share)
        for widget in (self.state, self.own, self.note):
            self.rows.addWidget(widget)
        self.rows.addStretch(1)
        self.own.setVisible(sources.commands and run.mode != REPLAY)

    @property
    def operation(self) -> Operation | None:
        """What is chosen; None: its width is no number."""
        chosen = self._offers[self.choice.currentIndex()]
        if not isinstance(chosen, GripperOperation):
            return chosen
        try:
            opening = float(self.opening.text()) / MM_PER_M
        except ValueError:
            return None
        is_width = math.isfinite(opening) and 0.0 <= opening <= WIDEST_M
        return GripperOperation(action=chosen.action, opening=opening) if is_width else None

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show what is set, and whether what is chosen can be asked for now."""
        self._shown = snapshot, now_ns
        telemetry = snapshot.arm.telemetry
        self.state.show_text(
            equipment_text(telemetry.value) if telemetry else None,
            is_stale=telemetry is not None and telemetry.is_stale(now_ns),
        )
        if telemetry and not self.opening.text():
            self.opening.setText(f"{MM_PER_M * telemetry.value.gripper:.0f}")
        chosen = self._offers[self.choice.currentIndex()]
        self._beside.setVisible(isinstance(chosen, GripperOperation))
        self.key.setText("ARM" if is_critical(chosen) else "GIVE")
        self.note.show_or_hide(self.why_not if self.own.isVisibleTo(self) else "", colour=theme.DIM)

    @property
    def why_not(self) -> str:
        """Why the gate would refuse what is chosen, with the way out; empty: nothing is known."""
        if self.operation is None:
            return NO_WIDTH
        refused = operation_refusal(KeyCase(self._shown[0], self._at, self._shown[1]))
        return refused.whole if refused else ""

    def press(self) -> None:
        """Ask for what is chosen, or tell why that is not possible."""
        operation, why = self.operation, self.why_not
        if operation is None or why:
            text = operation_text(operation) if operation else self.choice.currentText()
            self._from.handover.act(Noticed(f"{self.key.text()} {text}", why))
            return
        self._from.handover.act(AskOperation(operation))
