"""What the arm is, where it is, what it will touch.

A library of the arm and its world that knows no wire, and one role on top of it.  The door to a run's robot
and scene is `run_model`; the verdict's one function is `lookahead`; of collision others enter
`collision.method` alone.

ahead           The look ahead: the commanded motion as it would go on if nobody changed it
arm_in_orbit    All that is known of the arm in orbit: where it is, may be, and was taken; which of its
                joints fail
arm_in_scene    How an arm stands in a scene: how clear its home is, what it can never reach, what it is
                mounted on
base_estimate   Where a floating base is: as last reported, carried on by momentum along the motion since
base_watch      Is the base where its arm takes it?  Where it is not, that is one event, however long it goes
                on
bounds          Bound a joint's move over one period by its Bernstein coefficients: rigorous, quick, a little
                wide
clearing        Which way a tool that is led gets its arm clear, and how much that counts
collision/      Signed distance, and clearance along a whole motion
commanded       The commanded arm: the newest queued motion, as if it were executed at once, and its base
doubt           What is likely a mistake of a file, though nothing forbids it
escape          The way out of an arm that stands nearer than is required (R10): what may move, and what is
                remembered
estimate        Where the arm is now: the moves sent that can still be true, corrected by the last telemetry
failed_joints   The joints that were found to fail: known until the run is over, also to the predictor after
                this one
finite          What is no finite number is refused where it comes into this library, in one line: what,
                where, and why
following       Does every joint follow its command?  One that does not has locked or slips, and is found by
                telemetry
geometry/       Shapes and the scene they stand in
jit             The decorators of compiled kernels
jit_cache       Where machine code is kept: in a folder for each kernel file, named by what its code comes
                from
jit_entries     What is kept of one function: a file for each kind of arguments that it was compiled for
jit_haste       What the compiler finds out again and again, it finds out once; and it does nothing in vain
jit_leftovers   Folders of machine code that nobody has used for a while: of sources, or of a compiler, that
                have changed
jit_parts       Parts of kernels: compiled as far as kernels that call them need it, and no farther
jit_target      What compiles, how it is told to, and what machine code it makes: of the highest level of
                processors here
kernel_files    Which files the code of a kernel comes from: its own, and all of ours that it imports, and
                they import
kernel_news     Who wants to know how far kernels are is told the name of each that is there, compiled or
                loaded
locked_joints   Joints that stand for good, and the set-points that would move one: plain figures, no
                geometry
lookahead       The verdict's function: may a set-point follow another, with its stop, within limits and
                clear of all?
looking         How kernels of other rooms look at poses, whichever method of collision a world is of
looking_layout  What kernels of other rooms look with, and how many poses they look at once
model/          The arm as a mechanism: frames, robot file, kinematics
motion          Describe and judge joint motion: exact extremes of a move, the first limit it breaks, a whole
                track
motion_kernels  Moves between set-points and the stops after them, with their limits: many at once, compiled
motion_rows     States and limits as `motion_kernels` reads them, and what it found as people read it
outlook         What is told of collisions, now and ahead at once: level, distances, how sure they are, time
                to contact
queries/        Questions of people about an arm in a scene: one door in front of model, collision methods
                and rays
quick_look      Which of many moves are surely clear, from the distances at a few poses of each, looked at in
                batches
rays/           Rays: what they meet first, whether anything stands in their way, and all that a segment
                crosses
role            The predictor: verdicts on what the gate queued, the predicted arm and how near it comes at
                100 Hz
run_model       The model of a run, read through one door: what is parsed is what was digested
still_coming    What was released and can no longer be recalled, judged again in the world as it is now (R9)
stop            The one motion law and the one stop law (plain floats, one joint at a time)
uncertainty     How far the arm may be from where it is estimated to be now
warming         The kernels of a run in parts that share little, so that two processes can compile them side
                by side
world_version   The version of a world: a digest of all its files, with room for the changes of one run
                behind it
"""
