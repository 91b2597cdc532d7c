"""How bytes travel in real time: addresses, multicast, TCP frames, one bus end for each role.

addresses      Where every participant is reached: one table for a run, for all its processes, on one host or
               several
backlog        A queue with a bound, in which the nature of each message says what becomes of it
bus            One participant's ends of every carrier, as the routing table and the addresses of the run say
device_client  The device's end of the door: says states, takes the newest force, never waits for either
device_door    The door of the handle: where a device's program speaks to the haptics role, by TCP or by UDP
door_file      Where the door of the handle is, and the word that opens it: `handle.json` in the run folder
event_log      What a participant's process has to say for people: one line for an event
gaps           Datagrams of the station's own groups that a receiver has missed: the counts of each sender
               tell
launch         What one process of a run is told, as the file that its command line names
multicast      UDP: multicast groups for packets on the station's network, and the link port
port_pair      Sockets of TCP and UDP at one port of this host: whoever knows it may come by either
reservation    Addresses of this host that one run has for itself, as long as one of its processes lives
stream         TCP frames, the receiving side: one server for each role that receives streams
stream_sender  TCP frames, the sending side: one connection to each receiver, made again when it is lost
"""
