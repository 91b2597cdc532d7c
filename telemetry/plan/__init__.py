"""Plans as people write them: tables of a file, and what the planner is asked for.

freshness            Does a certificate still speak of what is there?  For the gate, which refuses, and for
                     screens, which tell
giving               Which coordinates of a line give way when too few joints move, as people write it
hand_frame           In whose axes a hand steers, as files say it, and the mode and control that go with it
hand_settings_table  The table `[hand]` of a file: how the hand leads the arm, and in `force` and `human`
                     what a hand feels
joint_table          Joint values in a file: a list of degrees, or a table of names whose endings tell the
                     unit
judged               A plan as the planner judges it, and a tube that it makes: answers to `farhand verify`
                     and others
move_table           One move of a plan as a table of a file, and what the planner is asked for by it
operation_table      Steps of a plan that move no joint: gripper, brakes, cameras, mode; each becomes one
                     command of the gate
plan_file            A plan file: what a pass does, step by step, written before it and judged before it
plan_table           The steps of a plan, as a scenario's act and a plan file both have them
plan_writing         Write moves as a plan file: the same moves always as the same text, and read again as
                     the same
planned              One motion as the planner makes it, and what the lock of a joint costs it: answers to
                     `farhand plan`
step_table           One step of a plan as a table of a file: a move, or what is done between moves with the
                     arm at rest
teleop_table         Teleoperation as tables of a file: strokes of the hand with the dead-man pressed, and
                     its fixtures
"""
