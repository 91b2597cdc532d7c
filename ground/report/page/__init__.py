"""One page that explains recorded runs: what it tells, and how that becomes HTML.

campaign_data     What a page tells of a campaign, as one tree: its fields are the keys in JSON, and the
                  template's words
campaign_figures  Figures of a campaign's page: how figures are spread, and what the procedure tolerates
campaign_html     The page of a campaign as one HTML file
comparison_data   What a page tells of two runs row by row: a rehearsal against its pass, a person against a
                  script
course_figures    Figures over time of a page: clearance, residual, delay, and the lanes of the delay
discreet          What a page keeps to itself unless it is asked for: names of people, hosts, addresses,
                  places, key ids
html_page         The page of recorded runs as one HTML file: nothing is loaded from anywhere, nothing runs
                  in it
inline_svg        A figure as SVG that stands within a page: the same octets for the same figure, anywhere
page_data         What a page tells of recorded runs, as one tree: its fields are the keys in JSON, and the
                  template's words
page_file         The file of a page: written whole or not at all, and never over anything that is no page of
                  ours
page_frame        The frame that all pages stand in: one head and style, texts that are texts, figures within
                  the page
trend_figures     Figures of a page of several runs: how the score and each of its measures go from run to
                  run
worst_figure      The arm at the instant in which it came nearest to anything: from above and from the side
"""
