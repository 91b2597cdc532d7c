"""The version of a world: a digest of all its files, with room for the changes of one run behind it.

Neither an edited world nor another change of this one ever bears a version that was used before.
"""

CONTENT_BITS, CHANGE_BITS = 48, 15  # of a version, which is below 2^63


def is_same_content(version: int, other: int) -> bool:
    """True if two world versions are of the same files, whatever has changed in the run since."""
    return version >> CHANGE_BITS == other >> CHANGE_BITS
