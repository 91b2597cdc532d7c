"""A free way where the direct one is not: searched, shortened, and its corners rounded.

detour           What a joint move goes around, if its direct way comes too close to something
piece            Whether a piece of a way is free everywhere, and not only where it was looked at
piece_kernels    Whether a piece of a way is free, compiled: many poses along it are looked at side by side
quickest         Of several ways around the one that is flown quickest: a short one may bend sharply, and is
                 slow there
replan           A plan is made direct, and each joint move that is refused is led around what it meets,
                 until all pass
safe_goal        The safe pose that is found nearest to a goal that is unsafe: offered, never taken
shorten          A way made shorter: pieces of it become straight, in all joints or in a single one, wherever
                 that is free
shorten_kernels  A way made shorter and smooth, compiled: corners are cut while that is free, and what is
                 left is bent
trees            Two trees of free lines that grow from both ends of a way until they meet
trees_kernels    Two trees that grow towards one another, compiled
way              From a pose to another on a way that keeps a clearance: straight if that does, else around
way_kernels      A whole search for a way, compiled: grow, shorten, bend
"""
