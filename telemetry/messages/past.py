"""What has been said in a pass: a screen that comes late asks, and the recorder answers, part by part.

screen ---- PastRequest(part 0) ----> recorder        a part: some hundred messages, as they were said
       <--- PastPart(part 0 of 7) ---
       ---- PastRequest(part 1) ---->                 ... until the last part of those that there are
"""

from typing import Annotated

import msgspec

from telemetry.messages.base import Count, Message, Nanoseconds, on_wire

PART_BYTES = 128 * 1024  # of the messages of one part, about


@on_wire("PastRequest")
class PastRequest(Message, frozen=True, tag=120):
    """A screen to the recorder: what has been said, part by part; asked again until it is answered."""

    part: Count  # its number, from 0; one that is not kept any more stands for the oldest that is


@on_wire("PastPart")
class PastPart(Message, frozen=True, tag=121):
    """Recorder to the screen that asked: one part of what has been said."""

    life: Count  # of the recorder, which begins anew with each life
    part: Count  # its number
    parts: Count  # how many there have been, with the one that still grows
    since_ns: Nanoseconds  # run's time of the oldest message that is kept; of none: of this answer
    content: Annotated[bytes, msgspec.Meta(max_length=2 * PART_BYTES)]  # `telemetry.recording.pass_book`
