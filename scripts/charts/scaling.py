"""ns per entity over whatever was swept: the number of entities, threads, or a parameter of a workload.

A line a strategy with its 95 % interval as a band, a panel a workload, the same scales in all panels of a page; an axis has
pages of its own (scaling, scaling-sets). Over entities thin verticals stand where the payload (the component values alone)
fills a cache: where a storage leaves one, its line climbs. Names stand at the ends of the lines.
"""
import math
from dataclasses import dataclass, replace

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from . import style
from .launches import ends_are, over_launches
from .panels import Nothing, is_contender, is_storage, per_what, setting
from .placing import fit, spread, width
from .sheet import MARGIN, WIDTH, Sheet
from .words import count, figure, short_count, size, span, times

PANELS_A_PAGE = 6
AXIS, NAMES, GUTTER = 36, 158, 10  # left of a plot, right of it, between two panels
HEADING, CACHES, FOOT = 20, 15, 50
LEAST, A_LABEL = 240, 13.5  # the least height of a plot; what a label takes of it


@dataclass(frozen=True)
class Sweep:
    title: str
    workload: str
    axis: str  # "entities", "threads", or a parameter
    lines: dict  # strategy -> its cases by ascending place on the axis

    def cases(self):
        return [case for line in self.lines.values() for case in line]

    def place(self, case):
        return places(case)[self.axis]


def draw(result):
    result = over_launches(result)
    sheets = []
    for axis in dict.fromkeys(axis for case in result.cases for axis in places(case)):
        sweeps = [sweep for key, cases in apart_from(axis, result.cases).items() if (sweep := swept(axis, key, cases))]
        pages = [sweeps[i:i + PANELS_A_PAGE] for i in range(0, len(sweeps), PANELS_A_PAGE)]
        name = "scaling" if axis == "entities" else f"scaling-{axis}"
        sheets += [page_of(result, page, f"{name}-{number}" if len(pages) > 1 else name)
                   for number, page in enumerate(pages, 1)]
    if not sheets:
        raise Nothing("only one entity count was measured; --entities 1k,100k,1M measures three")
    return sheets


def places(case):
    """Where a case lies on each axis that it has."""
    return {"entities": case.entities, "threads": case.threads or 1, **dict(case.params)}


def apart_from(axis, cases):
    """(workload, what else is fixed) -> cases that may differ in this axis alone, in the order of the file."""
    groups = {}
    for case in cases:
        if axis not in places(case):
            continue
        extra = setting(replace(case, params=tuple((name, value) for name, value in case.params if name != axis),
                                threads=1 if axis == "threads" else case.threads))
        if axis != "entities" and case.entities:
            extra = ", ".join(part for part in (f"{count(case.entities)} entities", extra) if part)
        groups.setdefault((case.workload, extra), []).append(case)
    return groups


def swept(axis, key, cases):
    """The lines of one workload, or None where no strategy was measured at two places."""
    def place(case):
        return places(case)[axis]
    lines = {}
    for case in sorted((case for case in cases if place(case) is not None and case.ns.median), key=place):
        lines.setdefault(case.strategy, []).append(case)
    lines = {name: line for name, line in lines.items() if axis != "entities" or all(map(place, line))}
    if not any(place(line[0]) != place(line[-1]) for line in lines.values()):
        return None
    workload, extra = key
    return Sweep(f"{workload}, {extra}" if extra else workload, workload, axis, lines)


def page_of(result, page, name):
    columns = min(2, len(page))
    wide = (WIDTH - 2 * MARGIN - (columns - 1) * GUTTER) / columns
    high = max(LEAST, max(len(sweep.lines) for sweep in page) * A_LABEL)
    block = HEADING + CACHES + high + FOOT
    body = math.ceil(len(page) / columns) * block - 12
    cases = [case for sweep in page for case in sweep.cases()]
    ends = [sweep.place(case) for sweep in page for case in sweep.cases()]
    scale = Scale(page[0].axis, min(ends), max(ends))
    sheet = Sheet(name, finding(page), conditions(scale.axis, scale.is_logarithmic, cases), body, result, cases)
    for number, sweep in enumerate(page):
        left, top = MARGIN + number % columns * (wide + GUTTER), number // columns * block
        heading(sheet, sweep, left, top + HEADING / 2, wide)
        plot(sheet, result, sweep, scale, cases, (left + AXIS, top + HEADING + CACHES, wide - AXIS - NAMES, high))
        sheet.describe(in_words(sweep))
    return sheet


def heading(sheet, sweep, left, y, wide):
    unit = per_what(sweep.workload, sweep.cases()[0].per)
    title = fit(sweep.title, wide - width(unit, style.SMALL) - 20, style.BODY, "bold")
    sheet.text(left, y, title, size=style.BODY, weight="bold")
    sheet.text(left + width(title, style.BODY, "bold") + 10, y, unit, size=style.SMALL, color=style.MUTED)


def finding(page):
    """The title: from where to where the cost goes of the storage that is fastest at the largest count."""
    sweep = page[0]
    lines = [line for name, line in sweep.lines.items() if is_contender(name) and len(line) > 1]
    lines = lines or [line for line in sweep.lines.values() if len(line) > 1]
    largest = max(sweep.place(line[-1]) for line in lines)
    best = min((line for line in lines if sweep.place(line[-1]) == largest), key=lambda line: line[-1].ns.median)
    costs = [case.ns.median for case in best]
    said = (f"From {tick(sweep.place(best[0]))} to {tick(largest)} {sweep.axis} {best[0].strategy} costs "
            f"{span(min(costs), max(costs), lambda ns: figure(ns, 2))} ns per entity")
    ratios = [case.to_limit.median for case in best]
    if all(ratios):
        said += f", {span(min(ratios), max(ratios), times)} the limit"
    return f"{said} ({sweep.title})"


def conditions(axis, is_logarithmic, cases):
    scales = "Both scales are logarithmic." if is_logarithmic else "The scale of the cost is logarithmic."
    caches = "Verticals: where the payload fills a cache. " if axis == "entities" else ""
    place = "the largest count" if axis == "entities" else f"the largest number of {axis}"
    return f"{scales} Medians; bands are {ends_are(cases)}. {caches}At the end of each line: its cost at {place}."


def tick(place):
    """1,000,000 for a whole number; 0.1 for a share."""
    return count(int(place)) if float(place).is_integer() else f"{place:g}"


def in_words(sweep):
    parts = [f"{name} " + ", ".join(f"{figure(case.ns.median)} ns at {tick(sweep.place(case))}" for case in line)
             for name, line in sweep.lines.items()]
    return f"{sweep.title}: {'; '.join(parts)}."


@dataclass(frozen=True)
class Scale:
    """The horizontal axis that all panels of a page share."""
    axis: str
    low: float
    high: float

    @property
    def is_logarithmic(self):
        return self.low > 0 and self.high / self.low >= 8


def plot(sheet, result, sweep, scale, cases, place):
    axes = sheet.axes(*place)
    style.bare(axes, keep=("bottom",))
    axes.grid(axis="y")
    place_axis(axes, scale)
    cost_axis(axes, cases)
    if scale.axis == "entities":
        cache_marks(sheet, axes, result, sweep, place)
    for name, line in sweep.lines.items():
        draw_line(axes, style.looks(result)[name], [sweep.place(case) for case in line], line)
    end_labels(sheet, axes, result, sweep, place)


def place_axis(axes, scale):
    low, high = scale.low, scale.high
    axes.xaxis.set_minor_locator(NullLocator())
    if scale.is_logarithmic:
        axes.set_xscale("log")
        axes.set_xlim(low / 1.3, high * 1.3)
        axes.xaxis.set_minor_locator(NullLocator())
        step = max(1, math.ceil(math.log10(high / low) / 6))
        decades = [10.0**d for d in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
                   if d % step == 0 and low / 1.3 <= 10.0**d <= high * 1.3]
        axes.xaxis.set_major_locator(FixedLocator(decades if len(decades) > 1 else [low, high]))
    else:
        margin = (high - low) / 20
        axes.set_xlim(low - margin, high + margin)
        axes.xaxis.set_major_locator(MaxNLocator(nbins=6, steps=[1, 2, 5, 10]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: short_count(value) if value >= 1000 else f"{value:g}"))
    axes.set_xlabel(scale.axis, size=style.SMALL, color=style.MUTED, labelpad=2)


def cost_axis(axes, cases):
    edges = [edge for case in cases for edge in (case.ns.median, case.ns.low, case.ns.high) if edge]
    low, high = min(edges) / 1.15, max(edges) * 1.15
    axes.set_yscale("log")
    axes.set_ylim(low, high)
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 2, 5) if high / low < 1e4 else (1,)
    axes.yaxis.set_major_locator(FixedLocator([s * 10.0**d for d in decades for s in steps]))
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
    axes.tick_params(axis="y", length=0, pad=5)


def cache_marks(sheet, axes, result, sweep, place):
    """Verticals at the counts whose payload is as large as a cache."""
    per_entity = payload_per_entity(sweep)
    caches = {cache.level: cache for cache in result.caches if cache.kind != "Instruction" and cache.size_bytes}
    if not per_entity:
        return
    low, high = axes.get_xlim()
    marks = [(cache.size_bytes / per_entity, f"L{level} {size(cache.size_bytes)}")
             for level, cache in sorted(caches.items()) if low < cache.size_bytes / per_entity < high]
    if not marks:
        return
    left, top, wide, _ = place
    wanted = [axes.transData.transform((at, 1))[0] - axes.bbox.x0 for at, _ in marks]
    placed = spread(wanted, [width(text, style.TINY) + 8 for _, text in marks], -AXIS, wide + NAMES)
    for (at, text), x in zip(marks, placed):
        axes.axvline(at, color=style.MUTED, linewidth=0.8, linestyle=(0, (1, 2)), zorder=1)
        sheet.text(left + x, top - CACHES / 2, text, ha="center", size=style.TINY, color=style.MUTED)


def payload_per_entity(sweep):
    """Bytes of component values an entity, as the first storage that tells counts them at its largest count."""
    for name, line in sweep.lines.items():
        if is_storage(name) and line[-1].payload_bytes:
            return line[-1].payload_bytes / line[-1].entities
    return None


def draw_line(axes, look, at, line):
    banded = [(place, case.ns) for place, case in zip(at, line) if case.ns.has_interval]
    axes.fill_between([place for place, _ in banded], [ns.low for _, ns in banded], [ns.high for _, ns in banded],
                      color=look.colour, alpha=0.2, linewidth=0, zorder=2)
    costs = [case.ns.median for case in line]
    axes.plot(at, costs, color=look.colour, linestyle=look.dash, linewidth=style.LINE_WIDTH, zorder=3)
    axes.plot(at, costs, **style.dot(look, zorder=4, clip_on=False))


def end_labels(sheet, axes, result, sweep, place):
    """Names right of the plot, as near the ends of their lines as they can stand, tied to them by thin leaders."""
    left, top, wide, high = place
    ends = [(name, line[-1]) for name, line in sweep.lines.items()]
    wanted = [axes.bbox.y1 - axes.transData.transform((1, case.ns.median))[1] for _, case in ends]
    placed = spread(wanted, [A_LABEL] * len(ends), -A_LABEL / 2, high + A_LABEL / 2)
    for (name, case), y in zip(ends, placed):
        look = style.looks(result)[name]
        end = axes.transAxes.inverted().transform(axes.transData.transform((sweep.place(case), case.ns.median)))
        axes.plot([end[0], 1 + 14 / wide], [end[1], 1 - y / high], color=look.colour, linewidth=0.8, clip_on=False,
                  transform=axes.transAxes, zorder=2)
        value = figure(case.ns.median)
        room = NAMES - 20 - width(value, style.SMALL) - 8
        shown = fit(name, room, style.SMALL)
        sheet.text(left + wide + 18, top + y, shown, size=style.SMALL)
        sheet.text(left + wide + 18 + width(shown, style.SMALL) + 6, top + y, value, size=style.SMALL,
                   color=style.MUTED)
