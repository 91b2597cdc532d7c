"""Plans as people write them: tables of a file, and what the planner is asked for."""
