"""What must be true before anything starts to move, and for as long as it does.

arming       The guards of arming (R8): what must be true before anything may start to move, in the order it
             is told
person_hold  A person's HOLD: it takes the run from the script, and only a person gives it back
quiet        Is the arm at rest where it was commanded, and for how long?  With figures, for whoever has to
             wait (R8)
rules        What the gate is told once and never changes in a run: periods, delays, windows, limits
watchdogs    Who is still there: telemetry, operator, dead-man, recorder and predictor, each by its last
             sign's age
"""
