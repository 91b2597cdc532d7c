"""What the arm is, where it is, what it will touch.

A library of the arm and its world that knows no wire, and one role on top of it.  The door to a run's robot
and scene is `run_model`; the verdict's one function is `verdict.judge`; of collision others enter
`collision.method` alone.

arm_in_orbit   All that is known of the arm in orbit: where it is, may be, and was taken; which of its joints
               fail
arm_now/       What is known of the arm now: where it is, how sure that is, and which of its joints fail
collision/     Signed distance, and clearance along a whole motion
compiler/      What compiles kernels, and keeps their machine code
geometry/      Shapes and the scene they stand in
inputs/        What comes into this library from outside: what is refused of it, doubted, and the same as
               before
judged_world   The world that verdicts are of: as it was read, and after each change; and who judges in it
model/         The arm as a mechanism: frames, robot file, kinematics
motion/        The laws of motion and stop: what a joint does from one set-point to the next, or instead of
               it
proximity/     How kernels of other packages ask whether poses are free, whichever method of collision a
               world is of
queries/       Questions of people about an arm in a scene: one door in front of model, collision methods and
               rays
rays/          Rays: what they meet first, whether anything stands in their way, and all that a segment
               crosses
role           The predictor: verdicts on what the gate queued, the predicted arm and how near it comes at
               100 Hz
run_model      The model of a run, read in one place: what is parsed is what was digested
verdict/       The verdict on a motion, the way out where it is refused, and what lies ahead
warming        The kernels of a run in parts that share little, so that two processes can compile them side
               by side
world_updates  A model as it is after updates of its world: bodies that stand or are carried elsewhere,
               tighter limits
"""
