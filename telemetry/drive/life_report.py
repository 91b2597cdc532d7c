"""Reports of a driver to the recorder on one life of a role, beside the inputs of that role.

    LanLoss     datagrams that the life has missed, when that has changed
    RoleLoad    each second since time zero: how late it ticked, and how long its process had a processor

A tick is late against the instant at which it was due, or at which it was asked for if that was later.
"""

import os

from telemetry.agreed.limits import CYCLE_LATE_NS
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.life.clock import processor_ns
from telemetry.life.contract import NEVER_NS
from telemetry.messages.base import Message
from telemetry.messages.health import LanLoss, RoleLoad


class LifeReport:
    """One life of a participant."""

    def __init__(self, role: str, life: int) -> None:
        """Report nothing before `begin`; `life` as in `Tapped`."""
        self._role, self._life = role, life
        self._missed = 0  # as the recorder was told
        self._ticks = self._late = 0
        self._due_ns = self._asked_ns = NEVER_NS  # of the next tick, and from when on it could be in time
        self._since_ns = self._processor_ns = 0
        self._reported_ns = NEVER_NS

    def begin(self, due_ns: int, now_ns: int) -> None:
        """Time zero, and when the first tick is due: what the process has used until now was to start it."""
        self._since_ns = self._reported_ns = now_ns
        self._processor_ns = processor_ns()
        self.set_due(due_ns, now_ns)

    def set_due(self, due_ns: int, now_ns: int) -> None:
        """Note when the next tick is due."""
        if due_ns != self._due_ns:
            self._due_ns, self._asked_ns = due_ns, max(due_ns, now_ns)

    def on_tick(self, now_ns: int) -> None:
        """Count a tick that happens now."""
        self._ticks += 1
        self._late += now_ns - self._asked_ns > CYCLE_LATE_NS

    def due_messages(self, missed: int, now_ns: int) -> list[Message]:
        """Return the reports that are due; `missed`: datagrams since the life began."""
        reports: list[Message] = []
        if missed != self._missed:
            self._missed = missed
            reports.append(LanLoss(role=self._role, life=self._life, datagrams=missed))
        if now_ns >= self._reported_ns + NS_PER_S:
            self._reported_ns = now_ns
            reports.append(self._load(now_ns))
        return reports

    def _load(self, now_ns: int) -> RoleLoad:
        return RoleLoad(
            role=self._role,
            life=self._life,
            lived=(now_ns - self._since_ns) / NS_PER_S,
            processor=(processor_ns() - self._processor_ns) / NS_PER_S,
            processors=os.cpu_count() or 1,
            ticks=self._ticks,
            late=self._late,
        )
