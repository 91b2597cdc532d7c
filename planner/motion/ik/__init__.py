"""Inverse kinematics.

closed_form       Which arms have a closed form, and the numbers of them that its kernels read
closed_kernels    Kernels of the closed-form inverse kinematics: every branch of a pose, of many poses, and
                  the nearest one
families_kernels  Kernels of the two families of closed forms: two branches at a time, as angles of the arm's
                  rows
inverse           Inverse kinematics: which joint values put the tool at a pose
numeric_kernels   Kernels of the numeric inverse kinematics: damped least squares within joint limits, for
                  any tree
why_not           Why no joint values put the tool at a pose, in words: what is in the way, and by how much
"""
