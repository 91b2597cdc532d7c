"""Robot files: what they may say, checked, described, written, and made of others' files.

body_rows        What a robot table says of masses: the body that carries the arm, and one for each joint's
                 frame
description      A robot table checked, and the arm that it describes
dh_table         A plain table of Denavit-Hartenberg rows, as books and data sheets print it: read into a
                 `RobotTable`
fitted_capsules  The parts of an arm, ready to be wrapped in volumes, and the capsules that it is flown with
imported         Another's robot file as one of ours: its meshes beside it, volumes fitted, what it never
                 says marked
joint_rows       The joints that a robot table says: where each of them stands, how it moves, and what it
                 follows
limit_rows       How far, fast and suddenly the joints of a robot table may move, and its named poses
robot_file       Read a robot file of any kind that is in the list; every kind makes the same tree of joints
robot_table      What a robot file says, as it stands there: the one form into which every kind of robot file
                 is brought
robot_writing    Write a robot table as a robot file: the same table always as the same text, and read again
                 as the same
row_values       What holds for rows of every kind in a robot file: names differ, what is required is there
shape_rows       What a robot table says stands in the arm's frames: capsules, meshes and solids, tools, a
                 range sensor
urdf_bodies      What a URDF says of the bodies of its links: their shapes and their masses
urdf_elements    What is read of a URDF's elements, in the form in which the library gives them
urdf_file        Read a URDF: the XML that robots are commonly described in, with meshes beside it
urdf_joints      What a URDF says of its joints and of what can be a tool
urdf_screen      What a URDF may hold before any library sees it: plain XML of bounded size, with numbers for
                 numbers
urdf_tree        The links and joints of a URDF as a tree: what moves, and what is carried rigidly by what
                 moves
"""
