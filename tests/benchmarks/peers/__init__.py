"""Who answers: other libraries, one file for each, loaded only if it is installed; other published ways.

asked         Which peers there are, and asking them: one that is not installed is told as missing
coal          coal from Python: its broad phase over all bodies, and triangle meshes as trees of boxes
eaik          eaik: all branches of arms that have a closed form, by subproblems
embree        Embree, by embreex: rays at triangles, in single precision
fcl           python-fcl: its broad phase over all bodies
jaik          jaik: all branches of the arms of one maker, by code generated for each and compiled
mujoco        MuJoCo: its whole collision step, and the distance of one pair after the other
ompl          OMPL's RRT-Connect, with Pinocchio to tell it which poses are free: by the quicker of its two
              ways to
pinocchio     Pinocchio, with coal for its geometry: distances of all pairs, hit or free, kinematics
rival_bodies  An arm and a scene of capsules as the rivals of the bench read them: rods, boxes around them,
              and trees
rivals        Other ways to ask whether an arm is near something, as published: written plainly, compiled
              like ours
ruckig        ruckig: time-optimal motions from any state to any other, by solving for the phases of each
              joint
toppra        toppra: the fastest timing of a path under speed and acceleration, by reachable sets on a grid
tracik        Trac-IK: a search from a start, with restarts, that ends at the first answer
way           A question of the bench, and the ways in which ours and others answer it
"""
