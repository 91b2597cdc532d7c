"""How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role."""
