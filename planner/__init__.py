"""Which motion to ask for, and what may leave.

Two rooms that share the certificate alone: `motion` and `teleoperation` choose, `gate` lets leave.

certificate     The certificate of a plan, as the gate checks it: one digest over everything that was judged
commands/       What `farhand plan` computes: library and files joined, plain data out; named as strings
                alone
fixtures/       Tubes and cylinders that lead the hand around what is in the way: chosen, proven clear, kept
                or renewed
gate/           What may leave: the gate, its queue, and every check before a release
making          Make a plan: paths, timing, and the judgement of every set-point; a pure function that can
                run anywhere
motion/         Which motion to ask for: paths, their timing, inverse kinematics, evidence for a plan
readiness       What is told of a plan once it is certified: its certificate to the gate, its way and peaks
                to screens
retreat         The way out from where the arm is too near (R10): slowly back along what was executed
role            The planner: plans with certificates, and one proposal for each credit
standing_base   Where a base that floats stands once the arm is where it is asked to be, as far as that was
                told
start_pose      Does the arm stand where a plan says that it begins?  If not: by how much
teleoperation/  The hand leads the arm: what its pose asks for, and the one step that follows it
"""
