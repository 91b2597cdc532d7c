"""What is kept of runs on this host: their folders, locks and files, and what is read off them later.

history       What runs or ran here: one row for each run folder, read from its locks and files
known_runs    The runs of this host: which of them live, and where their roles are reached
locks         Who of a run lives: a lock for each process, which the system takes back however the process
              ends
pruning       The removal of runs that are over: which ones, and what becomes of their recordings
recorded_run  A recorded run: what its recording tells of it, each message once, and the files of its model
run_folder    The folder of a run: one launch file for each process, its log, its store, the recording
usage_error   A command line that does not say what to do, or asks for a missing library: an error of any
              floor
version       Which farhand this is: a checkout says so itself, as what is installed may be another
"""
