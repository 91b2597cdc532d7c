"""A person at a console of a run that goes on, in a process of its own, who flies a plan to its end.

python -m tests.system.flying_console RUN_FOLDER TOLD.json WHERE [PROCESS]

WHERE: there, where the scenario's plan ends, or back, where it begins; PROCESS is killed in the first motion.
"""

import json
import os
import signal
import sys
import threading
from pathlib import Path

import msgspec

from ground.console.facts.settings import ConsoleSettings
from ground.operator.procedure import PlanOffer
from ground.rehearsal.roles import for_person, plan_offers
from ground.run.kept.run_folder import RunFolder
from ground.scenario.scenario import load
from telemetry.drive.runtime import Runtime
from telemetry.files.settings import read_json
from telemetry.network.launch import Launch
from telemetry.plan.move_table import MoveTable
from telemetry.plan.plan_table import StepsTable

SCENARIO, ATTEMPTS, LONGEST_S = "short_link", 10, 300.0
CENTRE = (0.0, 0.0, 0.0)
THERE, BACK = "plan 1", "back"  # what is flown


def offers():
    """The scenario's plan, and the way back."""
    scenario = for_person(load(SCENARIO))
    move = MoveTable(to_deg=scenario.start_q_deg, duration_s=6.0)
    return (*plan_offers(scenario), PlanOffer(name=BACK, plan=StepsTable(moves=(move,))))


def to_its_end(window, told, plan, killed):
    """A lease, then the plan, again from wherever a loss has latched the arm, until it is flown."""
    yield from window.until(lambda: window.snapshot is not None and window.state == "held")
    told["lease"] = yield from window.do("lease")
    window.p = CENTRE
    for told["attempts"] in range(1, ATTEMPTS + 1):
        if window.state == "held":
            told["resume"] = yield from window.do("resume")
        told["plan"] = yield from window.plan(plan)
        if told["plan"]:
            yield from window.pause(3.0)
            continue
        told["arm"] = yield from window.do("arm plan")
        yield from window.until(lambda: window.state in ("plan", "held", "rest"))
        if killed and window.state == "plan":
            yield from window.pause(1.0)
            os.kill(killed.pop(), signal.SIGKILL)
            yield from window.until(lambda: window.state == "held")  # as another pass begins
            continue
        yield from window.until(lambda: window.state in ("held", "rest"))
        yield from window.pause(10.0)
        if window.state == "rest":
            told["flown"] = True
            return


def fly(run, plan, killed):
    """Take the place of the run's console; return what came of each act."""
    launch = read_json(RunFolder(run).launch("console"), Launch)
    settings = msgspec.json.decode(launch.settings, type=ConsoleSettings)
    settings = msgspec.structs.replace(settings, offers=offers(), flies=True)
    launch = msgspec.structs.replace(launch, settings=msgspec.Raw(msgspec.json.encode(settings)))
    runtime, told = Runtime(launch, role="tests.system.console_person:build"), {}
    ended = threading.Event()

    def steps():
        yield from to_its_end(runtime.role.window, told, plan, killed)
        ended.set()

    runtime.role.steps = steps()
    thread = threading.Thread(target=runtime.run, daemon=True)
    thread.start()
    ended.wait(LONGEST_S)
    runtime.stop()
    thread.join()
    return told


if __name__ == "__main__":
    folder, answer, where, *others = sys.argv[1:]
    flown = fly(Path(folder), {"there": THERE, "back": BACK}[where], [int(number) for number in others])
    Path(answer).write_text(json.dumps(flown))
