"""How far a plan is: in its steps, for the arm as commanded and for the arm in orbit.

    step 1 done    step 2 sent    step 3 current      step 4 to come
    |--------------|--------------|------x------------|------------|
                                         newest set-point that is verified: where the commanded arm is
                          o last one that telemetry says is executed: where the arm in orbit was

Set-points of a plan count from 1 in the epoch that flies it; one leaves in each period.
"""

from typing import Literal, NamedTuple

from ground.console.facts.snapshot import Snapshot
from telemetry.messages.plan import PlanReady, PlanStep

StepState = Literal["done", "sent", "current", "to come"]  # done: in orbit; the others for the commanded arm


class StepProgress(NamedTuple):
    """One step of a plan."""

    number: int  # from 1
    step: PlanStep
    duration_s: float
    begins_s: float  # after the begin of the plan
    state: StepState
    remaining_s: float  # until the commanded arm has done it


class PlanProgress(NamedTuple):
    """A plan that is ready or flown."""

    plan_id: str
    steps: tuple[StepProgress, ...]
    is_flown: bool  # False: none of its set-points has left yet
    in_orbit: int  # the step that orbit executes, from 1, as last seen; 0: none yet
    commanded_s: float = 0.0  # how far the commanded arm is, after the begin of the plan
    executed_s: float = 0.0  # how far orbit is, as last seen

    @property
    def current(self) -> StepProgress | None:
        """The step that the commanded arm is in; None: the plan is not flown."""
        return next((shown for shown in self.steps if self.is_flown and shown.state == "current"), None)

    @property
    def duration_s(self) -> float:
        """Duration of all steps [s]."""
        return sum(shown.duration_s for shown in self.steps)


def plan_progress(snapshot: Snapshot) -> PlanProgress | None:
    """Return how far the newest plan is; None: there is no plan."""
    ready = snapshot.plan.ready
    points = len(ready.certificate.points) if ready else 0
    if ready is None or not points:
        return None
    commanded, executed = _reached(snapshot)
    period_s = ready.duration / points
    return PlanProgress(
        plan_id=ready.certificate.plan_id,
        steps=_steps(ready, commanded, executed, period_s=period_s),
        is_flown=commanded is not None,
        in_orbit=_step_of(ready, executed),
        commanded_s=(commanded or 0) * period_s,
        executed_s=executed * period_s,
    )


def _reached(snapshot: Snapshot) -> tuple[int | None, int]:
    """Return the newest set-point that is verified (None: the plan is not flown) and the last executed."""
    gate, telemetry, epoch = snapshot.authority.gate, snapshot.arm.telemetry, snapshot.plan.epoch
    if gate is None or epoch is None or gate.value.epoch != epoch:
        return None, 0
    has_begun = telemetry is not None and telemetry.value.executed_epoch == epoch
    return gate.value.verified_until, telemetry.value.executed if telemetry and has_begun else 0


def _steps(
    ready: PlanReady, commanded: int | None, executed: int, *, period_s: float
) -> tuple[StepProgress, ...]:
    shown, before = [], 0
    for number, step in enumerate(ready.steps, start=1):
        flown = min(max((commanded or 0) - before, 0), step.points)
        is_begun = commanded is not None and commanded >= before
        sent: StepState = "done" if executed >= before + step.points else "sent"
        state: StepState = sent if flown == step.points else "current" if is_begun else "to come"
        left_s = (step.points - flown) * period_s
        shown.append(StepProgress(number, step, step.points * period_s, before * period_s, state, left_s))
        before += step.points
    return tuple(shown)


def _step_of(ready: PlanReady, point: int) -> int:
    """Return the number of the step that a set-point belongs to; 0: none."""
    end = 0
    for number, step in enumerate(ready.steps, start=1):
        end += step.points
        if 0 < point <= end:
            return number
    return 0
