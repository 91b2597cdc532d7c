"""What a participant was given: tapped as it lives, and read again from its bytes.

counted_tap     What the recorder receives of a participant of whose inputs nothing is kept: that there were
                some
driver_records  Inputs that a driver makes for a participant, as bytes for the record, beside what came off
                the bus
envelope        What stands around a payload on its way: taken off, so that the payload is kept alone, and
                put on again
received        What a role received, read again from its bytes alone, which also show by which carrier they
                came
tap             What the recorder receives of one life of a participant: every input, numbered, and how the
                life goes
"""
