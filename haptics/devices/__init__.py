"""What a hand can hold: devices that a program of their own reads, and what the role hears of them.

device       What a handle device offers, and the devices that `farhand handle` can open
gamepad      A game pad: sticks push the handle off its middle, a shoulder button is the dead-man
network      The handle that a device's own program describes: as old as the force that it has answered
remote_loop  The force for a device that has no loop of its own, made in the run at each state that comes
             from it
simulated    A simulated handle in a simulated hand, and the device that plays a script on it
space_mouse  A 3Dconnexion SpaceMouse: its reports, and what they mean for the handle
"""
