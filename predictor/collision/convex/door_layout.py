"""Where in the packed table and in the scratch array of convex bodies each part stands."""

# Places of the head: how many joint values and solids, and how wide a joint's row and a piece of a law are.
VALUES, SOLIDS, ROW, LAW = range(4)
# Then where each part begins, in the table and in the scratch; whole numbers stand there bit by bit.
JOINTS, LAWS, ITEMS, CORNERS, LINKS, NODES, LEAVES, PAIRS, MOUNTED, LEVERS, TABLE_END = range(4, 15)
FRAMES, SCRATCH, POSE, BASE, DUE, SPEED, ROOM_END, HEAD = range(15, 23)
