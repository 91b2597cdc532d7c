"""What is known of the arm now: where it is, how sure that is, and which of its joints fail.

base_estimate  Where a floating base is: as last reported, carried on by momentum along the motion since
estimate       Where the arm is now: the moves sent that can still be true, corrected by the last telemetry
failed_joints  The joints that were found to fail: known until the run is over, also to the predictor after
               this one
joint_watch    Does every joint follow its command?  One that does not has locked or slips, and is found by
               telemetry
locked_joints  Joints that stand for good, and the set-points that would move one: plain figures, no geometry
uncertainty    How far the arm may be from where it is estimated to be now
"""
