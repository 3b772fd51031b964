#!/usr/bin/env python3
"""Are the storages as fast as they should be? `speed.py PROGRAM GOALS [--json FILE] [--check FACTOR]`

    results/goals.json     rows: workload, sizes, what a figure is held against, a goal for each strategy
    PROGRAM                measures each row's strategies and its hand-written loop interleaved, in one contest
    table                  goal, figure, 95 % interval, nanoseconds, met or not

A goal in nanoseconds was set where the hand-written loop took by_hand_ns: what is asked for here is the ratio of the two.
Exit codes: 0 measured (however many goals were met); 1 not measured, or with --check a figure misses its goal by more
than FACTOR; 2 usage.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass

STRATEGIES = ("bitset", "sparse_set", "archetype", "reactive")
BY_HAND = ("limit", "gather")
FINE, FAILED, USAGE = 0, 1, 2


@dataclass
class Finding:
    """One strategy on one row."""
    row: str
    strategy: str
    unit: str  # "x limit", "x gather", "ns" or "B"
    goal: float
    figure: float
    low: float | None
    high: float | None
    ns: float | None

    @property
    def met(self):
        return self.figure <= self.goal

    def misses_by(self, factor):
        return self.figure > factor * self.goal


class Contest:
    """What rows can be measured together: the same entities and parameters."""

    def __init__(self, entities, params):
        self.entities, self.params = entities, params
        self.workloads = []
        self.cases = {}

    def add(self, workload):
        if workload not in self.workloads:
            self.workloads.append(workload)

    def measure(self, program, seconds_each):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "result.json")
            command = [program, "--workload", ",".join(self.workloads), "--strategy", ",".join(STRATEGIES + BY_HAND),
                       "--no-reference", "--baseline", "limit", "--entities", str(self.entities), "--samples", "none",
                       "--time-budget", str(seconds_each * len(self.workloads)), "--format", "csv", "--json", file]
            for name, value in self.params.items():
                command += ["--param", f"{name}={value}"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            with open(file, encoding="utf-8") as text:
                self.cases = {(case["workload"], case["strategy"]): case for case in json.load(text)["cases"]}


def key_of(row):
    return row.get("entities", 1_000_000), tuple(sorted(row.get("params", {}).items()))


def name_of(row):
    entities, params = key_of(row)
    words = [row["workload"]] + [f"{name} {value}" for name, value in params]
    return " ".join(words + ([f"N {entities:,}".replace(",", " ")] if "entities" in row else []))


def plan(rows):
    """The contests that measure all rows."""
    contests = {}
    for row in rows:
        contest = contests.setdefault(key_of(row), Contest(key_of(row)[0], row.get("params", {})))
        contest.add(row["workload"])
        for other in (row["against"], row.get("by_hand", "")):
            if "/" in other:
                contest.add(other)
    return contests


def goals_of(row):
    """Strategy -> goal as it is written."""
    for kind in ("times", "ns", "bytes"):
        if kind in row:
            return row[kind]
    return {strategy: row["times_and_ns"] for strategy in row["strategies"]}


def ratio_finding(row, strategy, goal, case):
    by_hand = row["against"]
    ratio = case[f"ratio_to_{by_hand}"]
    asked = goal / row["by_hand_ns"] if "by_hand_ns" in row else goal
    return Finding(name_of(row), strategy, f"x {by_hand}", asked, ratio["median"], ratio["ci_low"], ratio["ci_high"],
                   case["ns_per_entity"]["median"])


def finding(row, strategy, goal, cases):
    case = cases[row["workload"], strategy]
    cost = case["ns_per_entity"]
    if row["against"] in BY_HAND:
        return ratio_finding(row, strategy, goal, case)
    if row["against"] == "memory":
        return Finding(name_of(row), strategy, "B", goal, case["memory"]["bytes_per_entity"], None, None, None)
    if "by_hand" in row:  # scaled by what that loop takes here
        goal *= cases[row["by_hand"], "limit"]["ns_per_entity"]["median"] / row["by_hand_ns"]
    if row["against"] != "clock":  # so many times another workload's cost, and some more
        times, more_ns = goal
        goal = times * cases[row["against"], strategy]["ns_per_entity"]["median"] + more_ns
    return Finding(name_of(row), strategy, "ns", goal, cost["median"], cost["ci_low"], cost["ci_high"], cost["median"])


def number(value):
    return "" if value is None else f"{value:.3g}" if value < 100 else f"{value:.0f}"


def interval(found):
    return "n/a" if found.low is None else f"{number(found.low)} – {number(found.high)}"


def table(findings):
    lines = [("row", "strategy", "", "goal", "figure", "95 % interval", "ns", "")]
    last = None
    for found in findings:
        lines.append((found.row if found.row != last else "", found.strategy, found.unit, number(found.goal),
                      number(found.figure), interval(found), number(found.ns), "met" if found.met else "NOT MET"))
        last = found.row
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    left = {0, 1, 2, 7}
    for at, line in enumerate(lines):
        cells = [cell.ljust(width) if column in left else cell.rjust(width)
                 for column, (cell, width) in enumerate(zip(line, widths))]
        yield "  ".join(cells).rstrip()
        if at == 0:
            yield "─" * (sum(widths) + 2 * (len(widths) - 1))


def verdict(findings):
    met = sum(found.met for found in findings)
    worst = max(findings, key=lambda found: found.figure / found.goal)
    sentence = f"{met} of {len(findings)} goals are met"
    if worst.met:
        return sentence + "."
    return (f"{sentence}; farthest off is {worst.strategy} on {worst.row}: {number(worst.figure / worst.goal)} times "
            "its goal.")


def arguments():
    parser = argparse.ArgumentParser(prog="speed.py", allow_abbrev=False, description=__doc__.splitlines()[0])
    parser.add_argument("program", metavar="PROGRAM", help="the ecsbench to measure with")
    parser.add_argument("goals", metavar="GOALS", help="results/goals.json")
    parser.add_argument("--json", metavar="FILE", help="write the findings here too")
    parser.add_argument("--seconds", metavar="S", type=float, default=4, help="of measuring, for each workload [4]")
    parser.add_argument("--only", metavar="WORD", help="only rows whose name holds WORD")
    parser.add_argument("--check", metavar="FACTOR", type=float,
                        help="only the rows marked for it; exit 1 where one misses its goal by more than FACTOR")
    return parser.parse_args()


def selected(rows, options):
    chosen = [row for row in rows if (not options.only or options.only in name_of(row))
              and (options.check is None or row.get("ci"))]
    if not chosen:
        print(f"speed.py: no row of {options.goals} is called like '{options.only}'.", file=sys.stderr)
        sys.exit(USAGE)
    return chosen


def write_json(path, findings):
    with open(path, "w", encoding="utf-8") as file:
        json.dump([{**asdict(found), "met": found.met} for found in findings], file, indent=1)
        file.write("\n")


def main():
    options = arguments()
    sys.stdout.reconfigure(errors="replace")  # a dash that the terminal lacks must not cost the figures
    with open(options.goals, encoding="utf-8") as file:
        rows = selected(json.load(file)["rows"], options)
    contests = plan(rows)
    try:
        for contest in contests.values():
            contest.measure(options.program, options.seconds)
    except (subprocess.CalledProcessError, OSError) as fault:
        print(f"speed.py: {options.program} did not measure: {fault}", file=sys.stderr)
        return FAILED
    findings = [finding(row, strategy, goal, contests[key_of(row)].cases)
                for row in rows for strategy, goal in goals_of(row).items()]
    print("\n".join(table(findings)))
    print("\n" + verdict(findings))
    if options.json:
        write_json(options.json, findings)
    missed = options.check is not None and any(found.misses_by(options.check) for found in findings)
    return FAILED if missed else FINE


if __name__ == "__main__":
    sys.exit(main())
