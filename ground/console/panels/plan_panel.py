"""The plans: which one is before the person, its steps, what is to be armed, and how far the newest one is.

[plan 1]                                     F2 does what comes next of it
the steps of the plan, a row for each
plan to arm: 6.0 s, nearest hand, platform 212 mm (30 mm required)
what it gives up: move 2: z by +83.4 mm at 100 %
plan act-1.1:   ✓ 1 joint move 4.8 s   ▶ 2 line 6.2 s, 1.5 s left   (orbit, as last seen: step 1)
certificate 5cb79327 is being flown: nearest hand, target handrail 199.9 mm at 10.2 s
"""

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox

from ground.console.facts.plan_progress import plan_progress
from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelSources
from ground.console.texts import theme
from ground.console.texts.plan_words import armable_plan_text, certificate_words, losses_text, progress_text
from ground.console.widgets.figure import Panel, Value
from ground.console.widgets.plan_rows import PlanRows

NO_OFFER_TEXT = "no plan is offered in this run"


class PlanPanel(Panel):
    """Plans of the scenario, of which a person flies what comes next."""

    def __init__(self, sources: PanelSources) -> None:
        """Hand on which plan is chosen."""
        super().__init__("PLAN")
        self._chosen, self._run, self._robot = sources.chosen, sources.run, sources.bodies.robot
        self.offers = QComboBox()
        self.offers.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.offers.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.offers.textActivated.connect(self._chosen.choose_offer)
        self.none, self.steps = Value(12, bold=False, wraps=True), PlanRows()
        self.plan, self.losses = Value(12, bold=False, wraps=True), Value(12, wraps=True)
        self.progress, self.certificate = (Value(12, bold=False, wraps=True) for _ in range(2))
        self.rows.addWidget(self.offers, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.none, self.steps, self.plan, self.losses, self.progress, self.certificate):
            self.rows.addWidget(widget)
        self.rows.addStretch(1)

    def showEvent(self, event: QShowEvent) -> None:
        """Have F2 ask for what comes next of the plan here, as soon as it is in front."""
        super().showEvent(event)
        self._chosen.choose_offer(self._chosen.offer)

    def draw(self, snapshot: Snapshot, now_ns: int) -> None:
        """Show how far the plan that is chosen is."""
        pilot = snapshot.pilot
        offers, plan = (pilot.offers, pilot.plan) if pilot else ((), None)
        if self.offers.count() != len(offers):
            self.offers.clear()
            self.offers.addItems([offered.name for offered in offers])
            self.offers.setCurrentText(self._chosen.offer_of([offered.name for offered in offers]))
        self.offers.setVisible(bool(offers))
        self.none.show_or_hide("" if offers or plan else NO_OFFER_TEXT, colour=theme.DIM)
        shown = next((each for each in offers if each.name == self.offers.currentText()), None)
        has_lease = pilot is not None and pilot.keeps_lease  # whose the steps are
        self.steps.draw(shown.rows if shown and has_lease else ())
        self.plan.show_or_hide(armable_plan_text(plan, self._run.margins.required_m), colour=theme.PLANNED)
        self.losses.show_or_hide(losses_text(plan), colour=theme.WARN)
        progress = plan_progress(snapshot)
        self.progress.show_or_hide(progress_text(progress) if progress else "", colour=theme.PLANNED)
        text, colour = certificate_words(snapshot, self._run, self._robot) or ("", theme.TEXT)
        self.certificate.show_or_hide(text, colour=colour)
