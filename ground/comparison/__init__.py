"""Collision methods beside one another, along one motion.

along         How near a method sees an arm come along a motion: sampled closely, and by its proof without
              gaps
asked         The motion that methods are compared along, and the world that it goes through
compared      Collision methods along one motion
cost          What answers of methods cost, asked in turns along the same motion
differences   Where two methods tell different distances of the same motion, and where only one of them finds
              it unsafe
measure       Time several calls in turns, by processor time: what else the machine does is not counted
motion_table  A motion as a table that anybody can write: CSV with a head, and a row for each instant
told          Methods along a motion, in words and tables
"""
