"""What is known of the newest HOLD: a row of stages, each done only by what proves it, and one line.

    pressed ------> station ----------> way up ------------> latched
    the button      somebody who        counted down, or     telemetry from after
                    reaches space       waits for AOS        its arrival shows it
                    has taken it

Before a press: when one would take effect; or that it would not get there, and why nobody answers.
"""

from collections import defaultdict
from typing import NamedTuple

from ground.console.facts.hold_facts import STATION, HoldFacts, HoldPress, is_kept_up
from ground.console.facts.link_facts import LinkFacts
from ground.console.facts.panel_facts import Stamped
from ground.console.facts.snapshot import Snapshot
from ground.console.texts import formats
from telemetry.agreed.run_settings import NS_PER_S, RunSettings
from telemetry.messages.command import REACHES_SPACE
from telemetry.messages.spacecraft import Telemetry

STAGE_NAMES = ("pressed", "station", "way up", "latched")
TAKEN_WITHIN_NS = NS_PER_S  # of a press, or nobody is there to take it
SPREAD_S = 0.65  # of delays, until a report that was due has come

CAUSES = {
    "never connected": "no such process, or its port is another's",
    "refused": "refused at the greeting: wrong key, or of another run",
    "silent": "its process is stopped, or its host is away",
    "no pass": "no pass is agreed: the spacecraft would not take it",
    "gone": "it was connected: its process has died",
}

DONE, UNDER_WAY, WAITING, NOT_YET, FAILED = "done", "under way", "held up", "not yet", "failed"
IDLE_STAGES = (NOT_YET,) * len(STAGE_NAMES)


class HoldProgress(NamedTuple):
    """States of the stages in their order, and what is said of them; `state` is that of the line."""

    stages: tuple[str, ...]
    text: str
    state: str


def untaken_press(waits_ns: int) -> HoldProgress:
    """Return the progress of a press that no role has taken for so long [ns]."""
    if waits_ns > TAKEN_WITHIN_NS:
        return HoldProgress((DONE, FAILED, NOT_YET, NOT_YET), "NOBODY TOOK IT: use `farhand hold`", FAILED)
    return HoldProgress((DONE, UNDER_WAY, NOT_YET, NOT_YET), "PRESSED", UNDER_WAY)


def hold_progress(snapshot: Snapshot, run: RunSettings, now_ns: int) -> HoldProgress:
    """Return what is told of the newest press, or when one would take effect."""
    press = snapshot.hold.press
    unreached = unreached_text(snapshot, now_ns)
    if press is None:
        return HoldProgress(IDLE_STAGES, unreached, FAILED) if unreached else _idle(snapshot, run, now_ns)
    if not press.goes_up:
        return untaken_press(now_ns - press.at_ns)
    progress = _on_its_way(press, snapshot, run, now_ns=now_ns)
    if unreached and progress.state == DONE:
        return progress._replace(text=unreached, state=FAILED)
    return progress if press.is_own else progress._replace(text=f"by {press.command.actor}: {progress.text}")


def unreached_text(snapshot: Snapshot, now_ns: int) -> str:
    """Return whom HOLD does not reach now, why, and for how long; empty: it reaches all who take it."""
    waits_ns = snapshot.hold.unreached(now_ns)
    if not waits_ns:
        return ""
    age = _seconds(max(waits_ns.values()) / NS_PER_S)
    hold = snapshot.hold
    roles = defaultdict[str, list[str]](list)  # by why they do not answer
    for role in waits_ns:
        roles[_way_text(hold, role)].append(formats.words(role))
    if set(REACHES_SPACE) <= waits_ns.keys():
        return f"HOLD GETS NOWHERE, {_way_text(hold, STATION)} {age}: `farhand hold`"
    named = ", ".join(f"{', '.join(each)} {why}" for why, each in roles.items())
    return f"HOLD NOT TO {named}: {age}"


def unreached_causes(snapshot: Snapshot, now_ns: int) -> str:
    """Return the same with what each connection shows, a line for each receiver."""
    hold = snapshot.hold
    refusals = {role: way.why for role, way in hold.ways}
    causes = [
        f"{formats.words(role)}: {refusals.get(role) or CAUSES[_way_text(hold, role)]}"
        for role in hold.unreached(now_ns)
    ]
    return "\n".join([unreached_text(snapshot, now_ns), *causes])


def _way_text(hold: HoldFacts, role: str) -> str:
    """Return why a role does not answer, a key of `CAUSES`; of a connection nothing may be known."""
    way = dict(hold.ways).get(role)
    if way is not None and way.state != "connected":
        return way.state
    return "no pass" if role in hold.passless else "silent"


def _seconds(duration: float) -> str:
    """Return a duration whose unit stays on its line; there are two short ones."""
    return formats.seconds(duration).replace(" ", formats.NO_BREAK)


def _idle(snapshot: Snapshot, run: RunSettings, now_ns: int) -> HoldProgress:
    seen = snapshot.authority.gate
    gate = seen.value if seen else None
    if snapshot.is_replay:
        return HoldProgress(IDLE_STAGES, "REPLAY: reaches no spacecraft", NOT_YET)
    up = _seconds(_up_s(snapshot.link, run))
    if gate is None and snapshot.arm.telemetry is None:
        return HoldProgress(IDLE_STAGES, f"NOTHING HEARD YET: in orbit in {up}, if it gets there", WAITING)
    if gate is None or gate.has_window:
        if snapshot.los_ns is not None:
            return HoldProgress(IDLE_STAGES, f"NO SIGNAL: in orbit in {up}, if it still gets there", WAITING)
        way_up = snapshot.link.status.value.up.state if snapshot.link.status else "ok"
        if way_up != "ok":
            text = f"WAY UP {way_up.upper()}: in orbit in {up}, if it gets there"
            return HoldProgress(IDLE_STAGES, text, WAITING)
        return HoldProgress(IDLE_STAGES, f"takes effect in orbit in {up}", "")
    when = _aos(gate.window_opens_ns, now_ns)
    if is_kept_up(now_ns, gate.window_opens_ns):
        return HoldProgress(IDLE_STAGES, f"NO CONTACT: a press waits for AOS, {when}", WAITING)
    return HoldProgress(IDLE_STAGES, f"NO CONTACT: AOS, {when}, is too late for a press of now", WAITING)


def _on_its_way(press: HoldPress, snapshot: Snapshot, run: RunSettings, *, now_ns: int) -> HoldProgress:
    """Return what is told of a press that is at the station."""
    leaves_ns, up_s = press.leaves_ns, _up_s(snapshot.link, run)
    if not is_kept_up(press.at_ns, leaves_ns) and (leaves_ns is None or now_ns < leaves_ns):
        text = f"not repeated until AOS, {_aos(leaves_ns, now_ns)}: press again then"
        return HoldProgress((DONE, DONE, FAILED, NOT_YET), text, FAILED)
    since_s = (now_ns - (press.at_ns if leaves_ns is None else leaves_ns)) / NS_PER_S
    if since_s < 0.0:
        return HoldProgress(
            (DONE, DONE, WAITING, NOT_YET), f"waits for AOS, {_aos(leaves_ns, now_ns)}", WAITING
        )
    if since_s < up_s:
        text = f"on its way: in orbit in {_seconds(up_s - since_s)}"
        return HoldProgress((DONE, DONE, UNDER_WAY, NOT_YET), text, UNDER_WAY)
    arrived_ns = now_ns - round((since_s - up_s) * NS_PER_S)
    return _answer(snapshot.arm.telemetry, arrived_ns, now_ns) or _no_answer(
        snapshot, run, arrived_ns, now_ns=now_ns
    )


def _answer(telemetry: Stamped[Telemetry] | None, arrived_ns: int, now_ns: int) -> HoldProgress | None:
    """Return what telemetry from after the hold's arrival says of it; None if there is none."""
    if telemetry is None or telemetry.at_ns < arrived_ns:
        return None
    if telemetry.value.latched:
        return HoldProgress(
            (DONE,) * 4, f"on board: LATCHED, seen {formats.age(telemetry.age_s(now_ns))}", DONE
        )
    if telemetry.value.mode == "stopping":
        return HoldProgress((DONE, DONE, DONE, UNDER_WAY), "on board: stopping", UNDER_WAY)
    return None


def _no_answer(snapshot: Snapshot, run: RunSettings, arrived_ns: int, *, now_ns: int) -> HoldProgress:
    """Return what is told after its arrival as long as no report shows the latch."""
    stages = (DONE, DONE, UNDER_WAY, WAITING)
    if snapshot.los_ns is not None:
        gate = snapshot.authority.gate
        opens_ns = gate.value.window_opens_ns if gate else None
        return HoldProgress(stages, f"due in orbit, report after AOS, {_aos(opens_ns, now_ns)}", WAITING)
    down = snapshot.link.down
    down_s = down.value if down else run.link.down_s
    beyond_link_s = run.commanding.period_s + run.link.telemetry_period_s + SPREAD_S
    left_s = down_s + beyond_link_s - (now_ns - arrived_ns) / NS_PER_S
    if left_s > 0.0:
        return HoldProgress(stages, f"due in orbit, report in {formats.seconds(left_s)}", UNDER_WAY)
    return HoldProgress((DONE, DONE, UNDER_WAY, FAILED), "NO LATCH REPORTED: press again", FAILED)


def _up_s(link: LinkFacts, run: RunSettings) -> float:
    return link.up.value if link.up else run.link.up_s


def _aos(opens_ns: int | None, now_ns: int) -> str:
    return "which is not planned" if opens_ns is None else formats.until(opens_ns, now_ns)
