"""Motions of an arm whose joints do not all move.

adapted         Moves that were asked of the whole arm, as they can be flown while joints are locked
asked           A move as a plan asks for it, while joints are locked: its path, and where that begins
choice          What had best give way when a joint locks: nothing, or else the one coordinate that costs
                least
dexterity       What the lock of each joint would cost a redundant arm at a pose, before any joint has failed
feasibility     At which angles a joint may lock so that a course can still be followed, and what that costs
frozen          An arm of which some joints stand for good, as everything sees it that asks an arm what it
                can do
locked_knots    The places of a course that are solved beforehand, while joints are locked, and where it is
                lost
locked_path     A course of the tool while joints stay locked: what must hold holds, the rest gives way
locks           Which joints of an arm do not move, by their names
other_attitude  The attitude that comes nearest to the wanted one where joints are locked and the place is to
                hold
point           Joint values at one place of a task: what is exact holds, what has a weight is missed by the
                least
task            What a course asks of the tool, coordinate by coordinate, and how far the tool is from it
trial           One course with one joint locked at one value, solved coarsely: can it be followed, and at
                what cost
"""
