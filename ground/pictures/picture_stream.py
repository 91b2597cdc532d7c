"""What is known of one camera's pictures: how many became whole, and whether they move as telemetry says.

What is told of the last seconds is told only while pictures come: after them it would be a claim from before.
"""

from collections import deque

import numpy as np

from ground.pictures.camera import RATE
from ground.pictures.image_agreement import Agreement
from telemetry.agreed.run_settings import NS_PER_S
from telemetry.link.measured import ClockCorrelation
from telemetry.messages.images import Image, ImageStatus
from telemetry.wire.shards import Joined

PERIOD_NS = NS_PER_S // RATE
RECENT_NS = 10 * NS_PER_S  # by receipt: the pictures of which the share that is whole is told
RECENT_MAX = 2 * RATE * RECENT_NS // NS_PER_S
SILENT_NS = 2 * NS_PER_S  # without a whole picture: agreement is not claimed any more


class PictureStream:
    """The figures of one camera."""

    def __init__(self, camera: str, sight_m: float) -> None:
        """Start with nothing received; `sight_m`: typical distance to what the camera looks at."""
        self.camera = camera
        self.agreement = Agreement(camera, sight_m=sight_m)
        self.sampled_ns: int | None = None  # of the newest picture, spacecraft clock
        self._newest = 0  # its number
        self._missing = 0.0  # share of it
        self._is_timed = False  # its stamp and the next one are of one clock
        self._whole: Image | None = None  # the newest that is
        self._whole_at_ns = 0  # when it came
        self._received = self._mended = self._incomplete = self._skipped = 0
        self._recent = deque[tuple[int, bool]](maxlen=RECENT_MAX)  # when it was known, whether it is whole

    def take(self, picture: Joined, now_ns: int) -> None:
        """Take a picture that is newer than all before."""
        if self.sampled_ns is not None:
            self._count_missing(picture.image.number - self._newest, picture.image.sampled_ns, now_ns)
        self._newest, self.sampled_ns = picture.image.number, picture.image.sampled_ns
        self._missing, self._is_timed = picture.missing, True
        if picture.bands:
            self._count_incomplete(1, now_ns)
        else:
            self._take_whole(picture, now_ns)

    def begin_again(self) -> None:
        """The spacecraft's clock is another one: no time between two pictures is known across it."""
        self._is_timed = False

    def status(self, clock: ClockCorrelation, now_ns: int) -> ImageStatus:
        """Return the camera's figures now."""
        while self._recent and self._recent[0][0] < now_ns - RECENT_NS:
            self._recent.popleft()
        return ImageStatus(
            camera=self.camera,
            number=self._whole.number if self._whole else 0,
            age=self._age_s(clock, now_ns),
            received=self._received,
            mended=self._mended,
            incomplete=self._incomplete,
            skipped=self._skipped,
            whole=sum(is_whole for _, is_whole in self._recent) / len(self._recent) if self._recent else None,
            missing=self._missing,
            agreement=self.agreement.share if now_ns - self._whole_at_ns <= SILENT_NS else None,
        )

    def _count_missing(self, ahead: int, sampled_ns: int, now_ns: int) -> None:
        """Count what lies between the newest picture and one that is so many numbers ahead of it.

        Numbers without a picture were lost on their way; time without a number was skipped on board.  Numbers
        that begin again tell of a camera that was switched on again, not of a loss.
        """
        if ahead < 1 or self.sampled_ns is None:
            return
        self._count_incomplete(ahead - 1, now_ns)
        if self._is_timed:
            self._skipped += max(0, round((sampled_ns - self.sampled_ns) / PERIOD_NS) - ahead)

    def _count_incomplete(self, pictures: int, now_ns: int) -> None:
        self._incomplete += pictures
        self._recent.extend([(now_ns, False)] * min(pictures, RECENT_MAX))

    def _take_whole(self, picture: Joined, now_ns: int) -> None:
        image = picture.image
        self._whole, self._whole_at_ns = image, now_ns
        self._received += 1
        self._mended += picture.mended
        self._recent.append((now_ns, True))
        pixels = np.frombuffer(image.pixels, dtype=np.uint8).reshape(image.height, image.width)
        self.agreement.take(pixels, image.sampled_ns)

    def _age_s(self, clock: ClockCorrelation, now_ns: int) -> float | None:
        if self._whole is None or not clock.is_set:
            return None
        return (clock.to_spacecraft(now_ns) - self._whole.sampled_ns) / NS_PER_S
