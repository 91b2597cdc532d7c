"""Commands about a recording.

audit          The command `farhand audit`: which invariants a recording proves, alone
expect         The command `farhand expect`: checks over any recording, with an exit code that anybody's CI
               understands
plot           The command `farhand plot`: any recorded figure over time, as a picture or a table; without a
               name, a list
record         `farhand record info|recover|export|force`: a recording's contents, a whole file of a damaged
               one, forces
record_export  `farhand record export`: a recording in formats that other programs know
record_figure  `farhand record figure NAME FILE`: figures of a flight, as the published system shows them
replay         `farhand replay`: a recording on the screens again; counted; or its roles run again and
               compared
report         The command `farhand report`: one page that explains recorded runs or a campaign, as HTML and
               as JSON
summary        The command `farhand summary`: the summary of a rehearsal or a pass again, from its recording
               alone
"""
