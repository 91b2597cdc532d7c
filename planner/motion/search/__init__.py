"""A free way where the direct one is not: searched, shortened, and its corners rounded.

detour           What a joint move goes around, if its direct way comes too close to something
free_route       From a pose to another on a way that keeps a clearance: straight if that does, else around
piece_kernels    Whether a piece of a route is free everywhere, compiled: many poses along it are looked at
                 side by side
replan           A plan is made direct, and each joint move that is refused is led around what it meets,
                 until all pass
shorten_kernels  A route made shorter and smooth, compiled: corners are cut while that is free, and what is
                 left is bent
trees_kernels    A whole search for a free route, compiled: two trees of free lines grow until they meet;
                 shorten, bend
"""
