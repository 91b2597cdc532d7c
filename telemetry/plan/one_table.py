"""What is one of several kinds in a file: a table under the key of its kind, and no other beside it.

[[step]]  [step.wait]  for_s = 2.0      a wait: the key says which, `given` is the table of that kind
"""

from typing import Any, ClassVar

from telemetry.files.settings import Table


class OneTable(Table, frozen=True, kw_only=True):
    """Base of what has a key for each kind, all tables, of which exactly one is given."""

    what: ClassVar[str]

    def __post_init__(self) -> None:
        """Refuse what is nothing, or two things."""
        if len(self._given()) != 1:
            kinds = ", ".join(self.__struct_fields__)
            raise ValueError(f"{self.what} is exactly one of the tables {kinds}")

    @property
    def kind(self) -> str:
        """Which table is given."""
        return self._given()[0]

    @property
    def given(self) -> Any:
        """The one table that is given; whoever has the kinds says their union."""
        return getattr(self, self.kind)

    def _given(self) -> list[str]:
        return [name for name in self.__struct_fields__ if getattr(self, name) is not None]
