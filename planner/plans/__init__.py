"""Whole plans: made, judged and certified, taken up again, and the retreat.

certificate  The certificate of a plan, as the gate checks it: one digest over everything that was judged
certify      Judge a whole plan with the very function that gives the verdicts, and certify it
make_plan    Make a plan: paths, timing, and the judgement of every set-point; a pure function that can run
             anywhere
remainder    What is left of a plan that was interrupted, as new moves from where the arm came to rest
retreat      The retreat from where the arm is too near (R10): slowly back along the poses that were executed
searches     Which plan is searched for now, and which next: one at a time, the newest that each participant
             asked for
ways_out     The way out from where the arm rests near something: which poses it may go to, and the usual
             motion there
"""
