"""What the console's tests of the hand share: what is told of a force, and of a device."""

from telemetry.messages.force import ForceShare, HandForce
from telemetry.messages.handle import HandleStatus

TOLD = HandForce(
    at_ns=0, force=(0.0, -3.0, 4.0), torque=(0.0, 0.0, 0.03),
    asked=(ForceShare(why="delay", force=(0.0, -6.0, 0.0)), ForceShare(why="contact", force=(0.0, 0.0, 8.0))),
    limit="energy", passed=0.5, p_sent=(1.0, 0.0, 0.0), p_received=(0.9, 0.0, 0.0), delay=8.75, gain=40.0,
    passive_gain=2.63, stable_gain=47.9, energy=0.004,
)  # fmt: skip

DEVICE = HandleStatus(
    holder="console", device="virtuose 6d", rate=500.0, is_pressed=True, counts=True, age=0.012
)
