"""Figures, drawn from the results of commands.

course_figure      Figures of a recording over time: an axis for each unit, a line for each figure, broken
                   where it is silent
distance_figure    A figure of distances by collision methods along a motion
fixture_figure     A picture of a tube: from above, from the side and in space among what is in the way, and
                   its clearance
flown_figure       Figures of a recorded flight, as those of the published system: the arm over time, and its
                   spring-back
hand_force_figure  A bilateral hand over time: where the tool was sent and where it was received, and the
                   force of both
lock_map           The map of locks: over joint and locked angle, how much of a motion of the tool is missed
picture_marks      Marks upon a picture: strokes and captions with smooth edges, each with a halo that sets
                   it apart
plan_figure        Figures of plans: joints, speeds, the tool's way and the clearance; another plan beside it
                   dashed
queue_figure       The queue of set-points, period by period, as figures 10 and 11 of the published system
                   show it
shadows            Shadows of bodies upon a plane: points that span a body, and the outline around points
"""
