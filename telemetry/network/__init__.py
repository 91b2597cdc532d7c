"""How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role.

backlog        A queue with a bound, in which the nature of each message says what becomes of it
bus            One participant's ends of every carrier, as the routing table and the addresses of the run say
device_client  The device's end of the door: says states, takes the newest force, never waits for either
device_door    The door of the handle: where a device's program speaks to the haptics role, by TCP or by UDP
door_address   Where the door of the handle is: TCP and UDP at one port, and `handle.json` with its token
event_log      What a participant's process has to say for people: one line for an event
gaps           Datagrams of the station's own groups that a receiver has missed: the counts of each sender
               tell
launch         The launch file of one process, and in it the addresses of every participant of the run
multicast      UDP: multicast groups for packets on the station's network, and the link port
reservation    Addresses of this host that one run has for itself, as long as one of its processes lives
stream         TCP frames, the receiving side: one server for each role that receives streams
stream_sender  TCP frames, the sending side: one connection to each receiver, made again when it is lost
"""
