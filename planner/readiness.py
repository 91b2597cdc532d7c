"""What is told of a plan once it is certified: its certificate to the gate, its way and peaks to screens."""

from planner.making import PlannedPath
from planner.motion.timing.flown_peaks import flown_peaks, with_shares
from predictor.motion.stop import JointLimits, rest
from telemetry.messages.base import shortened
from telemetry.messages.plan import PlanReady, PlanStep

SHOWN_POSES = 240  # of a plan, for screens that show it move


def ready(planned: PlannedPath, limits: JointLimits) -> PlanReady:
    """Return what is told of a plan for an arm of these limits."""
    trajectory = planned.trajectory
    shown = _shown(len(trajectory.states))
    rates = flown_peaks((rest(trajectory.start_q), *trajectory.states), trajectory.period_s)
    return PlanReady(
        certificate=planned.certificate,
        duration=trajectory.duration_s,
        shortest=trajectory.shortest_s,
        moves=len(planned.moves),
        path=tuple(trajectory.states[k].q for k in shown),
        path_s=tuple((k + 1) * trajectory.period_s for k in shown),
        steps=_steps(planned),
        peaks=with_shares(rates, limits),
        losses=tuple(map(shortened, planned.losses)),
    )


def _shown(count: int) -> tuple[int, ...]:
    """Return which of so many set-points screens are told, the last one among them."""
    every = -(-count // SHOWN_POSES)
    return (*range(0, count - 1, every), count - 1)


def _steps(planned: PlannedPath) -> tuple[PlanStep, ...]:
    """Return the moves of a plan as they are flown."""
    spans, states = planned.trajectory.spans, planned.trajectory.states
    return tuple(
        PlanStep(
            kind=move.kind,
            points=span.last - span.first + 1,
            end_q=states[span.last].q,
            tool=move.tool,
            around=around,
            longer=longer_s,
            turned=shortened(span.turned),
        )
        for move, span, around, longer_s in zip(
            planned.moves, spans, planned.around, planned.longer_s, strict=True
        )
    )
