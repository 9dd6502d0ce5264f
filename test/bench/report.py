"""Tables, sums and the plot of what run.py measured."""

import math
import sys

import limits

FIRST, LAST = "<!-- What follows is written by `./x bench --docs`. -->", "<!-- End of what `./x bench --docs` writes. -->"


OF_THE_LIMIT = """The last column of the tables is the least time that the machine allows, in percent of our time: that of the operations of
products and convolutions at the peak for their element type, or that of the inputs and results at the bandwidth for data of their
size, whichever is longer. Other arithmetic is not counted: that of functions, of sorting, of loops, and what every call takes."""


def milliseconds(cell):
    return f"{1e3 * cell['min_s']:.4g}" if "min_s" in cell else "-"


def threads_of(results):
    return list(next(iter(results["workloads"].values()))["cells"])


def counted(threads):
    return f"{threads} thread{'s' * (threads != '1')}"


def speedup(row, peers):
    """How many times as fast as the fastest of `peers` we are."""
    theirs = [row[peer]["min_s"] for peer in peers if "min_s" in row.get(peer, {})]
    ours = row["ours"].get("min_s")
    return min(theirs) / ours if theirs and ours else None


def others(results):
    return [peer for peer in results["titles"] if peer != "ours"]


def ratios(results, name, threads):
    """To XLA:CPU, and to the best of all peers."""
    row = results["workloads"][name]["cells"][threads]
    return speedup(row, ["xla"]), speedup(row, others(results))


def ratio(value):
    return "-" if value is None else f"{value:.2f}"


def reached(results, name, threads):
    """The least time that the machine allows, in percent of ours."""
    workload = results["workloads"][name]
    ours = workload["cells"][threads]["ours"].get("min_s")
    least = limits.least_seconds(workload, results["peaks"][threads], int(threads))
    return f"{100 * least / ours:.0f} %" if ours and least else "-"


def columns(results):
    return [*(f"{title}, ms" for title in results["titles"].values()), "to XLA:CPU", "to the best", "of the limit"]


def figures(results, name, threads):
    row = results["workloads"][name]["cells"][threads]
    compared = map(ratio, ratios(results, name, threads))
    return [*(milliseconds(row[peer]) for peer in results["titles"]), *compared, reached(results, name, threads)]


def failures(results, only=None):
    """Why cells hold no figure, where a peer has a form of the workload."""
    found = {}
    for name, workload in results["workloads"].items():
        for threads, row in workload["cells"].items():
            for peer, cell in row.items():
                if cell.get("failed") and only in (None, peer):
                    found.setdefault((name, results["titles"][peer], cell["failed"]), []).append(threads)
    return [f"{name}, {title}: {why}" for name, title, why in found]


# ---------------------------------------------------------------- on the terminal


class Progress:
    """Prints rows as they are done, and on a terminal the current step."""

    def __init__(self, count):
        self.count, self.finished = count, 0

    def line(self, name, threads, words):
        return f"{name:24}{threads:>3}  " + "".join(f"{word:>14}" for word in words)

    def head(self, results, threads):
        return self.line("workload", "thr", [column.replace("ONNX Runtime", "ORT") for column in columns(results)])

    def say(self, what):
        if sys.stderr.isatty():
            text = f"[{self.finished + 1}/{self.count}] {what}" if what else ""
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    def done(self, results, name):
        self.finished += 1
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        for i, threads in enumerate(threads_of(results)):
            print(self.line(name if i == 0 else "", threads, figures(results, name, threads)), flush=True)


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def sums(results):
    """For each group and number of threads: what holds of all workloads."""
    of_group = {}
    for name, workload in results["workloads"].items():
        of_group.setdefault(workload["group"], []).append(name)
    for group, threads in ((group, threads) for group in of_group for threads in threads_of(results)):
        found = [ratios(results, name, threads) for name in of_group[group]]
        to_xla = [value for value, _ in found if value]
        to_best = [value for _, value in found if value]
        if not to_best:
            continue
        mean = f"{geometric_mean(to_xla):.2f} times as fast as XLA:CPU in the geometric mean" if to_xla else "no XLA:CPU"
        ahead = sum(value >= 1 for value in to_best)
        yield (
            f"{group}, {counted(threads)}: {mean}; ahead of the best of all peers on {ahead} of {len(to_best)}, "
            f"at least {min(to_best):.2f} times as fast as it"
        )


def compile_ratio(results, name):
    """Our compile time over XLA:CPU's, at one thread if it was measured."""
    row = results["workloads"][name]["cells"][threads_of(results)[0]]
    seconds = [row.get(peer, {}).get("compile_s") for peer in ("ours", "xla")]
    return seconds[0] / seconds[1] if all(seconds) else None


def summary(results):
    lines = ["", *sums(results)]
    slower = [value for name in results["workloads"] if (value := compile_ratio(results, name))]
    if slower:
        lines.append(f"compiling: {geometric_mean(slower):.1f} times XLA:CPU's time in the geometric mean, {max(slower):.1f} at most")
    return "\n".join(lines + failures(results))


# ---------------------------------------------------------------- as a picture


def plot(results, path):
    """A dot for each workload and peer: how many times as fast we are."""
    try:
        import matplotlib
    except ImportError:
        print(f"{path}: left out, there is no matplotlib (./x setup --bench)", file=sys.stderr)
        return
    matplotlib.use("svg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "xla-mlir", "font.size": 9})
    names = list(results["workloads"])[::-1]
    counts = threads_of(results)
    size = (4.6 * len(counts) + 1.6, 0.24 * len(names) + 1.3)
    figure, axes = pyplot.subplots(1, len(counts), sharey=True, sharex=True, squeeze=False, figsize=size, layout="constrained")
    for axis, threads in zip(axes[0], counts):
        both = [ratios(results, name, threads) for name in names]
        for which, colour, label in ((0, "#4878cf", "XLA:CPU"), (1, "#d65f5f", "the best of all peers")):
            dots = [(pair[which], y) for y, pair in enumerate(both) if pair[which]]
            axis.scatter(*(zip(*dots) if dots else ([], [])), color=colour, s=22, label=f"to {label}", zorder=3, alpha=0.85)
        axis.axvline(1, color="black", linewidth=0.8)
        axis.set_xscale("log", base=2)
        axis.xaxis.set_major_formatter(lambda value, _: f"{value:g}×")
        axis.grid(axis="both", color="#e0e0e0", linewidth=0.6)
        axis.set_axisbelow(True)
        axis.set_title(counted(threads))
        axis.set_yticks(range(len(names)), names)
        axis.set_ylim(-0.7, len(names) - 0.3)
    axes[0][0].legend(loc="lower right", framealpha=1)
    figure.supxlabel("how many times as fast (right of 1×: ours is faster)")
    figure.suptitle(f"{results['machine']}, {results['date']}")
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


# ---------------------------------------------------------------- in the book


def markdown(head, rows):
    """A table whose first column is text and whose others are numbers."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def machine_limits(results):
    """What the machine does at most, a column for each number of threads, and what the tables make of it."""
    counts = threads_of(results)
    peaks = [results["peaks"][threads] for threads in counts]
    rows = [
        [f"products and sums of {element}, 10⁹ operations per second", *(f"{1e-9 * one['arithmetic'][element]:.0f}" for one in peaks)]
        for element in peaks[0]["arithmetic"]
    ]
    for i, (size, _) in enumerate(peaks[0]["bandwidth"]):
        unit, scale = ("KiB", 10) if size < 1 << 20 else ("MiB", 20)
        each = [f"{1e-9 * one['bandwidth'][i][1]:.0f}" for one in peaks]
        rows.append([f"reading or copying {size >> scale} {unit} by each thread, 10⁹ bytes per second", *each])
    return markdown(["At most", *map(counted, counts)], rows) + f"\n\n{OF_THE_LIMIT}"


def document(results, docs):
    """Writes the figures into performance.md, and the plot beside it."""
    peers = results["titles"]
    parts = [
        FIRST,
        f"{results['date']}, {results['machine']}; commit {results['commit']}, {', '.join(results['versions'].values())}.",
        f"Least times of single calls, in {results['rounds']} x {results['seconds']:g} s.",
        "![How many times as fast as XLA:CPU and as the best of all peers, by workload](performance.svg)",
        "\n".join(f"- {line}" for line in sums(results)),
    ]
    parts += ["## The machine", machine_limits(results)]
    for threads in threads_of(results):
        rows = [[f"`{name}`", *figures(results, name, threads)] for name in results["workloads"]]
        parts += [f"## {counted(threads)}", markdown(["Workload", *columns(results)], rows)]
    rows = []
    for name, workload in results["workloads"].items():
        row = workload["cells"][threads_of(results)[0]]
        seconds = [row[peer].get("compile_s") for peer in peers]
        cells = ["-" if value is None else f"{1e3 * value:.0f}" for value in seconds]
        if any(seconds):
            first = row.get("ours", {}).get("first_compile_s")
            first = "-" if first is None else f"{1e3 * first:.0f}"
            rows.append([f"`{name}`", *cells, ratio(compile_ratio(results, name)), first])
    head = ["Workload", *(f"{title}, ms" for title in peers.values()), "ours / XLA:CPU", "ours, the first of a process, ms"]
    parts += ["## Compiling", markdown(head, rows)]
    if failed := failures(results):
        parts += ["## Without a figure", "\n".join(f"- {line.replace('|', ' ')}" for line in failed)]
    rows = [[f"`{name}`", workload["about"], f"{workload['tolerance']:g}"] for name, workload in results["workloads"].items()]
    about = markdown(["Workload", "What it is", "Tolerance"], rows)
    parts += ["## Workloads", about, LAST]
    path = docs / "performance.md"
    text = path.read_text()
    before, _, rest = text.partition(FIRST)
    _, _, after = rest.partition(LAST)
    path.write_text(before + "\n\n".join(parts) + after)
    plot(results, docs / "performance.svg")
