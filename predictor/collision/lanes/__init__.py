"""What the engines for a few poses (`rake`) and for many (`blocks`) share: poses side by side in lanes.

Each brings how many lanes there are, and in which precision it computes.

angles_kernels  An angle within a quarter turn of zero, and the sign that its sine and cosine have: without a
                branch
apart_kernels   How far segments and boxes are apart in many lanes: no branches, in the precision of what is
                given
chain           The joints of an arm as rows of few numbers, so that a frame costs little where many are
                computed
chain_layout    Columns of a chain's rows, and of the volumes that its frames carry
frames_kernels  Where an arm's frames and the axes of its volumes are in poses side by side, in either
                precision
near_kernels    What is compared in single precision where an axis may be near a box: the bounds of both
                along that
"""
