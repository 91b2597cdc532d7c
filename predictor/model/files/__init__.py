"""Robot files: what they may say, checked, described, written, and made of others' files.

body_rows      What a robot table says of masses: the body that carries the arm, and one for each joint's
               frame
described      A robot table checked, and the arm that it describes
dh             Classical Denavit-Hartenberg rows (1955): the chain of joints that they make
dh_table       A plain table of Denavit-Hartenberg rows, as books and data sheets print it: read into a
               `RobotTable`
imported       Another's robot file as one of ours: its meshes beside it, volumes fitted, what it never says
               marked
joint_rows     The joints that a robot table says: where each of them stands, how it moves, and what it
               follows
law_rows       How a joint follows another one, as a robot table says it: polynomial, table or four-bar
               linkage
limit_rows     How far, fast and suddenly the joints of a robot table may move, and its named poses
mesh_rows      The bodies of an arm that a robot table names: meshes beside its file, and plain solids
robot_file     Read a robot file of any kind that is in the list; every kind makes the same tree of joints
robot_table    What a robot file says, as it stands there: the one form into which every kind of robot file
               is brought
robot_writing  Write a robot table as a robot file: the same table always as the same text, and read again as
               the same
rows           What holds for rows of every kind in a robot file: names differ, what is required is there
sensor_rows    What a robot table says of the range sensor that sits on the arm
shape_rows     What a robot table says of the arm's capsules, which of them are kept apart, and of its tools
toml_robot     Read a robot file in TOML: the suite's own form, or a plain table of Denavit-Hartenberg rows
urdf_file      Read a URDF: the XML that robots are commonly described in, with meshes beside it
urdf_joints    What a URDF says of its joints and of what can be a tool
urdf_masses    What a URDF says of masses: the bodies of one frame as one body
urdf_parts     What a URDF says of shapes: `visual` is what is seen, `collision` what is touched
urdf_screen    What a URDF may hold before any library sees it: plain XML of bounded size, with numbers for
               numbers
urdf_tree      The links and joints of a URDF as a tree: what moves, and what is carried rigidly by what
               moves
weighing       Mass, centre and inertia of bodies of one density, from their surfaces
wrapped        The parts of an arm, ready to be wrapped in volumes, and the capsules that it is flown with
"""
