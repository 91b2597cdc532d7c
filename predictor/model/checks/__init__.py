"""What is said and doubted of an arm: facts, shapes that do not hold it, pairs that cannot part.

capsule_distances  How far points, capsules and convex pieces are outside of capsules, many at once
coverage           Whether an arm's capsules cover it: a shape that ends halfway from joint to joint protects
                   half an arm
self_pairs         Which pairs of an arm's capsules no pose keeps apart, found by looking at many poses
                   within limits
"""
