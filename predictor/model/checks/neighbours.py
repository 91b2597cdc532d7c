"""Capsules that meet in a joint: no pose keeps them apart, so a robot file allows them to touch."""

from collections.abc import Sequence

from predictor.model.files.robot_table import AllowedRow, CapsuleRow

REASON = "neighbours, which meet in a joint"


def neighbours(capsules: Sequence[CapsuleRow], parents: Sequence[int]) -> tuple[AllowedRow, ...]:
    """Return the pairs whose frames one joint joins; `parents`: the frame that carries joint i, for all i."""
    joined = {frozenset((parent, i + 1)) for i, parent in enumerate(parents)}
    return tuple(
        AllowedRow(pair=(first.name, second.name), reason=REASON)
        for i, first in enumerate(capsules)
        for second in capsules[i + 1 :]
        if frozenset((first.frame, second.frame)) in joined
    )
