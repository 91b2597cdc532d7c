"""What the hand feels.

The role speaks to the device whose own program is the handle; `driver` runs beside a device of ours.

commands/      What `farhand handle` starts: devices, loop, clock, sockets; named as a string alone
device_driver  What runs beside a device: its conversation with the run, and the beat of its loop
devices/       What a hand can hold: devices that a program of their own reads, and what the role hears of
               them
feeling        What the hand shall feel: the reasons, added up in handle axes for the loop beside the device
forces/        Laws of what the hand feels
known_arm      What the hand can know of the arm: where its tool is sent, and where it is seen
role           The haptics role: what the hand does, 50 times each second, with the dead-man in every sample
"""
