"""A person at the real window of the console, in virtual time: every act is an event of mouse or keyboard.

    procedure --keys, clicks--> MainWindow --acts--> handover --> console's role, in the virtual flight
                                    ^------- snapshots ------------'

The window is drawn as the flight goes on.  Its timers are those of Qt, in real time: what they would do is
done at each look instead.
"""

from console_person import FlownConsole, Window
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from ground.console.facts.chosen import Chosen
from ground.console.main_window import MainWindow
from ground.console.panels.panel_layout import PanelSources
from ground.console.scene.bodies import read_bodies
from ground.console.scene.flat_view import FlatView
from ground.console.scene.opengl import prepare_opengl
from ground.console.scene.sight import handle_points
from telemetry.life.contract import RoleSpec

LEFT = Qt.MouseButton.LeftButton
PLAIN, SHIFT, ALT = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
ACTS = ("lease", "plan", "arm plan", "arm hand", "disarm", "resume", "way out", "end", "watch", "answer")
ACT_KEYS = {name: getattr(Qt.Key, f"Key_F{number}") for number, name in enumerate(ACTS, start=1)}
DRAWN_EACH_NS = 200_000_000
SIZE = (1280, 800)


class RealWindow(Window):
    """The console's window with a person in front of it."""

    def __init__(self, settings):
        super().__init__()
        if QApplication.instance() is None:
            prepare_opengl()
        self.application = QApplication.instance() or QApplication([])
        bodies = read_bodies(settings.run, settings.around)
        self.main = MainWindow(
            PanelSources(settings.run, bodies, FlatView(bodies), self.handover, lambda: self.now_ns, Chosen())
        )
        self.main.resize(*SIZE)
        self.main.show()
        self.main.activateWindow()
        QTest.qWaitForWindowActive(self.main)
        self._drawn_ns = -DRAWN_EACH_NS

    @property
    def pilot(self):
        return self.snapshot.pilot

    @property
    def form(self):
        return self.main.panels["motion"].form

    @property
    def answer(self):
        """The lines of the planner's answer that are on the screen."""
        lines = self.main.panels["motion"].answer.lines
        return [value.text() for value in lines if not value.isHidden()]

    def look(self):
        """Draw what is known, as the window's timers would."""
        self.main.panels["hand"].pad.timer.timeout.emit()
        if self.now_ns - self._drawn_ns >= DRAWN_EACH_NS:
            self.draw()

    def draw(self):
        self._drawn_ns = self.now_ns
        self.main.draw()
        self.application.processEvents()

    def key(self, key, modifier=PLAIN):
        """Press a key, wherever the keyboard is."""
        self.draw()
        QTest.keyClick(QApplication.focusWidget() or self.main, key, modifier)
        self.draw()

    def letter(self, letter):
        self.key(getattr(Qt.Key, f"Key_{letter}"), ALT)

    def act(self, name, *, by_mouse=False):
        """Press the key of an act as soon as it applies; returns why it was refused, or empty."""
        key = self.main.keys.keys[name]
        yield from self.until(lambda: key.look.text and not key.is_grey)
        self.draw()
        if by_mouse:
            QTest.mouseClick(key, LEFT)
        else:
            self.key(ACT_KEYS[name])
        return (yield from self._done())

    def types(self, **numbers):
        """Click into the form's fields that are seen, and write numbers."""
        self.draw()
        for name, text in numbers.items():
            grids = [grid for grid in self.form.grids.values() if grid.isVisible()]
            (field,) = [
                field for grid in grids for key, field in grid.fields.items() if key.replace(" ", "_") == name
            ]
            QTest.mouseClick(field, LEFT)
            field.selectAll()
            QTest.keyClicks(field, text)
            QTest.keyClick(field, Qt.Key.Key_Return)
        self.draw()

    def hold(self, key, *, down):
        """Hold a key of the hand, or let it go."""
        event = QTest.keyPress if down else QTest.keyRelease
        event(QApplication.focusWidget() or self.main, key)

    def pull(self, handle, by_px):
        """Pull a handle of the ghost by so many pixels."""
        view = self.main.panels["scene"].view
        projection = view.canvas.projection()
        begin = projection.point(handle_points(view.look.ghost)[handle].mean(axis=0))
        end = begin + by_px
        for kind, at in (
            (QEvent.Type.MouseButtonPress, begin),
            (QEvent.Type.MouseMove, end),
            (QEvent.Type.MouseButtonRelease, end),
        ):
            button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else LEFT
            QApplication.sendEvent(view.canvas, QMouseEvent(kind, at, at, button, LEFT, PLAIN))
        self.draw()


class WindowedConsole(FlownConsole):
    """The console's role, with the real window in front of it."""

    def __init__(self, settings, rng):
        super().__init__(settings, rng)
        self.window = RealWindow(settings)
        self.inner = type(self.inner)(settings, self.window.handover, rng)

    def tick(self, now_ns):
        self.window.now_ns = now_ns
        if self.window.snapshot is not None:
            self.window.look()
            next(self.steps, None)
        return self.inner.tick(now_ns)


def build(settings, store, rng):
    return WindowedConsole(settings, rng)


def at_window(settings):
    """A console of these settings, with a person at its window."""
    return RoleSpec(settings.participant, f"{__name__}:build", settings)
