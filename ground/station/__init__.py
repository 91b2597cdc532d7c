"""A station: the same ground segment against a spacecraft that this run does not simulate.

adapter_role    The adapter: the far end of the link, where the spacecraft is somewhere else
key_parts       Which host of a station has which keys: each those of its participants, all of the ground
                that of HOLD
operation       What operating a station is: the plan of its run on one host (`ground.run.run_plan`)
shown_keys      The key sets of a host as people see them: ids, whose, for what, since when, until when;
                never a secret
station_file    Read a station file, and check what its tables alone cannot: `ground.station.station_tables`
station_tables  The tables of a station file: which arm is operated, over which link, by which hosts
"""
