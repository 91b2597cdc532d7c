"""Recordings on the screens again.

check              Run roles again from a recording alone, and tell whether they decide the same
counted_replay     Play a recording in virtual time and count what a screen receives: the proof that a replay
                   shows the pass
live_replay        Play a recording in real time: the replay in a process of its own, the console in another
                   one if wanted
message_agreement  Whether a life that was run again says what the recording shows it said
rerun_life         One life of a participant, run again on the files of its recording, and how far that came
"""
