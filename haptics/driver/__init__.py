"""What runs beside the device.

loop     The force loop beside the device: the handle's pose in, the wrench on the hand out, each millisecond
pace     The beat of a loop: whole periods, and how late each began
session  What a driver says of its device, and what it makes of the forces that come back
"""
