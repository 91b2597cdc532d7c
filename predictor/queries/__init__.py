"""Questions of people about an arm in a scene: one door in front of model, collision methods and rays.

arm_in_scene  How an arm stands in a scene: how clear its home is, what it can never reach, what it is
              mounted on
joint_box     How near an arm may be whose joints are known only to within bounds: a distance that surely
              holds
query_arm     The arm of a file, to be asked about and never to be flown: only its geometry has to be known
robot_doubts  What is likely a mistake of an arm's file, looked at with the whole arm in view
robot_facts   What a robot file says of an arm, for people and programs
timed_moves   A motion of all joints as moves that a world can follow, and when each of them happens
workcell      An arm in its surroundings, to be asked from a notebook: files in, arrays out
"""
