"""Protection of what is sent: header, keys, tags and numbers.

arrival         How arriving bytes are judged: refused for a reason, or by their number new, late, a
                duplicate or old
ciphers         AES-256-GCM as it is used here, and the keys of one run, mode and direction
handshake       How two participants agree on a session: three greetings, by which each proves to the other
                who it is
header          The protection header: which mode, which key, which run, which sender, which number of that
                sender
heard_numbers   The numbers that one receiver has had, of all senders, by each way on which they come
pass_start      How a pass begins: ground and spacecraft agree on keys that nothing recorded before was
                sealed under
stream_session  What one connection of two participants is sealed under: keys of its own in each direction
traffic         The ciphers of one participant in one run, and what they prove
"""
