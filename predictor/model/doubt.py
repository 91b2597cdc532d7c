"""What is likely a mistake of a robot file, though nothing forbids it."""

from typing import NamedTuple


class Doubt(NamedTuple):
    """One doubt, in words for whoever made the file."""

    what: str  # joint, link or key that it is about
    why: str
    what_to_do: str
