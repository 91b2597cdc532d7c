"""How much work a mesh may be to take apart: each step that may be long counts its own before it begins.

What is counted is about a microsecond each, not time: the same mesh is refused on every machine, or on none.
"""

MOST_WORK = 60_000_000
WORK_OF_A_HULL = 500


class TooMuchWork(ValueError):
    """A mesh that is not taken apart with what is allowed."""


class Allowance:
    """The work that is left for a mesh of so many faces."""

    def __init__(self, faces: int) -> None:
        """Begin to count."""
        self._faces, self._left = faces, MOST_WORK

    def spend(self, work: int) -> None:
        """Take off some work.

        Raises:
            TooMuchWork: there is not so much left.
        """
        self.check(work)
        self._left -= work

    def check(self, work: int) -> None:
        """Raise as `spend` where there is not so much left."""
        if work > self._left:
            raise TooMuchWork(
                f"its {self._faces:,} triangles are too much work; export it with fewer, joined at their"
                " edges, or draw boxes in its place"
            )
