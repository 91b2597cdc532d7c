"""The simulated spacecraft of a station as a program of its own: passes come and go, it stays.

accepted_sets         The end of a spacecraft under every key set that it takes: what is installed there and
                      not revoked
simulated_spacecraft  The simulated spacecraft of a station: what a rehearsal's space segment is when it is a
                      program of its own
space_program         The space segment as a program: its role in real time, between the two UDP addresses of
                      its station
"""
