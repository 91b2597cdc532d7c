"""Computations of `farhand plan`: library and files joined, plain data out; named as strings alone.

advise         What the lock of each joint would cost a motion of the tool, before any joint has failed
fixture        What a fixture would be, and the fixtures of a plan: made as the planner makes them in a run
flown_legs     The legs of a plan, planned and certified one after the other from where it starts
locked_motion  A motion with joints locked: where it can begin, and the figures that it has besides
plan           One motion of one arm from rest to rest: how fast it can be, what it asks of each joint, and
               its samples
plan_lines     A plan as lines over time, for figures: joints, their speeds, the tool's path, the clearance
verify         Judge a plan before it is flown, as fast as it can be: each leg by the very function of the
               verdict
"""
