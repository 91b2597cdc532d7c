"""The score of a flight: what was measured of whoever flew, and the formula that makes one figure of it.

commanded_motion  How long the arm was commanded to move, and how long it was not, between the first and the
                  last of it
hand_course       What the hand did while it led the arm: its grips, and how it moved in each
score             The score: each measure costs points by its own scale, and what was not measured has no
                  part in it
smoothness        Smoothness of a movement by the arc length of its speed's spectrum
"""
