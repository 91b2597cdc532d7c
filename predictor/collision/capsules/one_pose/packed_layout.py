"""Where in the packed array and in the scratch array of `capsules` each value stands."""

from predictor.collision.capsules.arm_and_scene.tables import LEAF_LEVER, PAIR_LEVER, WIDE

# Places of what stands side by side: the bounds, the thickness, and what each is.
AROUND, MARK, NODE = 6 * WIDE, 7 * WIDE, 8 * WIDE
EMPTY_PLACE = 1e100  # what a place holds where there is nothing

# Places of the head: how many of each, and how long a piece of a law is; the first node of both trees, -1 if
# there is none; the first key of each side, by the side's number, NO_PAIR if there is none; the base's frame.
JOINTS, LEAVES, ROWS, GROUPS, OBSTACLES, PAIRS, SIDES, LAW, ROOTS, KEYS, BASE = *range(9), 10, 14
# Then where each part begins, in the packed array and in the scratch.
CHAINS, LAWS, LEAF_ROWS, OBSTACLE_ROWS, NODES, OWN, PAIR_ROWS, MOUNTED, LEVERS, PACKED_END = range(26, 36)
FRAMES, SLOPES, AXES_AT, LANES, WATCHES, POSE, STACK, SCRATCH_END, HEAD = range(36, 45)
# Columns of a joint of the chain: those of `tables`, but where its parent's frame is in the scratch; then
# its law's first piece and that after its last.
LAW_FIRST, LAW_AFTER, CHAIN = 10, 11, 12
PLACES = 12  # of a frame: x axis, y axis, z axis, origin
LEAF, PAIR = LEAF_LEVER, PAIR_LEVER  # places of a leaf and of a pair, without levers
AXIS = 6  # of a placed axis: where it begins, and its run
GROUP = MARK  # of a group of leaves: bounds of their axes, and radii, as of a node
# Places of a watch: how near a pair must be to count, -inf: it is not measured; what was found, as
# `NearestPair` has it; how fast its distance can change [m/s], and the cell at which it is measured again.
WITHIN, DISTANCE, KEY, OTHER, SPEED, DUE, WATCH = range(7)
# Places of the scratch: the placed leaf, obstacle and pair of leaves that were nearest last, -1: none; gaps
# of what stands side by side, and which of it is near; the base in the world, as a frame, and (4, 4).
LAST_ROW, LAST_OTHER, LAST_PAIR, GAPS, IN_WORLD = 0, 1, 2, 3, 3 + 2 * WIDE
T_WORLD_BASE, SCRATCH = IN_WORLD + PLACES, IN_WORLD + PLACES + 16
