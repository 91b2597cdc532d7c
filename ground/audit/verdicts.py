"""What lets an entry leave: a verdict of this chain, world and configuration (invariants 1, 12, 13, 16)."""

import hashlib
from collections.abc import Mapping

import msgpack

from ground.audit.account import Account, Newest
from ground.audit.law import SLACK_NS, Body, Number, are_same, number_of, state_of

SAME_M = 1e-12
ESCAPE_FALL_M, ESCAPE_SPEED_M_S = 0.001, 0.010


def chain_digest(*parts: bytes) -> bytes:
    """Return the first 16 bytes of SHA-256 over the parts, each preceded by its length."""
    joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return hashlib.sha256(joined).digest()[:16]


def leads_out(verdict: Body) -> bool:
    """Return whether the figures of a verdict on a way out are those of the rule: 1 mm, 10 mm/s."""
    found = verdict.get("escape")
    if not found:
        return False
    is_slow: bool = 0.0 <= found["speed"] <= ESCAPE_SPEED_M_S
    return is_slow and found["fallen"] <= ESCAPE_FALL_M


class VerdictsAudit:
    """The account of the queue and of what was judged."""

    def __init__(self, account: Account) -> None:
        """Begin with an empty queue."""
        self._account = account
        self._chains: Newest[Number, bytes] = Newest(account.kept)
        self._queued_ns: Newest[Number, int] = Newest(account.kept)
        self._verdicts: Newest[Number, list[Body]] = Newest(account.kept)
        self._world: int | None = None
        self._confirmed = 0  # updates of the world, by the gate that lives
        self._refused: tuple[Number, int] | None = None  # a bad verdict, and by when its epoch has to be over

    def on_restart(self, at_ns: int, *, keeps_store: bool) -> None:
        """Forget what the gate has forgotten."""
        self._chains.clear()
        self._verdicts.clear()
        self._world, self._refused, self._confirmed = None, None, 0

    def on_heard_World(self, at_ns: int, body: Body, sender: str) -> None:
        """Take the world that verdicts have to be of: one without all that was confirmed is none."""
        count = body.get("updates", {}).get("count", 0)
        self._confirmed = max(self._confirmed, count)
        self._world = body["version"] if count == self._confirmed else None

    def on_sent_WorldUpdate(self, at_ns: int, body: Body) -> None:
        """Take that the world was confirmed to be another: no verdict so far counts any more."""
        if body["updates"]["count"] > self._confirmed:
            self._confirmed, self._world = body["updates"]["count"], None

    def on_heard_Verdict(self, at_ns: int, body: Body, sender: str) -> None:
        """Keep it for its entry; a bad one on what waits has to end its epoch."""
        account, number = self._account, number_of(body)
        self._verdicts[number] = [*self._verdicts.get(number, ()), body]
        is_ours = body["chain"] == self._chains.get(number) and body["world"] == self._world
        is_bad = not body["ok"] and body["configuration"] == account.law.configuration
        if is_ours and is_bad and number > account.last_number and account.armed:
            by_ns = at_ns + account.law.period_ns + SLACK_NS + account.write_ns(at_ns)
            self._refused = self._refused or (number, by_ns)

    def on_sent_Queued(self, at_ns: int, body: Body) -> None:
        """Continue the chain by an entry."""
        entry, previous = body["entry"], body["previous"]
        number = number_of(entry)
        if body["configuration"] != self._account.law.configuration:
            self._account.find(at_ns, "configuration", f"{number} was queued under another configuration")
        before = self._chains.get((number[0], number[1] - 1))
        if number[1] == 1:
            before = chain_digest(chain_digest(_packed(previous)), number[0].to_bytes(8, "big"))
        if before is None:
            return
        link = chain_digest(_packed(previous)), _packed(entry), body["configuration"]
        self._chains[number] = chain_digest(before, *link)
        self._account.entries[number] = state_of(entry["state"]), state_of(previous)
        self._queued_ns[number] = self._queued_ns.get(number, at_ns)
        if body.get("retreat"):
            self._account.retreats[number] = None

    def on_sent_RollBack(self, at_ns: int, body: Body) -> None:
        """Judge whether anything bad was said of what is rolled back."""
        number = body["epoch"] - 1, body["seq"]
        found = self._verdicts.get(number, ())
        if not any(self._lacks(verdict, number) for verdict in found):
            self._account.find(at_ns, "roll-back", f"{number} was rolled back without a bad verdict on it")
        self._refused = None

    def on_sent_HoldNotice(self, at_ns: int, body: Body) -> None:
        """Take that the epoch is over."""
        self._refused = None

    def on_sent_GateStatus(self, at_ns: int, body: Body) -> None:
        """Judge whether an epoch is over in which something was refused."""
        if self._refused is None or at_ns <= self._refused[1]:
            return
        number = self._refused[0]
        if body["epoch"] == number[0]:
            self._account.find(
                at_ns, "roll-back", f"epoch {number[0]} goes on after the bad verdict on {number}"
            )
        self._refused = None

    def on_sent_Motion(self, at_ns: int, body: Body) -> None:
        """Judge what lets a set-point leave."""
        account, point = self._account, body["set_point"]
        number = number_of(point)
        if point["kind"] != "motion":
            return
        if number not in account.entries:
            account.find(at_ns, "verdict", f"{number} left and was never queued")
            return
        entry, _ = account.entries[number]
        if not are_same(entry, state_of(point)):
            account.find(at_ns, "verdict", f"{number} left in another state than it was queued in")
        self._judge_verdicts(at_ns, number)
        self._judge_wait(at_ns, number)
        if self._refused and number[0] == self._refused[0][0] and number >= self._refused[0]:
            account.find(at_ns, "roll-back", f"{number} left after the bad verdict on {self._refused[0]}")

    def _judge_verdicts(self, at_ns: int, number: Number) -> None:
        """Find what the best of the verdicts lacks."""
        lacking = [self._lacks(verdict, number) for verdict in self._verdicts.get(number, ())]
        if [] in lacking:
            return
        rule = next((found[0] for found in lacking if found in (["world"], ["configuration"])), "verdict")
        of_which = "" if rule == "verdict" else f" of this {rule}"
        self._account.find(at_ns, rule, f"{number} left without a verdict for it{of_which}")

    def _lacks(self, verdict: Body, number: Number) -> list[str]:
        """Return what a verdict lacks to let an entry leave."""
        account = self._account
        keeps = leads_out(verdict) if number in account.retreats else self._keeps_clear(verdict)
        holds = {
            "verdict": verdict["ok"]
            and not verdict["reason"]
            and keeps
            and verdict["chain"] == self._chains.get(number)
            and abs(verdict["required"] - account.law.required_of(verdict["pair"])) <= SAME_M,
            "world": verdict["world"] == self._world,
            "configuration": verdict["configuration"] == account.law.configuration,
        }
        return [rule for rule, is_so in holds.items() if not is_so]

    def _keeps_clear(self, verdict: Body) -> bool:
        clear: bool = verdict["clearance"] >= self._account.law.required_of(verdict["pair"]) - SAME_M
        return clear and not verdict.get("escape")

    def _judge_wait(self, at_ns: int, number: Number) -> None:
        law = self._account.law
        waited = (at_ns - self._queued_ns[number]) / law.period_ns
        if waited < 0.9 * (law.depth - 1):
            self._account.find(at_ns, "early", f"{number} waited only {waited:.2f} periods")
        if waited > law.depth + 2.1 + self._account.write_ns(at_ns) / law.period_ns:
            self._account.find(at_ns, "wait", f"{number} waited {waited:.2f} periods")


def _packed(body: Mapping[str, object]) -> bytes:
    packed: bytes = msgpack.packb(body)
    return packed
