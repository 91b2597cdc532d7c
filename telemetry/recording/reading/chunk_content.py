"""What a chunk of a recording holds: batch by batch, each proven by the sum at its end.

    compressed frame --unpack, as far as it goes--> channels, messages, receptions | messages, ...
                                                                         '-- CRC-32 of all before

So a frame that is cut or damaged still yields the batches before that place, and nothing that is not proven.
What stands in a chunk are records of MCAP: a kind, a length and a content.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

import zstandard

from telemetry.recording.records.receptions import CHANNEL, Receptions, unpack_receptions

STANDS_ALONE = {"chunk": "alone"}  # of the receptions' channel: a chunk names nothing of those before it
UNPACK_STEP = 256  # octets of a damaged frame that are unpacked at once: a few may hold megabytes

_HEAD = struct.Struct("<BQ")
_CHANNEL, _MESSAGE = 0x04, 0x05
_MESSAGE_HEAD = struct.Struct("<HIQQ")
_NUMBERS = struct.Struct("<HH")  # of a channel: its own, and its schema's
_LENGTH = struct.Struct("<I")


class Channel(NamedTuple):
    """A channel as the file tells it."""

    name: str  # of the message
    encoding: str
    values: dict[str, str]


class StoredMessage(NamedTuple):
    """A message, as its channel holds it."""

    number: int
    name: str
    payload: bytes


class Batch(NamedTuple):
    """What stands in a chunk up to the receptions of one batch."""

    messages: list[StoredMessage]
    receptions: Receptions


class ChunkContent:
    """Takes what chunks hold apart; channels are told in the first one that has them."""

    def __init__(self) -> None:
        """Begin with no channel."""
        self.channels: dict[int, Channel] = {}
        self.is_alone = False  # so far: a chunk names nothing of those before it
        self.is_whole = True  # so far: all of the last chunk was proven

    def batches(self, content: bytes) -> Iterator[Batch]:
        """Return the batches of a chunk in order, as far as they are proven.

        Raises:
            Exception: whatever a parser makes of octets that nobody has written.
        """
        self.is_whole = False
        said: list[StoredMessage] = []
        summed = checksum = 0
        for kind, begin, end in _records(content):
            if kind == _CHANNEL:
                number, channel = _channel(content[begin:end])
                self.channels[number] = channel
                self.is_alone |= channel.name == CHANNEL and channel.values.items() >= STANDS_ALONE.items()
            elif kind == _MESSAGE:
                number, sequence, _, _ = _MESSAGE_HEAD.unpack_from(content, begin)
                data, name = content[begin + _MESSAGE_HEAD.size : end], self.channels[number].name
                if name != CHANNEL:
                    said.append(StoredMessage(sequence, name, data))
                    continue
                checksum = zlib.crc32(memoryview(content)[summed : end - _LENGTH.size], checksum)
                receptions = unpack_receptions(data)
                if checksum != receptions.sum:
                    return
                yield Batch(said, receptions)
                checksum = zlib.crc32(data[-_LENGTH.size :], checksum)
                said, summed = [], end
        self.is_whole = summed == len(content)


def unpacked(frame: bytes, size: int) -> bytes:
    """Return what a compressed frame of so many octets holds; of one that is not whole what there is."""
    try:
        return zstandard.ZstdDecompressor().decompress(frame, max_output_size=size)
    except zstandard.ZstdError:
        return _as_far_as_it_goes(frame, size)


def _as_far_as_it_goes(frame: bytes, size: int) -> bytes:
    steps, content = zstandard.ZstdDecompressor().decompressobj(), bytearray()
    for begin in range(0, len(frame), UNPACK_STEP):
        try:
            content += steps.decompress(frame[begin : begin + UNPACK_STEP])
        except zstandard.ZstdError:
            break
        if len(content) > size or steps.eof:
            break
    return bytes(content[:size])


def _records(content: bytes) -> Iterator[tuple[int, int, int]]:
    """Return kind, begin and end of the content of each record that is there as a whole."""
    at, size = _HEAD.size, len(content)
    while at <= size:
        kind, length = _HEAD.unpack_from(content, at - _HEAD.size)
        if at + length > size:
            return
        yield kind, at, at + length
        at += length + _HEAD.size


def _channel(data: bytes) -> tuple[int, Channel]:
    number, _ = _NUMBERS.unpack_from(data)
    topic, at = _text(data, _NUMBERS.size)
    encoding, at = _text(data, at)
    at, values = at + _LENGTH.size, {}
    while at < len(data):
        key, at = _text(data, at)
        values[key], at = _text(data, at)
    return number, Channel(topic.removeprefix("/"), encoding, values)


def _text(data: bytes, at: int) -> tuple[str, int]:
    begin = at + _LENGTH.size
    end = begin + _LENGTH.unpack_from(data, at)[0]
    return data[begin:end].decode(), end
