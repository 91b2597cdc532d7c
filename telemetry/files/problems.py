"""What several checks find wrong, in one error: a check that fails ends itself, and not those after it.

problems = Problems()
with problems:
    check_this(...)
with problems:
    check_that(...)
problems.raise_if_any()  FileError: pass.toml: hand.frame: ...; also start_q_deg[2]: ...
"""

from types import TracebackType

from telemetry.files.settings import MORE_PROBLEMS, FileError


class Problems:
    """The errors so far."""

    def __init__(self) -> None:
        """Begin with none."""
        self._errors: list[FileError] = []

    def __bool__(self) -> bool:
        """True if anything is wrong."""
        return bool(self._errors)

    def __enter__(self) -> None:
        """Begin a check."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Keep what the check has found."""
        if not isinstance(error, FileError):
            return False
        known = {str(each) for each in self._errors}  # two checks may read one file
        self._errors += [each for each in error.parts or (error,) if str(each) not in known]
        return True

    def raise_if_any(self) -> None:
        """Raise all that was found, as one error at the place of the first; nothing, if nothing was."""
        if not self._errors:
            return
        first, *others = self._errors
        also = [f"; also {_place(other, first)}{other.problem}" for other in others[:MORE_PROBLEMS]]
        more = [f"; and {len(others) - MORE_PROBLEMS} more"] if len(others) > MORE_PROBLEMS else []
        raise FileError(
            first.path,
            first.where,
            "".join([first.problem, *also, *more]),
            parts=tuple(self._errors) if others else (),
        ) from None


def _place(error: FileError, first: FileError) -> str:
    named = (error.path if error.path != first.path else "", error.where)
    return "".join(f"{part}: " for part in named if part)
