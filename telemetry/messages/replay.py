"""Replay: how a recording is being played."""

from typing import Literal

from telemetry.messages.base import Count, Finite, Message, Text


class ReplayControl(Message, frozen=True, tag=100):
    """Console or command line to the replay."""

    action: Literal["play", "pause", "step", "speed", "seek"]
    value: Finite  # speed: times real time, 0 for as fast as possible; seek: from the start [s]; else 0


class ReplayStatus(Message, frozen=True, tag=101):
    """Replay to the screens, 4 Hz: where it is."""

    at: Finite  # [s] from the start of the recording
    duration: Finite  # [s]
    speed: Finite  # times real time [1]; 0: as fast as possible
    playing: bool
    sent: Count  # messages so far
    done: bool
    detail: Text  # damage of the recording, or empty
