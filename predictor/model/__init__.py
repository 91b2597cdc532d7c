"""The arm as a mechanism: frames, robot file, kinematics.

angle_kernels       Kernels from an angle to its sine and cosine and back, by the polynomials of fdlibm (Sun,
                    1993)
base/               A base that floats: momentum, where it goes, and how fast
checks/             What is said and doubted of an arm: facts, shapes that do not hold it, pairs that cannot
                    part
data_checks         The rows of a robot file or of a station's that say what telemetry is checked against:
                    `[[check]]`
dh_chain            Denavit-Hartenberg rows of an arm, found from the axes of its joints, in whatever frames
                    they are given
files/              Robot files: what they may say, checked, described, written, and made of others' files
four_bar            A four-bar linkage as a law: how the output link turns with the input link
hand_axes           In which axes a hand steers: what its handle's axes are in those of the arm base
joint_law           A joint that follows another one: its value as a smooth function of one commanded joint's
joint_text          A joint's figures as people read them: degrees of one that turns, metres of one that
                    slides
joint_tree          The joints of an arm as a tree, and packed as kernels read them: all of them, and the way
                    to a tool
kinematics          Forward kinematics: where every frame and the tool are, and how fast they move with the
                    joints
kinematics_kernels  Kernels of a tree of joints: the value of one, how it moves the frame that it carries,
                    and all frames
load                Loads: bodies of a scene that a joint of the arm carries become the arm's own
masses              Mass, centre and inertia: of bodies that are joined rigidly, and of one density, from
                    their surfaces
mounts              Which part of an arm may be left out against which body: one between which no motion
                    changes anything
plain_poses         Where the frames and the tool of an arm are, in numpy alone: for processes that load no
                    compiler
quaternions         Quaternions in numpy alone, for processes that load no compiler; kernels have the first
                    function too
reach               How far from the base, and from the axis of each joint, what an arm carries can come: in
                    every pose
robot               The arm as data: its tree of joints, its limits, its shape, its masses and its range
                    sensor
spatial             Rotations and poses: conversions that stay exact near no turn and near half a turn
spatial_kernels     Poses, rotations and twists, compiled: products, logarithms and exponentials
tool_walk_kernels   Kernels that walk along the joints to the tool: its pose, and with it its Jacobian and
                    how that changes
tree_layout         Tree and tool as kernels read them, and where in the packed chain to a tool each value
                    stands
"""
