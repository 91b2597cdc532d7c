"""What is kept of runs on this host: their folders, locks and files, and what is read off them later.

history       What runs or ran here: one row for each run folder, read from its locks and files
known_runs    The runs of this host: which of them live, and where their roles are reached
locks         The living processes of a run: each holds a lock, which the system frees however the process
              ends
pruning       The removal of runs that are over: which ones, and what becomes of their recordings
recorded_run  A recorded run: its description, each message once, and the files of its model
run_folder    The folder of a run: one launch file for each process, its log, its store, the recording
usage_error   The error of a command line that is incomplete, wrong, or asks for a library that is not
              installed
version       The version of farhand: of this checkout first, as the installed one may be another
"""
