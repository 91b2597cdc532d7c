"""The debriefing of recorded runs: a recording is read once and becomes the page that explains it.

configuration   What a run was flown with: settings in words, and the digest of every file
courses         Courses of figures as few points as a picture shows: of each stretch its least and its
                greatest
event_pictures  Pictures of the cameras at the events that matter: what was there to be seen when it happened
gathered        What a page needs of the messages of a run, beside the facts that its summary needs
read_page       Read recordings once each, and return the page that tells of them
run_clearance   How near anything came in a run: its courses, and the arm drawn at the worst instant
run_comparison  Two runs row by row: what differs between a rehearsal and its pass, or a person and a script
run_figures     The figures of a run on its page: head, hand, link, prediction, and what is proven of it
run_lanes       The lanes of a run's delay, with the bars of the console, seen from the end of the run
run_parts       Parts of a procedure as they were run, acts of authority, and commands motion by motion
run_score       The score of a recorded run: what of it was measured, from summary and recording
"""
