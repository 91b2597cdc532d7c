"""The far end as a role: the link, the software on board, and the faults that befall them.

equipment           What is on board besides the joints: gripper, brakes, cameras, mode
joint_telemetry     What telemetry says of the joints: angles, currents and temperatures, unless a fault puts
                    one of them off
onboard             The on-board contract: what the spacecraft does with commands, without physics and
                    without a link
onboard_report      The on-board software's part of telemetry: its mode, the fate of commands, the newest
                    one's echo
scripted_faults     The faults of a scenario in space: those that begin and end at a time, and joints that
                    fail
setpoint_buffer     Hold set-points on board until their moves begin, and judge each against the one before
                    it
space_segment       The space segment: link, on-board software, body and scripted faults as one role
space_segment_role  The space segment of a rehearsal, which is part of its run: under the keys of the run
spacecraft_end      The spacecraft's end of the space link: what proves a packet that has come up, and what
                    seals one down
"""
