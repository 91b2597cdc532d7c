"""m x'' + b x' + k (x - aim) + K (x - x(t - T)) = 0 in small steps, by itself: a hand on a delayed spring."""


def places(gain, delay_s, *, hand, aim, seconds, step_s=0.001):
    """Return x at each step [m], from rest at 0."""
    m, b, k = hand
    late, x, v, track = round(delay_s / step_s), 0.0, 0.0, []
    for step in range(round(seconds / step_s)):
        track.append(x)
        before = track[step - late] if step >= late else 0.0
        v += step_s * (-b * v - k * (x - aim(step * step_s)) - gain * (x - before)) / m
        x += step_s * v
    return track
