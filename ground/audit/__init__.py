"""The audit of a run: what may be concluded from outside, and which invariants its recording proves.

account          The audit's own account of a run: authority, signs of life, the queue, and where the arm was
                 sent
answers          What the audit answers, as fields that are the keys in JSON
authority        Authority: lease, arming, HOLD and the way out of it (invariants 11, 19)
consent          Consent: ARM, then FIRE of the same command by the right person, and GO of all that are
                 polled (19, 23)
ends             One end for each command, which never changes, and is what was reported (invariant 20)
executed         The numbers of commands that the spacecraft can have executed, by what it has reported
gate_clock       The gate's clock beside those of all who receive its status: how far it is from them, and
                 where it steps
gate_records     What a recording holds of the gate: its lives, what came to it, what it wrote, what others
                 received of it
invariants       The invariants that a recording proves: what breaks each, and what has to be on record for
                 it
latches          After a hold on board nothing moves until a resume with the right epoch and pose (invariants
                 6, 28)
law              What the audit is given beforehand of a run: its rates, limits and margins, as plain figures
                 [SI, ns]
law_on_record    What must hold in a recorded run: its settings and its robot file, read from the recording
                 in plain code
log_chain        The chain and the seals of the gate's log, judged by the log alone; what is sealed needs the
                 key, too
log_file         The gate's own log beside the recording of its run: each record as it was written, in order
observer         The audit: what an outside observer of a run may conclude from what came and went, in order
                 of time
plain_motion     The limits of a move between two states in plain figures, by finite differences of its
                 samples
plain_stop       The stop law in plain figures, joint by joint, with the level found by bisection
recorded_order   The order in which the gate was given things and sent them, from a recording of what all
                 others received
recording_audit  Audit a recording: which invariants it proves, alone
releases         What leaves: its number, its pace, where it begins, its limits, and samples of a stop (1, 6,
                 7, 14, 15)
repeats          What goes up: nothing but what the gate has released, each repeat as it was (invariant 6)
restarts         A gate that starts again begins in an epoch above any ever used, and is armed anew
                 (invariant 9)
signs            Signs of life that motion needs: telemetry, operator, hand, recorder, predictor (invariants
                 5, 21)
verdicts         What lets an entry leave: a verdict of this chain, world and configuration (invariants 1,
                 12, 13, 16)
written          What leaves was written before: its record in the gate's log, by digest (invariant 21)
"""
