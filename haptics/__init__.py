"""What the hand feels.

The role speaks to the device whose own program is the handle; `driver` runs beside a device of ours.

commands/      What `farhand handle` starts: devices, loop, clock, sockets; named as a string alone
device         What every handle must offer, whatever drives it: a real device, a network, or a simulated
               hand
devices/       What a hand can hold: devices that a program of their own reads, and what the role hears of
               them
driver/        What runs beside the device
engagement     How the hand leads the arm since it was armed, as the first entry of an epoch tells
feeling        What the hand shall feel: the reasons, added up in handle axes for the loop beside the device
forces/        Laws of what the hand feels
known_arm      What the hand can know of the arm: where its tool is sent, and where it is seen
role           The haptics role: what the hand does, 50 times each second, with the dead-man in every sample
sent_motion    Where the arm was sent: the moves of the queue, or those that left it, on the ground's clock
simulated      A simulated handle with a simulated hand on it, which goes where it is told, as a hand would
whose_hand     Who has the handle, as screens are told of it: again and again, so that who comes late knows
               it too
yielding_hand  A hand that yields to what it feels: a mass on a spring and a damper about the place that it
               aims at
"""
