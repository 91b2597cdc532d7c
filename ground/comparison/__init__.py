"""Collision methods beside one another, along one motion.

along            How near a method sees an arm come along a motion: sampled closely, and by its proof without
                 gaps
compared         Collision methods along one motion: what each of them sees, where they differ, and what
                 their answers cost
compared_motion  The motion that methods are compared along, and the world that it goes through
comparison_text  The comparison of methods along a motion, in words and tables
measure          Time several calls in turns, by processor time: what else the machine does is not counted
motion_table     A motion as a table: CSV with a head, and a row for each instant
"""
