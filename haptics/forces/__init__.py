"""Laws of what the hand feels.

bilateral      The force of the delay on the hand: a virtual spring from where the tool was sent to where it
               is seen
contact        Local contact: the hand is led away from what the commanded arm would come too near to
device_limits  What a device can give: a peak for a moment, less when its motors are warm
fading         How much of a force is felt, by the age of what it was made of: gone within 100 ms, back
               slowly
guide          Fixtures on the hand: free inside, a stiff and damped wall, and by choice a pull along
local_model    What a local model asks of the device at a pose of the handle (`telemetry.messages.force` has
               the law)
passivity      Passivity in the time domain: the device never gives the hand more energy than the hand has
               given it
push           The reasons of a force, each a function of where the tool is: added up, and told one by one
surroundings   Local contact that is made when a hand first may feel it: no other run waits for its kernels
wrench         Forces and torques on the hand, in plain floats: a loop of 1 kHz has no time for arrays of
               three
"""
