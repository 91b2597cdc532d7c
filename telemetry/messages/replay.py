"""Replay: how a recording is being played, and what was recorded, told again."""

from typing import Literal

from telemetry.messages.base import Count, Finite, Message, Nanoseconds, Text, on_wire
from telemetry.messages.lanes import Lanes


@on_wire("ReplayControl")
class ReplayControl(Message, frozen=True, tag=100):
    """Console or command line to the replay.

    seek, loop_begin and loop_end name a place [s]; speed is times real time, 0 for as fast as possible; taken
    names the newest `Replayed` that a screen has taken; again asks for the present place from the beginning.
    """

    action: Literal[
        "play", "pause", "step", "speed", "seek", "loop_begin", "loop_end", "loop_off", "taken", "again"
    ]
    value: Finite  # place from the start [s]; speed [1]; number; 0 where nothing is named


@on_wire("ReplayStatus")
class ReplayStatus(Message, frozen=True, tag=101):
    """Replay to the screens, 4 Hz: where it is."""

    at: Finite  # [s] from the start of the recording
    duration: Finite  # [s]
    speed: Finite  # times real time [1]; 0: as fast as possible
    playing: bool
    sent: Count  # recorded messages so far
    done: bool
    detail: Text  # damage of the recording, or empty
    loop: tuple[Finite, Finite] | None  # range that is played again and again [s]; None: no range


@on_wire("Replayed")
class Replayed(Message, frozen=True, tag=102):
    """Replay to the screens: recorded messages in the order of time, each with its recorded instant.

    A jump begins with all that it takes to show its place, and is whole once that has been told.  Who misses
    one of them asks for the place again; so nothing has to wait for a screen that is not there.
    """

    jump: Count  # number of the jump that it belongs to, from 1
    number: Count  # of this message, from 1, over all jumps
    begins: bool  # nothing of this jump comes before it
    is_whole: bool  # who has taken all of the jump so far knows what the screen knew at the place
    place_ns: Nanoseconds  # of the recording: where it stands; while not whole, where it goes
    told: tuple[tuple[Nanoseconds, bytes], ...]  # recorded instant, and the message's payload


@on_wire("ReplayLanes")
class ReplayLanes(Message, frozen=True, tag=104):
    """Replay to the screens, now and then: the lanes of the whole recording."""

    lanes: Lanes
