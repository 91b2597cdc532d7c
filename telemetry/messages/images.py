"""Pictures, which travel in shards of which any 60 of 69 suffice, and what the image monitor says of them."""

from typing import Annotated

import msgspec

from telemetry.messages.base import Count, Finite, Message, Name, Nanoseconds, Part, on_wire

SHARDS_MAX = 1 << 16

Pixels = Annotated[int, msgspec.Meta(ge=1, le=4096)]
ShardIndex = Annotated[int, msgspec.Meta(ge=0, lt=SHARDS_MAX)]


class Image(msgspec.Struct, frozen=True, kw_only=True):
    """A monochrome picture, 8 bits, row by row from the top; it crosses the link in shards."""

    camera: Name  # hand_eye_a, hand_eye_b or global
    number: Count  # counts from 1 for each camera
    sampled_ns: Nanoseconds  # spacecraft clock
    width: Pixels
    height: Pixels
    pixels: bytes  # width * height


@on_wire("ShardOf")
class ShardOf(Part, frozen=True, array_like=True):
    """Which picture a shard is of, and which of its shards: an array, because 69 packets say it of each."""

    camera: Name
    number: Count
    sampled_ns: Nanoseconds  # spacecraft clock
    width: Pixels
    height: Pixels
    index: ShardIndex


@on_wire("ImageShard")
class ImageShard(Message, frozen=True, tag=93):
    """Spacecraft to ground: one of the packets of a picture, 4 pictures each second of each camera.

    The first shards are the picture as it is, the others repair it (`telemetry.wire.shards`).  A recording
    holds those that the others make again with no data (RaptorQ, RFC 6330).
    """

    of: ShardOf
    data: bytes  # one symbol


@on_wire("ImagePacket")
class ImagePacket(Message, frozen=True, tag=91):
    """Bridge to the screens: one space packet of a picture, exactly as the spacecraft made it."""

    packet: bytes


@on_wire("ImageStatus")
class ImageStatus(Message, frozen=True, tag=92):
    """Image monitor to the screens, 4 Hz for each camera: age, completeness, agreement with telemetry."""

    camera: Name
    number: Count  # of the newest whole picture; 0: none yet
    age: Finite | None  # since it was taken [s]; None: none yet
    received: Count  # whole pictures
    mended: Count  # those of them that were whole only thanks to repair shards
    incomplete: Count  # pictures that did not become whole, also those of which nothing came
    whole: Finite | None  # share of the pictures of the last seconds [1]; None: none came
    missing: Finite  # share of the newest picture, whole or not [1]
    agreement: Finite | None  # share of recent pictures that move as telemetry does [1]; None: no data
    skipped: Count = 0  # pictures that were due and not taken, as the stamps of the others tell
