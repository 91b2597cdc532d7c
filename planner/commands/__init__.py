"""What `farhand plan` computes: library and files joined, plain data out; named as strings alone.

advise         What the lock of each joint would cost a motion of the tool, before any joint has failed
contact        Does a plan fit into the contact windows?  Each leg leaves within one, and its end is
               confirmed in it too
fixture        What a fixture would be: made as the planner makes it in a run, with what a picture of it
               shows
flown_legs     The legs of a plan, planned and certified one after the other from where it starts
locked_again   A stored plan judged again with each joint locked in turn where the plan starts: does it
               survive that?
locks          A motion with joints locked: where it can begin, and what is told of it beside other motions
plan           One motion of one arm from rest to rest: how fast it can be, what it asks of each joint, and
               its samples
plan_fixtures  The fixtures of a plan, each made from where the arm rests as the plan gets there
plan_lines     A plan as lines over time, for figures: joints, their speeds, the tool's way, the clearance
verify         Judge a plan before anybody flies it, as fast as it can be: each leg by the very function of
               the verdict
"""
