"""Plain reference: fewest whole periods to rest, by dynamic programming over a lattice of accelerations.

With every limit a whole number of units the extreme sums of accelerations lie on the lattice, and all sums
between them can be reached.  Imports nothing of the project.
"""


def fewest_periods(wanted, a, a_max, step):
    """Fewest N with a_0 = a, a_N = 0, |a_k| <= a_max, |a_k - a_(k-1)| <= step and a_1 + ... = wanted."""
    sums = {a: (0, 0)}  # acceleration -> (least, greatest) sum so far
    for n in range(1, 1000):
        ahead = {}
        for now, (least, greatest) in sums.items():
            for then in range(max(-a_max, now - step), min(a_max, now + step) + 1):
                low, high = ahead.get(then, (10**9, -(10**9)))
                ahead[then] = (min(low, least + then), max(high, greatest + then))
        sums = ahead
        if 0 in sums and sums[0][0] <= wanted <= sums[0][1]:
            return n
    raise ValueError("no stop within 1000 periods")
