"""Many configurations at once, side by side in lanes.

angles         Sine and cosine of many angles side by side, without a branch: the compiler takes several at
               once
apart          How far segments and boxes are apart in many lanes: no branches, in the precision of what is
               given
arm_and_scene  Arm and scene as the kernels over lanes read them: all in the arm base, wherever that stands
batch          The least distance of many configurations, or which of them come within a distance: by blocks
               of LANES
chain          The joints of an arm as rows of few numbers, so that a frame costs little where many are
               computed
exact          The distance of one pair in every lane, in double precision, taken where it comes before what
               is known
frames         Where an arm's frames and the axes of its volumes are in LANES configurations side by side
near           Which lanes of a block may come nearer than is known, in single precision
order          In which order to take many configurations, so that those of one block are near one another
search         The least distance of all pairs in every lane of a block: branch and bound with one known
               least per lane
"""
