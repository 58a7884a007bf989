"""How often names are, from their rank in the lists of the United States Census of 1990."""

import bisect
import math

# Rank and share of the population in per cent, as the Census Bureau's files dist.all.last, dist.female.first and
# dist.male.first of 1990 state them; between two ranks the share is read off the straight line on logarithmic scales.
LAST = [(1, 1.006), (2, 0.810), (5, 0.621), (10, 0.311), (20, 0.233), (50, 0.134), (100, 0.083), (200, 0.051), (500, 0.023), (1000, 0.012), (2000, 0.006),
        (5000, 0.002), (10000, 0.001)]
FEMALE = [(1, 2.629), (2, 1.073), (5, 0.937), (10, 0.727), (20, 0.522), (50, 0.359), (100, 0.208), (200, 0.109), (500, 0.027), (1000, 0.008), (4275, 0.001)]
MALE = [(1, 3.318), (2, 3.271), (5, 2.451), (10, 1.380), (20, 0.736), (50, 0.322), (100, 0.190), (200, 0.087), (500, 0.019), (1219, 0.004)]


def share(knots, rank):
    """Returns the share in per cent that a name of this rank (from 1) has."""
    at = bisect.bisect_right([knot[0] for knot in knots], rank)
    if at == 0 or at == len(knots):
        return knots[max(at - 1, 0)][1]
    (left, high), (right, low) = knots[at - 1], knots[at]
    part = (math.log(rank) - math.log(left)) / (math.log(right) - math.log(left))
    return math.exp(math.log(high) + part * (math.log(low) - math.log(high)))
