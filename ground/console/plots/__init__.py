"""Plots of any recorded figure, and the trends of the last minute that are always in sight.

figure_list    The figures to choose from: what is typed narrows the list below it; nothing pops up
graph          A graph over time, as the console draws it: thin lines, no menu, and nothing that catches a
               key
plot_export    Plots as files in the folder of the run: what is seen as PNG, the samples behind it as CSV; no
               Qt
plot_sheet     Several plots below one another with one window of time, two cursors, and one plot that keys
               act on
plots_panel    PLOTS: any recorded figure over time, several plots below one another with one window of time
residual_band  Where telemetry of a joint should be: what was commanded one round trip ago, and what it may
               be off by
time_plot      One plot: its figures with their newest values and ages, their courses, limits, cursors and
               band
time_window    The window of time that all plots show: it follows now, or stands; no Qt
tool_speed     How fast the tool went of late, by the joints that telemetry tells
trends_panel   The trends of the last minute, always in sight: clearance, tool speed and residual
"""
