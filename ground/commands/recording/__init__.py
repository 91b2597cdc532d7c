"""Commands about a recording.

record         `farhand record info|recover|export|force`: what a recording holds, a whole file of a damaged
               one
record_export  `farhand record export`: a recording in formats that other programs know
record_force   `farhand record force`: what a bilateral hand felt, as figures, samples and a picture
replay         `farhand replay`: a recording on the screens again; counted; or its roles run again and
               compared
summary        The command `farhand summary`: the summary of a rehearsal again, from its recording alone
"""
