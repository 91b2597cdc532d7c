"""The rehearsal's truth: a spacecraft behind a delayed link.

body/              The spacecraft's body: what it is made of, how it moves, what it touches, how the model
                   differs
live_flight        Fly a scenario in real time, one process for each role, watched by this one; return the
                   summary
pictures/          The pictures that the spacecraft's cameras take
portrait/          A picture of an arm by itself, for who brings it
recorded_evidence  What any recording gives to be judged by: of a rehearsal or a pass, whole or cut, flown
                   here or elsewhere
roles              The roles of a rehearsal, with a script or with a person as the operator
scenario_info      What the screens and the recording of a rehearsal contain of its scenario
spacecraft/        The far end as a role: the link, the software on board, and the faults that befall them
summing_up         The summary of a rehearsal from its recording: as it ends, or at any later time
virtual_flight     Fly a scenario in virtual time and return its summary
warming            What is compiled and checked before a rehearsal begins: its spacecraft's rays, its start
                   pose
"""
