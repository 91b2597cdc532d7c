"""What people did to a run: who pressed HOLD, who resumed, and whether a press was the run's end.

A scripted run that a person has held and nobody has resumed is neither good nor bad: it was ended.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

from ground.run.locks import SUPERVISOR
from telemetry.authority import SCRIPT
from telemetry.messages.acts import ActReply, ResumeAct
from telemetry.messages.command import HoldCommand

Act = Literal["HOLD", "RESUME"]


@dataclass(slots=True)
class Interventions:
    """Acts of people in order; times in seconds from the run's start."""

    rows: list[dict[str, Any]] = field(default_factory=list)  # at_s, who, act
    _presses: set[HoldCommand] = field(default_factory=set)

    def hold(self, at_s: float, press: HoldCommand) -> None:
        """Take a press at whoever received it; its copies are one.

        The supervisor presses before it ends a run, for whatever reason; `cut_off` tells if somebody asked.
        """
        if press.actor not in (SCRIPT, SUPERVISOR) and press not in self._presses:
            self._presses.add(press)
            self.add(at_s, press.actor, "HOLD")

    def reply(self, at_s: float, reply: ActReply) -> None:
        """Take the gate's answer to an act."""
        if reply.accepted and reply.actor != SCRIPT and reply.act == ResumeAct.__name__:
            self.add(at_s, reply.actor, "RESUME")

    def add(self, at_s: float, who: str, act: Act) -> None:
        """Add what somebody did."""
        self.rows.append({"at_s": round(at_s, 3), "who": who, "act": act})

    def cut_off(self, at_s: float, who: str) -> None:
        """Somebody ended the run from outside; that is a HOLD, whether it was still recorded or not."""
        if not self.rows or (self.rows[-1]["who"], self.rows[-1]["act"]) != (who, "HOLD"):
            self.add(at_s, who, "HOLD")

    def end(self, script_done_s: float | None) -> dict[str, Any] | None:
        """Return whose HOLD ended the run and when; None: it was resumed, or came after the script's end."""
        if not self.rows or self.rows[-1]["act"] != "HOLD":
            return None
        last = self.rows[-1]
        if script_done_s is not None and script_done_s <= last["at_s"]:
            return None
        return {"who": last["who"], "at_s": last["at_s"]}
