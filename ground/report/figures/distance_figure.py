"""A figure of distances by collision methods along a motion."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ground.report.method_comparison import Comparison

WIDTH_IN, HEIGHT_IN = 9.0, 4.68
SPAN_COLOUR, REQUIRED_COLOUR = "#c46210", "#b03a48"
SAME_M = 1e-6  # distances that differ by no more are one line


def distance_figure(found: Comparison) -> Figure:
    """Draw the distance of each method over time, what is required, and where they differ."""
    times, distances = found.samples.times_s, found.samples.distances
    figure = Figure(figsize=(WIDTH_IN, HEIGHT_IN), layout="constrained")
    axes = figure.subplots()
    rows = list(zip(*distances.values(), strict=True))
    low, high = ([1e3 * most(row) for row in rows] for most in (min, max))
    axes.fill_between(times, low, high, color="0.88", lw=0, label="they differ")
    for number, names in enumerate(_alike(distances)):
        line = [1e3 * metres for metres in distances[names[0]]]
        axes.plot(times, line, color=f"C{number}", label="\n".join(names))
        for unsafe in (row.unsafe for row in found.methods if row.name in names and row.unsafe):
            place = unsafe.s, 1e3 * found.required_m
            axes.plot(*place, "v", color=f"C{number}", ms=7, mec="white", zorder=5)
    _required(axes, found)
    axes.set_xlim(times[0], times[-1])
    axes.set_xlabel("time [s]")
    axes.set_ylabel("least distance [mm]")
    axes.set_title(f"{found.motion.name}: {found.robot} in {found.scene}", fontsize=10)
    axes.grid(visible=True, color="0.93")
    axes.set_axisbelow(True)
    figure.legend(*axes.get_legend_handles_labels(), loc="outside right upper", fontsize=8, frameon=False)
    return figure


def _alike(distances: dict[str, list[float]]) -> list[list[str]]:
    """Return the methods, those of the same distances together."""
    groups: list[list[str]] = []
    for name, row in distances.items():
        for group in groups:
            if max(abs(a - b) for a, b in zip(row, distances[group[0]], strict=True)) <= SAME_M:
                group.append(name)
                break
        else:
            groups.append([name])
    return groups


def _required(axes: Axes, found: Comparison) -> None:
    """Draw the requirement, and where only some methods are below it."""
    required = 1e3 * found.required_m
    axes.axhline(required, color=REQUIRED_COLOUR, lw=1, ls="--", label=f"required: {required:.3g} mm")
    spans = {(row.from_s, row.until_s) for apart in found.apart for row in apart.disputes}
    for number, span in enumerate(sorted(spans)):
        axes.axvspan(
            *span, color=SPAN_COLOUR, alpha=0.15, lw=0, label="" if number else "too near for some alone"
        )
