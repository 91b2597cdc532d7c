"""`farhand bench ACTION`: how fast this is beside others, how it grows, how sure its answers are."""

from ground.cli import Command
from ground.commands.actions import act

# To add an action: its function in a file beside this one, and a row here.
ACTIONS = {
    "collision": Command("ground.commands.bench_speed:collision", "distances, hits, meshes, verdicts"),
    "kinematics": Command("ground.commands.bench_speed:kinematics", "forward and inverse kinematics, lines"),
    "trajectory": Command("ground.commands.bench_speed:trajectory", "shortest motions, timing of paths"),
    "verify": Command("ground.commands.bench_speed:verify", "a trajectory of 60 s judged, three contracts"),
    "growth": Command("ground.commands.bench_growth:growth", "time over bodies, leaves and triangles"),
    "truth": Command("ground.commands.bench_truth:truth", "contacts missed, motion held without need"),
    "start": Command("ground.commands.bench_start:start", "the first answer of a process, cold and warm"),
    "gate": Command("ground.commands.bench_gate:gate", "the gate's work before a release, among many boxes"),
    "planning": Command(
        "ground.commands.bench_planning:planning", "ways around obstacles: published problems"
    ),
    "hand": Command("ground.commands.bench_hand:hand", "what helps a hand that leads through delay"),
    "haptics": Command("ground.commands.bench_haptics:haptics", "the 1 kHz loop beside a device"),
    "yielding": Command("ground.commands.bench_yielding:yielding", "what a hand feels that lets a force go"),
    "rays": Command("ground.commands.bench_speed:rays", "rays at primitives and at meshes"),
}


def bench(arguments: list[str]) -> int:
    """Do one of the things that a bench can do."""
    return act("bench", ACTIONS, arguments)
