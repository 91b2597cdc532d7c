"""The gate's own look at where the arm is, in plain floats: a second, dissimilar opinion.

keep_out      The gate's own look at where the arm is: the second, dissimilar opinion, in plain floats
load_place    Where a body is carried once a tool has taken it, or stands once it is left: from where the arm
              rests
plain_base    Where a floating base goes while its arm moves, in plain floats: the gate's own, dissimilar
              momentum
plain_frames  Where the frames of a tree of joints are, in plain floats: the gate's own, dissimilar
              kinematics
"""
