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
        self._shortest, self._longest = shortest, longest

    @property
    def is_partial(self) -> bool:
        """True if a frame has begun and not ended."""
        return bool(self._held)

    def feed(self, data: bytes) -> list[bytes]:
        """Return the frames that are now whole, their lengths included.

        Raises:
            FrameError: a length that no frame has; what was whole before it is lost with the connection.
        """
        self._held += data
        frames, at = [], 0
        while len(self._held) - at >= LENGTH.size:
            length = LENGTH.unpack_from(self._held, at)[0]
            if length > self._longest:
                raise FrameError(f"frame too large ({length} > {self._longest})")
            if length < self._shortest:
                raise FrameError(f"frame too small ({length} < {self._shortest})")
            end = at + LENGTH.size + length
            if len(self._held) < end:
                break
            frames.append(bytes(self._held[at:end]))
            at = end
        del self._held[:at]
        return frames
