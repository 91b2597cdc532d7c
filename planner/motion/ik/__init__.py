"""Inverse kinematics.

build             Which arms have a closed form, and the numbers of them that its kernels read
closed_kernels    Kernels of the closed-form inverse kinematics: every branch of a pose, of many poses, and
                  the nearest one
families_kernels  Kernels of the two families of closed forms: two branches at a time, as angles of the arm's
                  rows
form_layout       Where in the array of a closed form each of its values stands
inverse           Inverse kinematics: which joint values put the tool at a pose
numeric_kernels   Kernels of the numeric inverse kinematics: damped least squares within joint limits, for
                  any tree
steps_kernels     Kernels of the steps that both families of closed forms take (`planner.motion.ik.build`)
ways              Every way to put the tool at a pose, the one nearest to where the arm is expected first
why_not           Why no joint values put the tool at a pose, in words: what is in the way, and by how much
"""
