"""Shots of the contact sheet that no flight makes alone: a person's acts, a replay, an open drawer, a mode.

snapshot of a flight --changed--> what a screen shows then, in an arrangement of the window
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import msgspec

from ground.console.facts.handover import Handover
from ground.console.facts.hold_facts import HoldFacts, HoldPress
from ground.console.facts.message_book import MessageBook
from ground.console.frame.arrangement import Arrangement
from ground.console.replay.replay_feed import ReplayFeed
from ground.operator.client import PlannerWait
from ground.operator.person.motion_answer import MotionAnswer, joint_peaks
from ground.operator.person.person_plans import OfferedPlan
from ground.operator.person.pilot_state import PendingAct, PilotState
from ground.operator.procedure import PartRow
from ground.scenario.scenario import load, run_settings
from predictor.run_model import read_model
from telemetry.agreed.reasons import Reason
from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings
from telemetry.life.contract import Send, WayState, WorkDone
from telemetry.messages.command import HoldCommand
from telemetry.messages.handle import HandleStatus
from telemetry.messages.plan import PlanCancel, PlanRefused
from telemetry.messages.world import BodyPlaced, ProposedWorld, WorldUpdates
from telemetry.recording.playback import Playback
from telemetry.recording.replay_role import Replay

SEED = 1
OFFERED = OfferedPlan("plan 1", (PartRow("1-3", "joint move, joint move, line", "to do", ""),), "plan 1-3")
AWAY = "gamepad is the second device; virtuose 6d has the handle"
FIGURES = ("Telemetry.q[1]", "Telemetry.q[3]", "ImageStatus[global].age")


class MadeShot(NamedTuple):
    """A shot that is made of another one."""

    of: str  # its name
    change: Callable = lambda seen, folder: seen  # returns another snapshot; `folder`: where recordings are
    arrangement: Arrangement = Arrangement()
    figures: tuple[str, ...] = ()  # that are plotted
    mode: str = "rehearsal"


@cache
def run_of(name):
    """The run of a scenario."""
    return run_settings(load(name), seed=SEED, run_id="contact-sheet")


def sought(recording, at_ns):
    """Play a recording from an instant, as after a seek; return what its screen then shows."""
    film = Playback(recording)
    run = msgspec.structs.replace(run_of(recording.stem), mode="replay")
    told = ReplaySettings(recording=str(recording), run_id=run.run_id, from_s=at_ns / NS_PER_S)
    replay = Replay(film, told)
    handover = Handover()
    feed = ReplayFeed(run, handover, recording=str(recording))
    (work,) = feed.tick(0)
    feed.receive(WorkDone(work.name, work.function(*work.arguments)), "", 0)
    now_ns = 0
    while now_ns < NS_PER_S // 5:
        for effect in replay.tick(now_ns):
            if isinstance(effect, Send):
                feed.receive(effect.message, "replay", now_ns)
        now_ns = max(replay.due_ns, now_ns + 1)
    feed.tick(now_ns)
    return handover.newest


def after_seek(roll_back, folder):
    """The recording, some time after a roll-back."""
    return sought(folder / "observation_pass.mcap", roll_back.at_ns + 3 * NS_PER_S)


def held_in_los(los, folder):
    """A loss of signal, with a person who has pressed HOLD."""
    command = HoldCommand(actor="console", pressed_ns=0, nonce=1)
    opens_ns = los.authority.gate.value.window_opens_ns
    press = HoldPress(command=command, at_ns=los.at_ns, leaves_ns=opens_ns, taken_by=("bridge",))
    return replace(los, hold=HoldFacts(press=press))


def refused_plan(flown, folder):
    """A pass, with a person whose plan was refused."""
    refused = PendingAct("plan", "", "a limit of a joint: plan another way", flown.at_ns)
    book = MessageBook()
    book.on_pending(refused, flown.at_ns)
    pilot = flying(offers=(OFFERED,), plan=flown.plan.ready, pending=refused)
    return replace(flown, pilot=pilot, messages=(*flown.messages, *book.lines))


def by_device(goal, folder):
    """A hand on its way to a goal, with a person at a device while another one was sent away."""
    told = HandleStatus(
        holder="console",
        device="virtuose 6d",
        rate=500.0,
        is_pressed=True,
        counts=True,
        age=0.012,
        refused="gamepad",
        why=AWAY,
        refused_ns=goal.at_ns - 3 * NS_PER_S,
    )
    return replace(goal, pilot=flying(), hand=goal.hand.on_message(told, goal.at_ns))


def flying(offers=(), plan=None, pending=None):
    """What a person at the window has come to."""
    return PilotState(
        holds_lease=True, keeps_lease=True, offers=offers, plan=plan, pending=pending, flies=True
    )


def asked_motion(flown, folder):
    """A person's motion that is planned and may be armed."""
    ready = flown.plan.ready
    peaks = joint_peaks(ready.peaks, read_model(run_of("observation_pass")).robot)
    answer = MotionAnswer("line", (), "ready", "", flown.at_ns, "", ready, peaks=peaks)
    plan = replace(flown.plan, epoch=None)
    return replace(flown, plan=plan, pilot=flying(plan=ready)._replace(motion=answer, saved=("survey-2",)))


def refused_motion(flown, folder):
    """A person's motion that is asked for in too short a time, beside the one that is waited for."""
    ready = flown.plan.ready
    peaks = joint_peaks(ready.peaks, read_model(run_of("observation_pass")).robot)
    refused = PlanRefused(
        plan_id="line", reason=Reason.DURATION_TOO_SHORT, detail="move 1: joint 4", shortest=4.25
    )
    answer = MotionAnswer("line", (), "refused", "", flown.at_ns, "", refused=refused, peaks=peaks)
    waits = (PlannerWait("line", flown.at_ns - 3 * NS_PER_S, PlanCancel(plan_id="line")),)
    return replace(flown, pilot=flying()._replace(motion=answer, planning=waits))


def unreached_hold(flown, folder):
    """HOLD that reaches nobody, since the bridge has died and the gate is another run's."""
    ways = (("bridge", WayState(receiver="bridge", state="gone")),
            ("gate", WayState(receiver="gate", state="refused", why="wrong key")))  # fmt: skip
    return replace(
        flown, hold=replace(flown.hold, probed_ns=flown.at_ns - 12 * NS_PER_S, ready=(), ways=ways)
    )


def proposed_world(flown, folder):
    """A pass in which the target was measured elsewhere, while its holder is asked about the next update."""
    stands = BodyPlaced("target", (0.0, 0.15, 0.0), (0.9659258, 0.0, 0.2588190, 0.0))
    asked = BodyPlaced("target", (0.012, 0.155, -0.008), (0.9659258, 0.0, 0.2588190, 0.0))
    waits = ProposedWorld(
        change=asked, digest=bytes(range(40, 72)), by="console-2", until_ns=flown.at_ns + 23 * NS_PER_S
    )
    gate = flown.authority.gate
    status = msgspec.structs.replace(gate.value, proposed=waits)
    world = msgspec.structs.replace(flown.arm.world, updates=WorldUpdates(1, (stands,)))
    book = MessageBook()
    for message in (gate.value, status):
        book.on_message(message, flown.at_ns)
    return replace(
        flown,
        authority=replace(flown.authority, gate=replace(gate, value=status)),
        arm=replace(flown.arm, world=world),
        messages=(*flown.messages, *book.lines),
        pilot=flying()._replace(confirms_world=True),
    )


def drawer(name, of="roll_back", **more):
    """A shot with a drawer open."""
    return MadeShot(of, arrangement=Arrangement(drawer=name), **more)


def tab(name, of, change=MadeShot._field_defaults["change"]):
    """A shot with a tab in front."""
    return MadeShot(of, change, Arrangement(work=name))


MADE = {
    "seek": MadeShot("roll_back", after_seek, mode="replay"),
    "los_hold": MadeShot("los", held_in_los),
    "person": tab("PLAN", "pass", refused_plan),
    "device": tab("HAND", "goal", by_device),
    "motion": tab("MOTION", "pass", asked_motion),
    "refused": tab("MOTION", "pass", refused_motion),
    "why": tab("WHY", "roll_back"),
    "cameras": tab("CAMERAS", "pass"),
    "large": MadeShot("pass", arrangement=Arrangement(work="CAMERAS", large="global")),
    "world": MadeShot("pass", proposed_world),
    "red": MadeShot("pass", unreached_hold),
    "operate": MadeShot("pass", mode="live"),
    "queue": drawer("QUEUE"),
    "history": drawer("HISTORY"),
    "plots": drawer("PLOTS", figures=FIGURES),
    "state": drawer("STATE"),
    "messages": drawer("MESSAGES"),
}
