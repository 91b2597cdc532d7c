"""Which panels are drawn together: those of a snapshot in a few shares, one after the other.

    look     1                 2                3              4   5   1
             what stands,      SIDE, BELOW      WORK, DRAWER           ...
             SCENE

So nothing holds the event loop for as long as all of them take, and all are of one snapshot.  A table or plot
in a closed drawer is drawn only as soon as it is opened.
"""

from collections.abc import Sequence

from ground.console.facts.snapshot import Snapshot
from ground.console.panels.panel_layout import PanelPlace, PanelRow
from ground.console.widgets.figure import Panel

DRAWN_TOGETHER = (
    {PanelPlace.SCENE},
    {PanelPlace.SIDE, PanelPlace.BELOW},
    {PanelPlace.WORK, PanelPlace.DRAWER},
)


class PanelShares:
    """The panels of one window, and how far they show the newest snapshot."""

    def __init__(self, placed: Sequence[tuple[PanelRow, Panel]]) -> None:
        """Start with nothing to draw."""
        self._shares = [
            tuple(panel for row, panel in placed if row.place in places) for places in DRAWN_TOGETHER
        ]
        self._in_drawers = {panel for row, panel in placed if row.place is PanelPlace.DRAWER}
        self._hidden = set[Panel]()  # of these, that do not show the snapshot
        self._left = list[tuple[Panel, ...]]()
        self._shown = (Snapshot(at_ns=0), 0)

    @property
    def are_drawn(self) -> bool:
        """True if no share is left."""
        return not self._left

    def begin(self, shown: Snapshot, now_ns: int) -> None:
        """Show another snapshot from now on; `now_ns`: the time shown."""
        self._shown, self._left = (shown, now_ns), list(self._shares)

    def draw_next(self) -> None:
        """Draw the next share, if one is left."""
        if self._left:
            self._draw(self._left.pop(0))

    def draw_opened(self) -> None:
        """Draw what was hidden and is not any more."""
        self._draw(tuple(self._hidden))

    def draw_all(self) -> None:
        """Draw all at once, also what is hidden."""
        self._left.clear()
        self._hidden.clear()
        for panel in (panel for share in self._shares for panel in share):
            panel.draw(*self._shown)

    def _draw(self, panels: Sequence[Panel]) -> None:
        for panel in panels:
            if panel in self._in_drawers and not panel.isVisibleTo(panel.window()):
                self._hidden.add(panel)
            else:
                panel.draw(*self._shown)
                self._hidden.discard(panel)
