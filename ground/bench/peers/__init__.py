"""Other libraries, asked the same: one file for each, which is loaded only if it is installed.

coal       coal from Python: its broad phase over all bodies, and triangle meshes as trees of boxes
eaik       eaik: all branches of arms that have a closed form, by subproblems
embree     Embree, by embreex: rays at triangles, in single precision
fcl        python-fcl: its broad phase over all bodies
jaik       jaik: all branches of the arms of one maker, by code generated for each and compiled
mujoco     MuJoCo: its whole collision step, and the distance of one pair after the other
ompl       OMPL's RRT-Connect, with Pinocchio to tell it which poses are free: by the quicker of its two ways
           to
pinocchio  Pinocchio, with coal for its geometry: distances of all pairs, hit or free, kinematics
ruckig     ruckig: time-optimal motions from any state to any other, by solving for the phases of each joint
toppra     toppra: the fastest timing of a path under speed and acceleration, by reachable sets on a grid
tracik     Trac-IK: a search from a start, with restarts, that ends at the first answer
"""
