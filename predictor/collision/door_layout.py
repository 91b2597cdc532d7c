"""Where in the packed table and in the scratch array of `capsules` each value stands."""

from predictor.collision.tables import LEAF_LEVER, PAIR_LEVER, WIDE
from predictor.collision.wide_tree_layout import MARK

# Places of the head: how many of each, and how long a piece of a law is; the first node of both trees, -1 if
# there is none; the first key of each side, NOBODY if there is none; the frame of the base.
JOINTS, LEAVES, ROWS, GROUPS, OBSTACLES, PAIRS, SIDES, LAW, ROOTS, KEYS, BASE = *range(9), 10, 14
# Then where each part begins, in the table and in the room.
CHAINS, LAWS, LEAF_ROWS, OBSTACLE_ROWS, NODES, OWN, PAIR_ROWS, MOUNTED, LEVERS, TABLE_END = range(26, 36)
FRAMES, SLOPES, AXES_AT, LANES, WATCHES, POSE, STACK, ROOM_END, HEAD = range(36, 45)
# Columns of a joint of the chain: those of `lanes.chain`, but where its parent's frame is in the room; then
# its law's first piece and that after its last.
LAW_FIRST, LAW_AFTER, CHAIN = 10, 11, 12
PLACES = 12  # of a frame: x axis, y axis, z axis, origin
LEAF, PAIR = LEAF_LEVER, PAIR_LEVER  # places of a leaf and of a pair, without levers
AXIS = 6  # of a placed axis: where it begins, and its run
GROUP = MARK  # of a group of leaves: bounds of their axes, and radii, as of a node
# Places of a watch: how near a pair must be to count, -inf: it does not look; what was found, as `Found` has
# it; how fast its distance can change [m/s], and the cell at which it looks again.
WITHIN, DISTANCE, KEY, OTHER, SPEED, DUE, WATCH = range(7)
# Places of the room: what is remembered, the placed leaf, obstacle and pair of leaves that were nearest last,
# -1: none; gaps of what stands side by side, and which of it is near; the base in the world, as a frame, and
# (4, 4).
LAST_ROW, LAST_OTHER, LAST_PAIR, GAPS, IN_WORLD = 0, 1, 2, 3, 3 + 2 * WIDE
T_WORLD_BASE, ROOM = IN_WORLD + PLACES, IN_WORLD + PLACES + 16
