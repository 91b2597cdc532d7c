"""The command that flies a scenario many times: its options, and what it prints.

campaign  The command `farhand campaign`: fly a scenario over seeds, with values and faults drawn for each
"""
