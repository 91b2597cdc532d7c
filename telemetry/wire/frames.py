"""A stream of bytes cut into frames.

frame   u32 length | body        big-endian; the length is of the body
"""

import struct

LENGTH = struct.Struct("!I")


class FrameError(ValueError):
    """These bytes are no stream of frames."""


class FrameSplitter:
    """Cuts a stream of bytes into frames, wherever it was cut before."""

    def __init__(self, *, shortest: int, longest: int) -> None:
        """Start at the beginning of a frame whose body has a length within these [bytes]."""
        self._held = bytearray()
        self._shortest = shortest
        self.longest = longest  # of the frames that are still to come

    @property
    def is_partial(self) -> bool:
        """True if a frame has begun and not ended."""
        return bool(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that are now whole, their lengths included.

        Raises:
            FrameError: a length that no frame has; what was whole before it is lost with the connection.
        """
        self.add(data)
        frames = []
        while (frame := self.next_frame()) is not None:
            frames.append(frame)
        return frames

    def add(self, data: bytes) -> None:
        """Keep bytes until their frames are asked for, one by one."""
        self._held += data

    def next_frame(self) -> bytes | None:
        """Return the oldest frame that is whole, its length included; None: none is.

        Raises:
            FrameError: a length that no frame has.
        """
        if len(self._held) < LENGTH.size:
            return None
        length = LENGTH.unpack_from(self._held)[0]
        if length > self.longest:
            raise FrameError(f"frame too large ({length} > {self.longest})")
        if length < self._shortest:
            raise FrameError(f"frame too small ({length} < {self._shortest})")
        end = LENGTH.size + length
        if len(self._held) < end:
            return None
        frame = bytes(self._held[:end])
        del self._held[:end]
        return frame
