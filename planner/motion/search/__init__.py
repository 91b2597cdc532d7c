"""A free route where the direct path is not: searched, shortened, and its corners rounded.

cancellation     A search is cancelled from outside while it runs: it looks here between its parts, and gives
                 up
detour           The detour of a joint move whose direct path comes too close to something
free_route       A route from one pose to another that keeps a clearance: straight if that is free, else
                 around
piece_kernels    Whether a piece of a route is free everywhere, compiled: many poses along it are looked at
                 side by side
replan           Plans are made direct, and each move that is refused goes slower or around what it meets,
                 until all pass
shorten_kernels  A route made shorter and smooth, compiled: corners are cut while that is free, and what is
                 left is bent
trees_kernels    A whole search for a free route, compiled: two trees of free lines grow until they meet;
                 shorten, bend
"""
