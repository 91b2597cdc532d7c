"""What a hand can hold: devices that a program of their own reads, and what the role hears of them.

catalogue    The devices that `farhand handle` can open: to add one, its file in this folder and a row here
far_loop     The force for a device that has no loop of its own, made in the run at each state that comes
             from it
gamepad      A game pad: sticks push the handle off its middle, a shoulder button is the dead-man
network      The handle that a device's own program tells of: as old as the force that it has answered
scripted     A device without a device: the simulated handle, with a hand on it that does the same again and
             again
space_mouse  A 3Dconnexion SpaceMouse: its reports, and what they mean for the handle
"""
