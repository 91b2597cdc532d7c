"""Laws of what the hand feels.

contact         Local contact: the hand is led away from what the commanded arm would come too near to
delayed_spring  The force of the delay on the hand: a virtual spring from where the tool was sent to where it
                is seen
device_limits   What a device can give: a peak for a moment, less when its motors are warm
force_loop      The force loop beside the device: the handle's pose in, the wrench on the hand out, each
                millisecond
guide           Fixtures on the hand: free inside, a stiff and damped wall, and by choice a pull along
passivity       Passivity in the time domain: the device never gives the hand more energy than the hand has
                given it
push            The reasons of a force, each a function of where the tool is: added up, and reported one by
                one
wrench          Forces and torques on the hand, in plain floats: a loop of 1 kHz has no time for arrays of
                three
"""
