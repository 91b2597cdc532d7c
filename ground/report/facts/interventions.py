"""Acts of people in a run: presses of HOLD, resumes, and whether a press was the run's end.

A scripted run that a person has held and that was not resumed is neither good nor bad: it was ended.
"""

from collections.abc import Set
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from ground.run.kept.history import EndedBy
from ground.run.kept.locks import SUPERVISOR
from telemetry.messages.acts import ActReply, LeaseRequest, ResumeAct
from telemetry.messages.base import wire_name
from telemetry.messages.command import HoldCommand

Act = Literal["HOLD", "RESUME"]
COMMAND_LINE = "person"  # the participant that says its login name


class Intervention(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One act of a person."""

    at_s: float
    who: str
    act: Act
    by: str = ""  # Ctrl-C, or the signal that asked the supervisor; of a person's act nothing
    became: str = ""  # of the supervisor's HOLD


@dataclass(slots=True)
class Interventions:
    """Acts of people in order; times in seconds from the run's start."""

    scripts: Set[str]  # participants that are no persons
    rows: list[Intervention] = field(default_factory=list)
    supervisor_s: float | None = None  # when the supervisor pressed HOLD, as before every end that is early
    _presses: set[HoldCommand] = field(default_factory=set)
    _login: str = ""

    def on_hold(self, at_s: float, press: HoldCommand) -> None:
        """Count a press of HOLD, by whichever role it was received; its copies are one.

        The supervisor presses before it ends a run, for any reason; `on_signal` counts a person's signal.
        """
        if press.actor == SUPERVISOR:
            self.supervisor_s = at_s if self.supervisor_s is None else self.supervisor_s
        elif press.actor not in self.scripts and press not in self._presses:
            self._presses.add(press)
            self.add(at_s, press.actor, "HOLD")

    def on_lease_request(self, request: LeaseRequest) -> None:
        """Keep the login name of a person at a command line."""
        self._login = request.login or self._login

    def on_act_reply(self, at_s: float, reply: ActReply) -> None:
        """Count a resume that the gate accepted."""
        if reply.accepted and reply.to not in self.scripts and reply.act == wire_name(ResumeAct):
            has_login = reply.to == COMMAND_LINE and self._login
            self.add(at_s, f"{reply.to}:{self._login}" if has_login else reply.to, "RESUME")

    def add(self, at_s: float, who: str, act: Act) -> None:
        """Add an act."""
        self.rows.append(Intervention(at_s=round(at_s, 3), who=who, act=act))

    def on_signal(self, at_s: float, who: str, *, by: str, became: str) -> None:
        """Add the signal that ended the run; it counts as a HOLD, recorded or not.

        Args:
            at_s: when.
            who: the actor that ended it.
            by: name of the signal.
            became: what became of the arm.
        """
        if not self.rows or (self.rows[-1].who, self.rows[-1].act) != (who, "HOLD"):
            at_s = round(at_s, 3)
            self.rows.append(Intervention(at_s=at_s, who=who, act="HOLD", by=by, became=became))

    def ended_by(self, script_done_s: float | None) -> EndedBy | None:
        """Return the HOLD that ended the run; None: it was resumed, or came after the script's end."""
        if not self.rows or self.rows[-1].act != "HOLD":
            return None
        last = self.rows[-1]
        if script_done_s is not None and script_done_s <= last.at_s:
            return None
        return EndedBy(at_s=last.at_s, who=last.who, by=last.by, became=last.became)
