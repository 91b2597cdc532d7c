"""What must be true before anything starts to move, and for as long as it does.

arming       The guards of arming (R8): what must be true before anything may start to move, in this order
person_hold  A person's HOLD: it takes the run from the script, and only a person gives it back
poll         The go / no-go poll: all who are asked have to say GO before anything may leave
quiet        For how long the arm has been at rest where it was commanded, with figures for a person who
             waits (R8)
rules        The rules of one run, which never change in it: periods, delays, windows, limits
watchdogs    The watch over telemetry, operator, dead-man, recorder and predictor, by the age of the last
             sign of each
"""
