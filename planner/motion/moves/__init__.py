"""From moves to set-points: the path of each move, blended corners, and moves adapted to locked joints.

adapted_moves  Moves that were asked of the whole arm, as they can be flown while joints are locked
blended_path   Moves that follow one another without a stop: each corner between two of them is rounded
move_path      The path of one move, as a plan asks for it
trajectory     From moves to set-points: each move, or several that are blended, from rest to rest, one a
               period
"""
