"""How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role.

backlog         A queue with a bound, in which the nature of each message decides what becomes of it
bus             One participant's ends of every carrier, by the routing table and the addresses of the run
calling         The calling side of a connection: greetings first, if the run is sealed, and then frames
device_client   The device's end of the door: sends states, reads the newest force, never waits for either
device_door     The door of the handle: the server, TCP and UDP, by which a device's program speaks to the
                haptics role
door_address    Where the door of the handle is: TCP and UDP at one port, and `handle.json` with its token
event_log       The log of a participant's process, for people: one line for an event
far_end         One end of the space link to a spacecraft that is elsewhere, beside the sockets of its bus
gaps            Datagrams of the station's own groups that a receiver has missed, by the counts of each
                sender
host_network    What the network of this host can do: its interfaces, and whether a packet to a group comes
                back
joined_packets  Packets of messages that come in segments, joined as they came, for the record
launch          The launch file of one process, and in it the addresses of every participant of the run
multicast       UDP: multicast groups for packets on the station's network, and the link port
pass_keeper     Keeps the pass of one end of the space link: asks when it is time, and reports what has
                changed
reservation     Addresses of this host that one run has for itself, as long as one of its processes lives
socket_owner    Whose a local socket is, as the kernel tells it: another user of this host may have taken a
                port first
stream          TCP frames, the receiving side: one server for each role that receives streams
stream_ends     The streams of one participant: a sender to each receiver of the run, and a server, if it has
                one
stream_sender   TCP frames, the sending side: one connection to each receiver, made again when it is lost
"""
