"""Figures, drawn from the results of commands.

distance_figure    A figure of distances by collision methods along a motion
fixture_figure     A picture of a tube: from above, from the side and in space among what is in the way, and
                   its clearance
hand_force_figure  A bilateral hand over time: where the tool was sent and where it was received, and the
                   force of both
lock_map           The map of locks: over joint and locked angle, how much of a motion of the tool is missed
picture_marks      Marks upon a picture: strokes and captions with smooth edges, each with a halo that sets
                   it apart
plan_figure        Figures of plans: joints, speeds, the tool's way and the clearance; another plan beside it
                   dashed
"""
