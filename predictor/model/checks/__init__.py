"""What is said and doubted of an arm: facts, shapes that do not hold it, pairs that cannot part.

coverage     Whether an arm's capsules reach from joint to joint: a shape that ends halfway protects half an
             arm
doubts       What is likely a mistake of an arm's file, looked at with the whole arm in view
extent       How far an arm, or a link, extends by all that is known of it: capsules, parts, and where its
             tools are
facts        What a robot file says of an arm, for people and programs
neighbours   Capsules that meet in a joint: no pose keeps them apart, so a robot file allows them to touch
pairs        Which pairs of an arm's capsules no pose keeps apart, found by looking at many poses within
             limits
piece_cover  Whether an arm's capsules contain its parts: every convex piece, in the capsules of its frame
segments     How far points and capsules are apart, many at once: what the checks of an arm's shape need
"""
