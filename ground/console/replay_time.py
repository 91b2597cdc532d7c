"""The time of what a replay shows: all ages on the screen are as they were when it was recorded.

place = at + speed * (now - told)      while playing, at most PATIENCE_S beyond the last status; else at
"""

from telemetry.messages.replay import ReplayStatus
from telemetry.run_settings import NS_PER_S

PATIENCE_S = 0.5
JUMP_S = 1.5  # beyond what the speed explains


class ReplayTime:
    """Where in the recording the screens are."""

    def __init__(self) -> None:
        """Start at the beginning, standing."""
        self._status: ReplayStatus | None = None
        self._told_ns = 0

    def place_ns(self, now_ns: int) -> int:
        """Return the time of the recorded run [ns]; `now_ns` itself without a replay."""
        status = self._status
        if status is None:
            return now_ns
        since_s = min((now_ns - self._told_ns) / NS_PER_S, PATIENCE_S)
        ahead_s = status.speed * max(since_s, 0.0) if status.playing else 0.0
        return round((status.at + ahead_s) * NS_PER_S)

    def tell(self, status: ReplayStatus, now_ns: int) -> bool:
        """Take a status; returns True if it stands elsewhere than playing explains: somebody has sought."""
        jump_s = status.at - self.place_ns(now_ns) / NS_PER_S
        before, self._status, self._told_ns = self._status, status, now_ns
        if before is None:
            return True
        is_unlimited = status.speed == 0.0 or before.speed == 0.0
        return jump_s < -JUMP_S or (jump_s > JUMP_S * max(1.0, status.speed) and not is_unlimited)
