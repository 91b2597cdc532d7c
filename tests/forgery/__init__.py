"""Forgery: packets of every way of a flight, altered, replayed and forged; not one of them may be taken.

python -m tests.forgery [--altered N] [--replayed N] [--json FILE|-]

captured  --- what came to whom --->  victims  <--- altered, forged, replayed --- alterations, forgers
                                         '--- taken, or refused for a reason --->  campaign
"""
