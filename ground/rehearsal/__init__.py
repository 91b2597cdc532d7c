"""The rehearsal's truth: a spacecraft behind a delayed link.

about        What a rehearsal's recording tells of itself beyond what every run tells: its scenario
around       What the screens of a rehearsal are told beside its run: by its scenario, or by its recording
body/        The spacecraft's body: what it is made of, how it moves, what it touches, how the model differs
by_person    A scenario that a person flies instead of its script: less is expected, and all that it has is
             offered
flight       Fly a scenario in virtual time and tell what happened
live         Fly a scenario in real time: one process for each role, watched by this one, and tell what
             happened
pictures/    The pictures that the spacecraft's cameras take
portrait/    A picture of an arm by itself, for who brings it
spacecraft/  The far end as a role: the link, the software on board, and the faults that befall them
start_pose   Whether a rehearsal can begin where its scenario says, from the launch file of its spacecraft
summing_up   The summary of a rehearsal from its recording: as it ends, or whenever somebody asks again
warming      What of a rehearsal is compiled before it begins: its spacecraft's rays; in virtual time all of
             it at once
world        Turn a scenario into the list of participants that both drivers take
"""
