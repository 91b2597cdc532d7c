"""What the replay's role is told: which recording, from where, how fast."""

import msgspec


class ReplaySettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Settings of the role replay."""

    recording: str  # path
    run_id: str = ""  # of the replay, which is a run of its own
    speed: float = 1.0  # times real time; 0: as fast as possible
    from_s: float = 0.0  # from the start of the recorded run
    is_playing: bool = True  # from the beginning, without waiting for somebody to say play
    lead_s: float = 0.0  # before the first message, for the screens to be there
