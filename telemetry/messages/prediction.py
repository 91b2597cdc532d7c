"""Prediction: the world that verdicts speak of, and the predicted arm at 100 Hz."""

from telemetry.messages.base import Count, Digest, Finite, Joints, Message, Name, Nanoseconds


class World(Message, frozen=True, tag=60):
    """Predictor to gate and planner, 5 Hz: which world and configuration its verdicts speak of."""

    version: Count
    configuration: Digest


class PredictedArm(Message, frozen=True, tag=61):
    """Predictor to the screens, 100 Hz: the arm as commanded, as it should be now, and as last seen."""

    at_ns: Nanoseconds  # ground clock
    q_commanded: Joints  # newest queued motion, as if executed at once [rad]
    q_now: Joints  # estimate in orbit at this instant [rad]
    q_seen: Joints  # last telemetry [rad]
    seen_age: Finite  # of that telemetry, since it was sampled on board [s]
    residual: Finite  # largest joint difference of telemetry and model at the sample's time [rad]
    clearance: Finite  # of the commanded arm [m]
    pair: tuple[Name, Name]
