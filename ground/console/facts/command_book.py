"""What becomes of every command, as the gate tells it: a row for each kind, epoch and number.

    change, verdict ---------> the row of that command, and of no other
    plan that is ready ------> the set-points of its moves know which move they belong to
    HOLD or roll-back -------> the commands of the epoch that it ended: their ends are explained by it

What is refused or cancelled only because the arm was held is not a fault of its own (`CommandRow.after`).
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from math import inf
from typing import NamedTuple

from ground.console.facts.command_rows import (
    LEAF_ROWS,
    MOST_LEAVES,
    CommandRow,
    Commands,
    MoveOfPlan,
    PackedRows,
    Stage,
)
from telemetry.agreed.reasons import Reason
from telemetry.messages.command import CommandState
from telemetry.messages.plan import PlanReady, PlanStep
from telemetry.messages.queue import (
    Arguments,
    CommandChange,
    CommandChanges,
    HoldArguments,
    HoldNotice,
    PlanSource,
    RollBack,
    SetPointArguments,
    Verdict,
)

LOOSE_LEAVES = 16  # newest ones, of some minutes, that are not packed
VERDICTS_KEPT = 64  # that came before their set-point
PLANS_KEPT = 64

HELD_REASONS = frozenset(  # refusals that say nothing but that the arm was held, or about to be
    {
        Reason.LATCHED,
        Reason.HOLD_COMMANDED,
        Reason.HOLD_UNCONFIRMED,
        Reason.SETPOINT_MISSING,
        Reason.GROUND_SILENT,
        Reason.TIME_STEPPED,
        Reason.POWER_UP,
        Reason.PASS_STARTED,
    }
)

Key = tuple[str, int, int]  # kind, epoch, seq


class _EpochEnd(NamedTuple):
    """What ended an epoch."""

    text: str
    culprit: int = 0  # the set-point that was refused; 0: none was


class CommandBook:
    """All commands that were heard of."""

    def __init__(self, most_leaves: int = MOST_LEAVES) -> None:
        """Start empty."""
        self.rows = Commands(most_leaves=most_leaves)
        self._places: dict[Key, int] = {}  # counted from the first row ever
        self._verdicts = OrderedDict[Key, Verdict]()  # of set-points that are not heard of yet
        self._plans = OrderedDict[str, tuple[PlanStep, ...]]()
        self._actors: dict[int, str] = {}  # epoch -> who pressed HOLD in it
        self._epoch_ends: dict[int, _EpochEnd] = {}  # by the epoch that began with it
        self._first_epoch = 0  # of the gate that speaks

    def on_message(self, message: object, now_ns: int) -> None:
        """Take a message; what tells nothing of commands is ignored."""
        match message:
            case CommandChanges():
                self.on_command_changes(message, now_ns)
            case Verdict():
                self.on_verdict(message)
            case PlanReady():
                self.on_plan_ready(message)
            case RollBack():
                self.on_roll_back(message)
            case HoldNotice():
                self.on_hold_notice(message)

    def on_command_changes(self, message: CommandChanges, now_ns: int) -> None:
        """Take new states, and the end of the gate before, with that of all its commands."""
        if message.first_epoch > self._first_epoch:
            self._first_epoch = message.first_epoch
            self._end_open(now_ns, Reason.RESTARTED, before=message.first_epoch)
        for change in message.changes:
            self._on_change(change, now_ns)

    def on_verdict(self, verdict: Verdict) -> None:
        """Take a verdict, which is of a motion's set-point and of nothing else."""
        key = ("motion", verdict.epoch, verdict.seq)
        index = self._index(key)
        if index is not None:
            self._put(index, replace(self.rows[index], verdict=verdict))
            return
        self._verdicts[key] = verdict
        if len(self._verdicts) > VERDICTS_KEPT:
            self._verdicts.popitem(last=False)

    def on_plan_ready(self, ready: PlanReady) -> None:
        """Take the moves of a plan."""
        self._plans[ready.certificate.plan_id] = ready.steps
        if len(self._plans) > PLANS_KEPT:
            self._plans.popitem(last=False)

    def on_roll_back(self, message: RollBack) -> None:
        """Take what a roll-back explains."""
        text = f"after roll-back of {message.epoch - 1}.{message.seq}"
        self._explain(message.epoch, _EpochEnd(text, message.seq))

    def on_hold_notice(self, message: HoldNotice) -> None:
        """Take what a hold explains."""
        actor = self._actors.get(message.epoch - 1)
        is_pressed = actor is not None and message.reason == Reason.OPERATOR_HOLD
        text = f"after HOLD of {actor}" if is_pressed else f"after hold: {message.reason.replace('_', ' ')}"
        self._explain(message.epoch, _EpochEnd(text))

    def on_end(self, now_ns: int) -> None:
        """Take the end of the recording: nothing more is heard of what is unfinished."""
        self._end_open(now_ns, Reason.RECORDING_ENDED)

    def _on_change(self, change: CommandChange, now_ns: int) -> None:
        key = (change.kind, change.epoch, change.seq)
        index = self._index(key)
        known = self._new(key) if index is None else self.rows[index]
        row = self._explained(self._changed_row(known, change, now_ns))
        if index is None:
            self._add(key, row)
        else:
            self._put(index, row)

    def _new(self, key: Key) -> CommandRow:
        kind, epoch, seq = key
        return CommandRow(kind=kind, epoch=epoch, seq=seq, stages=(), verdict=self._verdicts.pop(key, None))

    def _changed_row(self, row: CommandRow, change: CommandChange, now_ns: int) -> CommandRow:
        """Return a row with all that its newest change tells."""
        if isinstance(change.arguments, HoldArguments):
            self._actors[change.epoch] = change.arguments.actor
        return replace(
            row,
            stages=(*row.stages, Stage(change.state, now_ns, change.on_board_ns)),
            reason=change.reason,
            arguments=change.arguments or row.arguments,
            executes_ns=change.executes_ns or row.executes_ns,
            expects_ns=change.expects_ns or row.expects_ns,
            move=row.move or self._move(change.arguments),
        )

    def _move(self, arguments: Arguments | None) -> MoveOfPlan | None:
        """Return which move of its plan a set-point belongs to."""
        source = arguments.source if isinstance(arguments, SetPointArguments) else None
        if not isinstance(source, PlanSource):
            return None
        end = 0
        for number, step in enumerate(self._plans.get(source.plan_id, ()), start=1):
            end += step.points
            if source.index < end:
                return MoveOfPlan(number, step.kind)
        return None

    def _end_open(self, now_ns: int, reason: Reason, before: float = inf) -> None:
        """End what is unfinished of all epochs before one."""
        loose = ((number, leaf) for number, leaf in enumerate(self.rows.leaves) if isinstance(leaf, tuple))
        for index, row in (
            (number * LEAF_ROWS + at, row) for number, leaf in loose for at, row in enumerate(leaf)
        ):
            if row.epoch < before and not row.state.is_end:
                end = Stage(row.state.end_without_gate, now_ns)
                self._put(index, replace(row, stages=(*row.stages, end), reason=reason))

    def _explain(self, epoch: int, stop: _EpochEnd) -> None:
        """Explain what has ended of the epoch before, which a stop has ended."""
        self._epoch_ends[epoch] = stop
        for index in range(len(self.rows) - 1, self._first_loose - 1, -1):
            row = self.rows[index]
            if row.epoch < epoch - 1:
                break
            explained = self._explained(row)
            if explained is not row:
                self._put(index, explained)

    def _explained(self, row: CommandRow) -> CommandRow:
        """Return a row with the stop that explains its end, if one does."""
        stop = self._epoch_ends.get(row.epoch + 1 if row.kind == "motion" else row.epoch)
        if stop is None or row.kind not in ("motion", "stop") or not _follows_from(row, stop):
            return row
        return replace(row, after=stop.text)

    def _index(self, key: Key) -> int | None:
        """Return the place of a command among the rows; None: it has none."""
        place = self._places.get(key)
        return None if place is None else place - self.rows.dropped

    def _add(self, key: Key, row: CommandRow) -> None:
        before = self.rows
        self._places[key] = before.end
        self.rows = before.with_new(row)
        if self.rows.dropped != before.dropped:
            self._forget(before.leaves[0])
        if len(self.rows.leaves) > LOOSE_LEAVES and len(self.rows.leaves[-1]) == 1:
            self._pack(len(self.rows.leaves) - 1 - LOOSE_LEAVES)

    def _pack(self, number: int) -> None:
        """Pack a leaf whose rows have ended: nothing changes in it any more."""
        leaf = self.rows.leaves[number]
        if all(row.state.is_end for row in leaf):
            self._forget(leaf)
            self.rows = self.rows.with_leaf(number, PackedRows(leaf))

    def _forget(self, leaf: Iterable[CommandRow]) -> None:
        for row in leaf:
            self._places.pop((row.kind, row.epoch, row.seq), None)

    @property
    def _first_loose(self) -> int:
        """The first row that a stop may still explain."""
        return max(0, len(self.rows.leaves) - 1 - LOOSE_LEAVES) * LEAF_ROWS

    def _put(self, index: int, row: CommandRow) -> None:
        self.rows = self.rows.with_row(index, row)


def _follows_from(row: CommandRow, stop: _EpochEnd) -> bool:
    """True if a command ended as it did only because of that stop."""
    match row.state:
        case CommandState.CANCELLED:
            return True
        case CommandState.ROLLED_BACK:
            return row.seq != stop.culprit
        case CommandState.REFUSED:
            return row.reason in HELD_REASONS
    return False
