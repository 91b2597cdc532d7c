"""The planner: motions are chosen, and the gate lets them leave.

`motion` and `teleoperation` choose, `gate` lets leave; both sides share the certificate of a plan alone.

commands/       Computations of `farhand plan`: library and files joined, plain data out; named as strings
                alone
fixtures/       Tubes and cylinders that lead the hand around what is in the way: chosen, proven clear, kept
                or renewed
gate/           What may leave: the gate, its queue, and every check before a release
motion/         Motions of an arm: inverse kinematics, tool courses, paths, their timing, and the search for
                free routes
plans/          Whole plans: made, judged and certified, taken up again, and the retreat
role            The planner: plans with certificates, and one proposal for each credit
teleoperation/  The hand leads the arm: what its pose asks for, and the one step that follows it
"""
