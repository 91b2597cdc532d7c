"""What is likely a mistake of a file, though nothing forbids it."""

import msgspec


class Doubt(msgspec.Struct, frozen=True):
    """One doubt, in words for the author of the file."""

    what: str  # part, body, joint or key that it is about
    why: str
    what_to_do: str
