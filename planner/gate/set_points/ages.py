"""Ages: instants as they count when two gates are compared, relative to now.

Beyond some limit all ages are alike, as nothing asks by how much it is passed; and what is too old to count
is as if it had never been heard.
"""

StateKey = tuple[object, ...]  # hashable: what decides how a part of the gate goes on


def age_ns(since_ns: int | None, now_ns: int, *, most_ns: int) -> int | None:
    """Return how long ago something was; `most_ns` if longer."""
    return None if since_ns is None else min(now_ns - since_ns, most_ns)


def fresh_age_ns(heard_ns: int | None, now_ns: int, *, limit_ns: int) -> int | None:
    """Return how long ago something was heard; None if never, or too long ago to count."""
    if heard_ns is None or now_ns - heard_ns > limit_ns:
        return None
    return now_ns - heard_ns
