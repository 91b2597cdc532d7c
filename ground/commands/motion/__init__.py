"""Commands about one motion, before it is flown.

collision_compare  `farhand collision compare MOTION`: collision methods along one motion
fixture            `farhand fixture`: a tube that leads the hand from a place to another, around what is in
                   the way
plan_advise        `farhand plan advise [PLAN ...]`: what the lock of each joint would cost, before any joint
                   has failed
plan_motion        `farhand plan joint|line|arc|orbit|plane`: one motion from rest to rest, how fast, what it
                   asks of joints
plan_show          `farhand plan show PLAN --picture FILE.png|svg`: a plan as a picture, with joints locked
                   one beside it
"""
