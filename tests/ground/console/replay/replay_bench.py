"""What the tests of a replay share: a flight recorded with a console, a replay with a screen."""

from dataclasses import fields

import msgspec

from ground.console.facts.handover import PROCESS_HANDOVER, Handover
from ground.console.facts.panel_facts import PanelFacts
from ground.console.facts.settings import consoles
from ground.console.replay.replay_feed import ReplayFeed
from ground.rehearsal.roles import roles
from ground.rehearsal.scenario_info import about_rehearsal
from ground.scenario.scenario import load, run_settings
from telemetry.agreed.run_settings import NS_PER_S, ReplaySettings
from telemetry.drive.store import MemoryStore
from telemetry.drive.virtual_time import VirtualTime
from telemetry.messages.replay import ReplayControl, Replayed
from telemetry.recording.replay_role import Replay
from telemetry.recording.writing.mcap_file import RecordingStore

SEED = 1
A_MOMENT_S = 0.02
OF_THE_PRESENT = {
    "at_ns",
    "replay.status",
}  # not of the recording


def flown(name, path, *, until_s=None, cameras=False, look_s=(), screens=1):
    """Fly a scenario with a console, or only so far, and record it; return what the console shows then."""
    scenario = load(name)
    run = run_settings(scenario, seed=SEED, run_id=f"{name}-{SEED}")
    store = RecordingStore(path, about_rehearsal(scenario, run, source=name), sync=False)
    driver = VirtualTime(
        [*roles(scenario, run, cameras=cameras), *consoles(run)[:screens]],
        seed=SEED,
        stores=lambda role: store if role == "recorder" else MemoryStore(),
    )
    shown = []
    for at_s in (*look_s, until_s or scenario.duration_s):
        driver.run(until_ns=round(at_s * NS_PER_S))
        shown.append(PROCESS_HANDOVER.newest)
    driver.close()
    store.close()
    return shown


def as_replayed(name):
    """Return the settings of a flown scenario as its replay has them."""
    run = run_settings(load(name), seed=SEED, run_id=f"{name}-{SEED}")
    return msgspec.structs.replace(run, mode="replay", run_id="again")


class Theatre:
    """A replay and one screen, driven from one due time to the next."""

    def __init__(self, film, run, **settings):
        self.role = Replay(film, ReplaySettings(recording="", run_id=run.run_id, **settings))
        self.handover = Handover()
        self.feed = ReplayFeed(run, self.handover)
        self.now_ns = 0
        self.told = []  # every Replayed

    def run(self, for_s):
        """Go on for so long; return what the screen then shows."""
        until_ns = self.now_ns + round(for_s * NS_PER_S)
        while self.role.due_ns <= until_ns:
            self.now_ns = max(self.now_ns, self.role.due_ns)
            for effect in self.role.tick(self.now_ns):
                self.hear(effect.message)
        self.now_ns = until_ns
        self.feed.tick(until_ns)
        return self.handover.newest

    def hear(self, message):
        """Let the screen hear it, and the replay its answer."""
        if isinstance(message, Replayed):
            self.told.append(message)
        for answer in self.feed.receive(message, "replay", self.now_ns):
            self.role.receive(answer.message, "console", self.now_ns)

    def ask(self, action, value=0.0):
        """Ask the replay for something."""
        self.role.receive(ReplayControl(action=action, value=value), "console", self.now_ns)
        return self

    def seek(self, at_s):
        """Go to a place; return what the screen shows there, once it does."""
        return self.ask("seek", at_s).arrive()

    def arrive(self):
        """Wait until the place is shown that was asked for."""
        jump, seen = self.role._cursor.jump, self.run(0.0)
        while seen.replay.sought_ns is not None or not self.told or self.told[-1].jump != jump:
            seen = self.run(A_MOMENT_S)
        return seen

    def play_to(self, at_s):
        """Play on to a place, and pause there; return what the screen shows."""
        self.ask("play")
        left_s = at_s - self.run(0.0).place_ns / NS_PER_S
        speed = self.role._pace.speed
        while self.handover.newest.place_ns < round(at_s * NS_PER_S) and speed:
            self.run(left_s / speed)
            left_s = at_s - self.handover.newest.place_ns / NS_PER_S
        self.ask("pause")
        return self.run(A_MOMENT_S)


def differing(one, other):
    """Return the facts in which two snapshots tell different things of the recording."""
    those = facts_of(other)
    return [
        name for name, value in facts_of(one).items() if name not in OF_THE_PRESENT and value != those[name]
    ]


def facts_of(snapshot):
    """Return all that a snapshot tells, by its name."""
    told = {}
    for field in fields(snapshot):
        value = getattr(snapshot, field.name)
        parts = fields(value) if isinstance(value, PanelFacts) else ()
        told |= {f"{field.name}.{part.name}": getattr(value, part.name) for part in parts if part.compare}
        told |= {} if parts or not field.compare else {field.name: value}
    return told
