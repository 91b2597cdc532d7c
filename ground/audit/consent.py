"""Consent: ARM, then FIRE of the same command by the right person, and GO of all that are polled (19, 23).

    ArmCritical --accepted--> armed --- FireCritical, the same within 30 s ---> OperationCommand
                                |
              HOLD, its notice, roll-back, another world, Disarm, a restart: no FIRE finds it

A word of the poll counts until the next one of the same participant, and none outlives the gate.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ground.audit.account import ARMS, Account
from ground.audit.law import SECOND, SLACK_NS, Body, number_of

ARM_FIRE_NS = 30 * SECOND
CRITICAL = {"gripper": ("grasp", "release"), "brake": ("release",), "mode": ("nominal",)}  # all else is not
APPROVER = "approver"


class _Asked(NamedTuple):
    """An act, by whom and when it was given."""

    body: Body
    sender: str
    at_ns: int


class ConsentAudit:
    """The account of what was armed, and of the words of the poll."""

    def __init__(self, account: Account) -> None:
        """Begin with nothing armed, and without a word."""
        self._account = account
        self._asked: dict[tuple[str, str], _Asked] = {}  # the newest act of each kind and participant
        self._armed: _Asked | None = None
        self._fire: _Asked | None = None
        self._shown: bytes | None = None  # the hash of what is armed, by the gate's status
        self._world: int | None = None
        self._words: dict[str, bool] = {}

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Forget all of it: none outlives the gate."""
        self._end_arming()
        self._asked, self._words, self._world, self._shown = {}, {}, None, None

    def on_heard_ArmCritical(self, at_ns: int, body: Body, sender: str) -> None:
        """Keep it until the gate has answered."""
        self._asked["ArmCritical", sender] = _Asked(body, sender, at_ns)

    def on_heard_GoNoGo(self, at_ns: int, body: Body, sender: str) -> None:
        """Keep it until the gate has answered."""
        self._asked["GoNoGo", sender] = _Asked(body, sender, at_ns)

    def on_heard_FireCritical(self, at_ns: int, body: Body, sender: str) -> None:
        """Keep it: what leaves has to follow from it."""
        self._fire = _Asked(body, sender, at_ns)

    def on_heard_World(self, at_ns: int, body: Body, sender: str) -> None:
        """End the arming with the world that it was given in."""
        if self._world not in (None, body["version"]):
            self._end_arming()
        self._world = body["version"]

    def on_heard_HoldCommand(self, at_ns: int, body: Body, sender: str) -> None:
        """End the arming."""
        self._end_arming()

    def on_sent_HoldNotice(self, at_ns: int, body: Body) -> None:
        """End the arming."""
        self._end_arming()

    def on_sent_RollBack(self, at_ns: int, body: Body) -> None:
        """End the arming."""
        self._end_arming()

    def on_sent_GateStatus(self, at_ns: int, body: Body) -> None:
        """Take the hash of what is armed, as every screen shows it."""
        armed = body.get("armed")
        self._shown = armed["digest"] if armed else None

    def on_sent_ActReply(self, at_ns: int, body: Body) -> None:
        """Take what the gate has accepted."""
        act, asked = body["act"], self._asked.pop((body["act"], body["to"]), None)
        if not body["accepted"]:
            return
        if act == "ArmCritical":
            self._armed = asked
        elif act == "GoNoGo" and asked is not None:
            self._words[body["to"]] = asked.body["go"]
        elif act == "Disarm":
            self._end_arming()
        elif act in ARMS:
            self._judge_poll(at_ns, f"{act} was taken")

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge whether all have said GO."""
        if body["set_point"]["kind"] == "motion":
            self._judge_poll(at_ns, f"{number_of(body['set_point'])} left")

    def on_sent_OperationCommand(self, at_ns: int, body: Body) -> None:
        """Judge what has let a command leave."""
        number, fire = number_of(body), self._fire
        self._judge_poll(at_ns, f"command {number} left")
        if fire is not None and number_of(fire.body) == number:
            self._judge_fire(at_ns, body, fire)
        elif _is_critical(body["operation"]):
            self._account.find(at_ns, "fire", f"command {number} left, and nobody had fired it")
        self._fire = None
        self._end_arming()

    def _judge_fire(self, at_ns: int, body: Body, fire: _Asked) -> None:
        account, number, armed = self._account, number_of(body), self._armed
        if armed is None or number_of(armed.body) != number:
            return account.find(at_ns, "fire", f"command {number} was fired, and was not armed")
        is_same = armed.body["operation"] == fire.body["operation"] == body["operation"]
        if not is_same or fire.body["digest"] != self._shown:
            account.find(at_ns, "fire", f"command {number} was fired as another than was armed")
        if at_ns - armed.at_ns > ARM_FIRE_NS + SLACK_NS:
            account.find(
                at_ns, "fire", f"command {number} was fired {(at_ns - armed.at_ns) / 1e9:.1f} s later"
            )
        return self._judge_person(at_ns, armed, fire)

    def _judge_person(self, at_ns: int, armed: _Asked, fire: _Asked) -> None:
        """Judge who has fired: the holder or an approver, or where two are asked for a second person."""
        account, law = self._account, self._account.law
        one, other = armed.sender, fire.sender
        if not law.two_person:
            if law.roles.get(other) != APPROVER and not account.has_lease(other, at_ns):
                account.find(at_ns, "lease", f"{other!r} has fired, the lease is {account.holder!r}'s")
            return
        logins = armed.body.get("login", ""), fire.body.get("login", "")
        is_other = law.roles.get(one) != law.roles.get(other) or (all(logins) and logins[0] != logins[1])
        if other in law.scripts or one == other or not is_other:
            account.find(at_ns, "second person", f"{other!r} has fired what {one!r} had armed")

    def _judge_poll(self, at_ns: int, what: str) -> None:
        missing = [name for name in self._account.law.poll if not self._words.get(name)]
        if missing:
            self._account.find(at_ns, "poll", f"{what} without the GO of {', '.join(missing)}")

    def _end_arming(self) -> None:
        self._armed = None


def _is_critical(operation: Mapping[str, Any]) -> bool:
    return operation["action"] in CRITICAL.get(operation["type"], ())
