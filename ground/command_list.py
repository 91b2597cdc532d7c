"""The commands of `farhand`: a table from command to the function that carries it out, loaded when chosen.

A command in two words (`farhand NOUN ACTION ...`) has a table of actions instead of a function.

Exit codes: 0 done, 1 an expectation or a check failed, 2 usage, 3 bad input file, 4 refused for safety,
130 a person ended it by HOLD or Ctrl-C, 143 SIGTERM did.
"""

from collections.abc import Mapping
from typing import NamedTuple

DONE, FAILED, USAGE, BAD_FILE, UNSAFE, INTERRUPTED = 0, 1, 2, 3, 4, 130
HELP_WORDS, VERSION = ("help", "-h", "--help"), "--version"


class Command(NamedTuple):
    """One row of the table."""

    function: str  # package.module:function, which takes the arguments and returns the exit code
    summary: str
    actions: Mapping[str, "Command"] = {}  # by the first argument, instead of the function


COMMANDS = {
    "rehearse": Command(
        "ground.commands.run.rehearse:rehearse",
        "fly a scenario against a simulated spacecraft behind a 7 s link",
    ),
    "operate": Command(
        "ground.commands.run.operate:operate",
        "operate a station: the same roles against a spacecraft that is elsewhere",
    ),
    "spacecraft": Command(
        "ground.commands.run.spacecraft:spacecraft",
        "simulate the spacecraft of a station, as a program of its own",
    ),
    "hold": Command(
        "ground.commands.run.hold:hold",
        "HOLD, now: stop and latch the arm, straight to bridge and space segment",
    ),
    "stop": Command(
        "ground.commands.run.stop:stop", "end a run: HOLD, wait for the latch, end its processes"
    ),
    "resume": Command("ground.commands.run.person:resume", "leave a HOLD or a latch, as only a person may"),
    "confirm": Command(
        "ground.commands.run.person:confirm", "confirm that on-board clock or delay have stepped"
    ),
    "world": Command("ground.commands.run.person:world", "propose or confirm a change around the arm"),
    "go": Command("ground.commands.run.person:go", "say GO in the poll of a run"),
    "no-go": Command("ground.commands.run.person:no_go", "say NO-GO, or take GO back: what moves ends"),
    "runs": Command("ground.commands.run.runs:runs", "what runs or ran here; --prune removes what is over"),
    "console": Command("ground.commands.run.console:console", "open the console of a run that is going on"),
    "handle": Command("ground.commands.run.handle:handle", "take the handle of a run with a device"),
    "campaign": Command(
        "ground.commands.campaign.campaign:campaign",
        "fly a scenario many times in virtual time, over seeds, values and faults",
    ),
    "replay": Command(
        "ground.commands.recording.replay:replay", "play a recording on the same bus and screens"
    ),
    "record": Command(
        "ground.commands.recording.record:record",
        "what a recording holds, recovery of a damaged one, exports",
    ),
    "summary": Command(
        "ground.commands.recording.summary:summary",
        "how a recorded rehearsal or pass went, from its recording",
    ),
    "report": Command(
        "ground.commands.recording.report:report",
        "explain recorded runs or a campaign on one page: HTML that needs nothing else, and JSON",
    ),
    "audit": Command(
        "ground.commands.recording.audit:audit", "which invariants a recording proves, and what breaks them"
    ),
    "expect": Command(
        "ground.commands.recording.expect:expect",
        "checks over any recording: of a scenario, or a file of your own; 1 if one does not hold",
    ),
    "plot": Command(
        "ground.commands.recording.plot:plot", "any recorded figure over time: as a picture, a table, a list"
    ),
    "stream": Command(
        "ground.commands.run.stream:stream", "let other programs look at a run, over a WebSocket"
    ),
    "robot": Command(
        "",
        "an arm of your own: check its file, import it, fit volumes",
        {
            "check": Command(
                "ground.commands.arm.robot_check:check", "what the file says, what is missing or doubtful"
            ),
            "import": Command(
                "ground.commands.arm.robot_import:import_robot", "a robot file of a URDF or a DH table"
            ),
            "fit": Command(
                "ground.commands.arm.robot_fit:fit_robot", "fit volumes around its parts, by each method"
            ),
        },
    ),
    "scene": Command(
        "",
        "check a scene or a mesh: what it holds, what is doubtful, how an arm fits",
        {
            "check": Command(
                "ground.commands.arm.scene_check:check",
                "what a scene or a mesh holds, what is doubtful, how an arm fits",
            ),
        },
    ),
    "plan": Command(
        "",
        "one motion of an arm: how fast it can be, what it asks of each joint",
        {
            "joint": Command(
                "ground.commands.motion.plan_motion:joint", "all joints at once to where they are wanted"
            ),
            "advise": Command(
                "ground.commands.motion.plan_advise:advise", "what the lock of each joint would cost a line"
            ),
            "line": Command("ground.commands.motion.plan_motion:line", "the tool along a straight line"),
            "arc": Command("ground.commands.motion.plan_motion:arc", "the tool along an arc"),
            "orbit": Command(
                "ground.commands.motion.plan_motion:orbit", "the tool around a target that it faces"
            ),
            "plane": Command(
                "ground.commands.motion.plan_motion:plane", "the elbow turned, while the tool stays"
            ),
            "show": Command(
                "ground.commands.motion.plan_show:show",
                "a plan as a picture, beside it one with joints locked",
            ),
        },
    ),
    "verify": Command("ground.commands.verify:verify", "judge a plan before it is flown, and certify it"),
    "fixture": Command(
        "ground.commands.motion.fixture:fixture", "a tube that leads the hand around what is in the way"
    ),
    "collision": Command(
        "",
        "collision methods beside one another, along one motion",
        {
            "compare": Command(
                "ground.commands.motion.collision_compare:compare",
                "all collision methods along one motion: near, when, cost",
            ),
        },
    ),
    "keys": Command(
        "",
        "the keys of a station: made, installed, rotated, revoked, shown",
        {
            "new": Command("ground.commands.keys:new", "the first set of a station, a part for each host"),
            "install": Command("ground.commands.keys:install", "the part of a host, carried there"),
            "rotate": Command("ground.commands.keys:rotate", "the next set, latched and at rest"),
            "use": Command("ground.commands.keys:use", "which set the next run of a host begins with"),
            "revoke": Command("ground.commands.keys:revoke", "a set that is never taken again"),
            "show": Command("ground.commands.keys:show", "which sets there are: ids, never a key"),
        },
    ),
    "new": Command(
        "",
        "a commented file to begin with: a scenario, scene, robot or plan that works as it is",
        {
            "scenario": Command("ground.commands.new_file:new_scenario", "a pass that flies at once"),
            "scene": Command("ground.commands.new_file:new_scene", "a platform, and a table with a rail"),
            "robot": Command("ground.commands.new_file:new_robot", "an arm of six joints that can be flown"),
            "plan": Command("ground.commands.new_file:new_plan", "a plan that can be judged and flown"),
        },
    ),
    "guide": Command("ground.commands.guide:guide", "the guide: to fly, to bring an arm, what keeps it safe"),
    "doctor": Command(
        "ground.commands.doctor:doctor", "what this machine can do for a run, and the cure of what is wrong"
    ),
    "scenarios": Command(
        "ground.commands.scenarios:scenarios",
        "list the scenarios that come with farhand, or tell one: its task",
    ),
    "completion": Command(
        "ground.commands.completion:completion", "what a shell needs to complete commands: bash or zsh"
    ),
    "messages": Command(
        "ground.commands.messages:messages",
        "every message: ids, fields, units, who says it to whom; JSON, XTCE",
    ),
}
