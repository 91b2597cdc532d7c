"""How a role lives, whoever drives it: its contract, where it begins to count, its beat and its times.

beat      That a role lives, and for which configuration: told five times a second, on one grid
boot      Where a life of a participant begins to count, so that no number is ever used twice under its name
clock     The only door to the wall clock; everything else is told `now_ns`
contract  The contract between a role and whatever drives it
memo      One fact that outlives its process: written whenever it changes, after everything else
"""
