"""A person's plans in files: what is asked of the folder, and what came of it.

save, open --> FileRequest --> the role has it done (`kept_plans`) --> FiledPlan --> names, one more plan
"""

from collections.abc import Callable

import msgspec

from ground.operator.client import OperatorClient, Steps
from ground.operator.person.kept_plans import FiledPlan, FileRequest
from ground.operator.person.person_plans import NOT_ASKED
from ground.operator.procedure import PlanOffer
from telemetry.plan.move_table import MoveTable


class PersonFiles:
    """The requests, and the names in the folder."""

    def __init__(self, client: OperatorClient) -> None:
        """Begin with nothing asked."""
        self._client = client
        self._requests: list[FileRequest] = []
        self._number = 0  # of the newest request
        self._answer: FiledPlan | None = None  # the newest
        self.names: tuple[str, ...] = ()

    def list_names(self) -> None:
        """Ask for the names alone."""
        self._requests.append(FileRequest(what="list"))

    def take_requests(self) -> list[FileRequest]:
        """Return what is asked since the last time."""
        asked, self._requests = self._requests, []
        return asked

    def on_filed(self, filed: FiledPlan) -> None:
        """Take an answer."""
        self.names, self._answer = filed.names, filed

    def save(self, name: str, moves: tuple[MoveTable, ...]) -> Steps[str]:
        """Save moves; returns why not, or empty."""
        if not moves:
            return NOT_ASKED
        return (yield from self._answered(FileRequest(what="save", name=name, moves=moves))).problem

    def open(self, name: str, add: Callable[[PlanOffer], str]) -> Steps[str]:
        """Open a plan and add it to those that are offered; returns why not, or empty."""
        filed = yield from self._answered(FileRequest(what="open", name=name))
        return add(filed.offer) if filed.offer else filed.problem

    def _answered(self, asked: FileRequest) -> Steps[FiledPlan]:
        self._number += 1
        number = self._number
        self._requests.append(msgspec.structs.replace(asked, number=number))
        while (answer := self._answer) is None or answer.number != number:
            yield from self._client.until(lambda: self._answer is not answer, what="the file")
        return answer
