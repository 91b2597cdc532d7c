"""The one list of faults, of the ground and of space: for scenario files, the attack and tests alike.

Each is a class.  Its fields are its keys of a `[[fault]]`; `explained` says what it makes happen, which then
is no finding of its own; its methods act through the seams (`any_fault`).  A new fault is a class in
`ground_faults` or `space_faults`, and its name in `Fault`.
"""

from ground.faults.ground_faults import (
    Disturbance,
    FailingStore,
    Frozen,
    KeepsPushing,
    Killed,
    LateVerdicts,
    ObstacleMoves,
    SlowStore,
    Stepped,
)
from ground.faults.space_faults import (
    ClockStep,
    DelayStep,
    DownlinkBlackout,
    JointLocked,
    JointSlipping,
    MotorHeated,
    OnboardHold,
    SensorOff,
    UplinkBlackout,
)

Fault = (
    Killed
    | Frozen
    | Stepped
    | SlowStore
    | FailingStore
    | Disturbance
    | LateVerdicts
    | KeepsPushing
    | ObstacleMoves
    | UplinkBlackout
    | DownlinkBlackout
    | OnboardHold
    | ClockStep
    | DelayStep
    | MotorHeated
    | SensorOff
    | JointLocked
    | JointSlipping
)
