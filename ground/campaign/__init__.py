"""Campaigns: a scenario flown over many seeds, values and faults, and what that tells.

audit_witness    Feed the audit of a flight with what its driver sees, as the flight goes on
campaign_folder  The folder of a campaign: what is flown, and a file of lines for each worker
campaign_page    Read the folder of a campaign, and return the page that tells of it
chunks           Chunks of seeds: what a worker is given at once, flies one after the other, and writes down
cluster          Fly a campaign on a Dask cluster: the same chunks, and the same lines in the same folder
conductor        Fly a campaign into its folder: begin it or go on, until every seed is flown or given up
decisions        The digest of all decisions of a flight: each release, verdict, refusal, hold and answer, in
                 order
flown_seed       What became of one seed: a line of JSON, the same wherever and whenever the seed is flown
fly_seed         Fly one seed of a campaign, and tell what became of it
minimise         Cut the trouble of a seed down to what its finding needs
origin           What flies a seed: the package's files by their digest, and the target of its kernels
progress         How far a campaign is, from its files alone or as its lines come
rearming         Liveness: after the faults of a flight a core of it heals, and the arm must be re-armable
                 within a bound
result           Work out what a campaign tells from the lines of its folder
result_text      The result of a campaign as text
seed_plan        What one seed of a campaign brings: values, and faults; all of it is drawn before the flight
                 begins
variations       What a campaign varies: a number of a scenario, drawn for each seed from a range
workers          Worker processes of a campaign: each is given chunks of seeds, and prints the line of each
                 flight
"""
