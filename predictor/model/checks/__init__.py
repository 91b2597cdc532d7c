"""What is said and doubted of an arm: facts, shapes that do not hold it, pairs that cannot part.

capsule_distances  How far points and capsules are apart, many at once: what the checks of an arm's shape
                   need
coverage           Whether an arm's capsules reach from joint to joint: a shape that ends halfway protects
                   half an arm
piece_cover        Whether an arm's capsules contain its parts: every convex piece, in the capsules of its
                   frame
self_pairs         Which pairs of an arm's capsules no pose keeps apart, found by looking at many poses
                   within limits
"""
