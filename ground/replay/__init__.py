"""Recordings on the screens again.

agreement          Whether a life that was run again says what the recording shows it said
blank_screen_role  A screen that shows nothing: it receives what a console receives, where a replay is only
                   counted
check              Run roles again from a recording alone, and tell whether they decide the same
counted            Play a recording in virtual time and count what a screen receives: the proof that a replay
                   shows the pass
life_again         One life of a participant, run again on the files of its recording, and how far that came
live               Play a recording in real time: the replay in a process of its own, the console in another
                   one if wanted
refused_again      Whether admission refuses again what it had refused, told by the octets on record
"""
