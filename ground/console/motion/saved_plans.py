"""Plans kept by their names, in the folder of the run's plans: saved and opened without leaving the form.

plan [survey-2        ] [save] [open] [next]       next: the name after this one, of those that there are
"""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from ground.console.motion.asked_frames import next_name
from ground.console.motion.letter_button import LetterButton
from ground.console.motion.number_field import PLAIN, captioned

HINT = "a name"
SPACING_PX = 4


class SavedPlans(QWidget):
    """A name, and what is done with the plan of that name."""

    def __init__(self, save: Callable[[str], None], open_plan: Callable[[str], None]) -> None:
        """Hand on the name that stands there."""
        super().__init__()
        self._saved: tuple[str, ...] = ()
        self.name = QLineEdit()
        self.name.setStyleSheet(PLAIN)
        self.name.setPlaceholderText(HINT)
        self.name.returnPressed.connect(self.name.clearFocus)
        self.keys = {
            "save": LetterButton("&save", lambda: save(self.name.text().strip())),
            "open": LetterButton("op&en", lambda: open_plan(self.name.text().strip())),
            "next": LetterButton("&next", self._next),
        }
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(SPACING_PX)
        line.addWidget(captioned("plan", self.name, ""), 1)
        for key in self.keys.values():
            line.addWidget(key)

    def draw(self, saved: Sequence[str], *, can_save: bool) -> None:
        """Show what can be done with the name that stands there; nothing, if there is nothing to keep."""
        self.setVisible(can_save or bool(saved))
        self._saved = tuple(saved)
        name = self.name.text().strip()
        self.keys["save"].setEnabled(can_save and bool(name))
        self.keys["open"].setEnabled(name in self._saved)
        self.keys["next"].setEnabled(bool(self._saved))
        self.setToolTip(", ".join(self._saved))

    def _next(self) -> None:
        self.name.setText(next_name(self.name.text().strip(), self._saved))
