"""Pictures: one message for each, packed by the spacecraft, and what the image monitor makes of them."""

from typing import Annotated

import msgspec

from telemetry.messages.base import Count, Finite, Message, Name, Nanoseconds

Pixels = Annotated[int, msgspec.Meta(ge=1, le=4096)]


class Image(Message, frozen=True, tag=90):
    """Spacecraft to ground, 4 Hz for each camera: a monochrome picture, 8 bits, row by row from the top."""

    camera: Name  # hand_eye_a, hand_eye_b or global
    number: Count  # counts from 1 for each camera
    sampled_ns: Nanoseconds  # spacecraft clock
    width: Pixels
    height: Pixels
    pixels: bytes  # width * height


class ImagePacket(Message, frozen=True, tag=91):
    """Bridge to the screens: one space packet of a picture, exactly as the spacecraft made it."""

    packet: bytes


class ImageStatus(Message, frozen=True, tag=92):
    """Image monitor to the screens, 4 Hz for each camera: age, completeness, agreement with telemetry."""

    camera: Name
    number: Count  # of the newest whole picture; 0: none yet
    age: Finite | None  # since it was taken [s]; None: none yet
    received: Count  # whole pictures
    incomplete: Count  # pictures of which a packet is missing
    agreement: (
        Finite | None
    )  # share of recent pictures that move as telemetry does, 0 to 1 [1]; None: no data
