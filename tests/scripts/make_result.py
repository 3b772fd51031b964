#!/usr/bin/env python3
"""SYNTHETIC result files for the tests of the charts. Nothing here was measured on anything.

    make_result.py KIND > result.json        KIND is one of KINDS, at the foot of this file

The magnitudes are plausible, so that a chart made from them can be judged by eye; the processor is called
SYNTHETIC, so that no such chart can be taken for a finding. The same kind gives the same bytes.
"""
import json
import math
import random
import sys

STRATEGIES = ["limit", "gather", "bitset", "sparse_set", "archetype", "reactive", "boxed", "boxed_scattered"]

# ns per moved entity at a million entities.
NS = {
    "move/same-order": {"limit": 0.132, "bitset": 0.146, "sparse_set": 0.268, "archetype": 0.138, "reactive": 0.51,
                        "boxed": 2.71, "boxed_scattered": 10.4},
    "move/scrambled": {"limit": 0.131, "gather": 1.02, "bitset": 0.147, "sparse_set": 1.79, "archetype": 0.139,
                       "reactive": 2.04, "boxed": 2.74, "boxed_scattered": 10.2},
    "move/ten-percent": {"limit": 0.126, "gather": 0.753, "bitset": 1.21, "sparse_set": 1.04, "archetype": 0.133,
                         "reactive": 0.98, "boxed": 6.9, "boxed_scattered": 15.6},
    "move/scattered-heap": {"limit": 0.132, "bitset": 0.171, "sparse_set": 0.29, "archetype": 0.141,
                            "reactive": 0.62, "boxed": 2.73, "boxed_scattered": 10.3},
}
BASELINES = ("boxed", "boxed_scattered")
CACHES = [("Data", 1, 48 << 10), ("Instruction", 1, 32 << 10), ("Unified", 2, 1 << 20), ("Unified", 3, 32 << 20)]


def frames(source, median_ns, rounds, per_round):
    """Rounds of frame times with a tail to the right: most within a few per cent, some disturbed, few badly."""
    result = []
    for _ in range(rounds):
        drift = 1 + source.gauss(0, 0.006)
        row = []
        for _ in range(per_round):
            time = median_ns * drift * math.exp(abs(source.gauss(0, 0.018)))
            if source.random() < 0.025:
                time *= 1 + source.expovariate(5)
            if source.random() < 0.002:
                time += source.expovariate(1 / 90_000)
            row.append(round(time, 1))
        result.append(row)
    return result


def quantile(ordered, share):
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def case(source, strategy, workload, entities, ns, limit_ns, gather_ns, rounds=30, budget_ns=12e6):
    matched = entities // 10 if workload == "move/ten-percent" else entities
    median = ns * matched
    per_round = max(3, min(400, int(budget_ns / median)))
    samples = frames(source, median, rounds, per_round)
    ordered = sorted(time for row in samples for time in row)
    count = len(ordered)
    spread = 0.004 + 0.02 * source.random()
    middle = quantile(ordered, 0.5)
    ns = middle / matched
    payload = int(matched * 8 + entities * 8) if strategy not in BASELINES else entities * 64
    total = int(payload * 2.2)

    def ratio(to):
        if not to:
            return {"median": None, "ci_low": None, "ci_high": None}
        return {"median": ns / to, "ci_low": ns / to * (1 - spread), "ci_high": ns / to * (1 + spread)}

    return {
        "strategy": strategy, "workload": workload, "entities": entities, "matched": matched,
        "operations": matched, "per": "match", "threads": 1, "launch": 1, "params": {}, "rounds": rounds,
        "frames": count, "digest": "0123456789abcdef",
        "frame_ns": {"median": middle, "mad": 0.01 * middle, "min": ordered[0],
                     "p95": quantile(ordered, 0.95) if count >= 200 else None,
                     "p99": quantile(ordered, 0.99) if count >= 1000 else None,
                     "max": ordered[-1], "group_size": 1, "rounds": samples, "settling": []},
        "ns_per_entity": {"median": ns, "ci_low": ns * (1 - spread), "ci_high": ns * (1 + spread)},
        "ratio_to_baseline": {"baseline": "boxed", "verdict": "faster", **ratio(NS[workload]["boxed"])},
        "ratio_to_limit": ratio(limit_ns), "ratio_to_gather": ratio(gather_ns),
        "memory": {"payload_bytes": payload, "index_bytes": (total - payload) // 2,
                   "slack_bytes": total - payload - (total - payload) // 2, "total_bytes": total,
                   "bytes_per_entity": total / entities, "allocations_per_frame": 0},
        "counters_per_entity": {"cycles": None, "instructions": None, "l1d_misses": None, "llc_misses": None,
                                "available": False, "reason": "this guest has no counters"},
        "predicted": {"bytes_touched": matched * 24, "cache_lines": matched * 24 / 64, "gb_per_s": None,
                      "percent_of_peak": None},
        "warnings": [],
    }


def frame_of_a_result():
    """Everything of a result but strategies, cases and comparisons."""
    return {
        "schema": "ecsbench.result", "schema_version": 1, "partial": False,
        "tool": {"version": "0.1.0", "revision": "5337c0ffee", "dirty": False, "compiler": "g++ 12.2.0",
                 "flags": "-O3 -march=native -std=c++20", "build_type": "Release", "assertions": False,
                 "sanitizers": "", "libraries": {}},
        "run": {"argv": ["ecsbench"], "config": {}, "seed": 42, "started_utc": "2000-01-01T00:00:00Z",
                "duration_s": 17.5, "exit_reason": "complete"},
        "environment": {
            "cpu_model": "SYNTHETIC processor, nothing measured", "cores": 2,
            "caches": [{"level": level, "type": kind, "size_bytes": size, "line_bytes": 64}
                       for kind, level, size in CACHES],
            "memory_bytes": 8 << 30, "governor": None, "hypervisor": "kvm", "kernel": "6.1", "huge_pages": "madvise",
            "aslr": True, "load_before": 0.1, "load_after": 0.9, "clock": {"resolution_ns": 1, "cost_ns": 22},
            "fingerprint": "synthetic"},
        "probes": {"copy_gb_per_s": 21.5, "random_read_ns": 9.5},
        "control": {"ratio": 1.001, "ci_low": 0.991, "ci_high": 1.012},
        "controls": [{"workload": "move/same-order", "ratio": 1.001, "ci_low": 0.991, "ci_high": 1.012}],
        "warnings": [],
    }


def strategy(name, origin="reference", version="", usage="plain"):
    return {"name": name, "origin": origin, "version": version, "source_sha256": "", "usage": usage,
            "ids": "compile-time", "flags": "", "assertions": False, "skips": []}


def comparisons(cases):
    """The fastest storage of each workload and entity count against each other storage."""
    result = []
    for key in dict.fromkeys((c["workload"], c["entities"]) for c in cases):
        here = [c for c in cases if (c["workload"], c["entities"]) == key
                and c["strategy"] not in BASELINES + ("limit", "gather")]
        here.sort(key=lambda c: c["ns_per_entity"]["median"])
        for other in here[1:]:
            ratio = other["ns_per_entity"]["median"] / here[0]["ns_per_entity"]["median"]
            result.append({"baseline": here[0]["strategy"], "contender": other["strategy"], "workload": key[0],
                           "entities": key[1], "ratio": ratio, "ci_low": ratio * 0.99, "ci_high": ratio * 1.01,
                           "level": 0.95, "rounds": 30, "threshold": 0.02,
                           "verdict": "slower" if ratio > 1.03 else "inconclusive"})
    return result


def synthetic(workloads=tuple(NS), counts=(1_000_000,), extra=(), seed=1, cost=lambda ns, entities, strategy: ns,
              **rest):
    """A whole result. `extra` are (name, version, usage, factor to sparse_set) of given strategies."""
    source = random.Random(seed)
    result = frame_of_a_result()
    names = [name for name in STRATEGIES if any(name in NS[workload] for workload in workloads)]
    result["strategies"] = [strategy(name) for name in names]
    result["strategies"] += [strategy(name, "given", version, usage) for name, version, usage, _ in extra]
    cases = []
    for workload in workloads:
        for entities in counts:
            known = {name: cost(ns, entities, name) for name, ns in NS[workload].items()}
            known.update({name: known["sparse_set"] * factor for name, _, _, factor in extra})
            for name in names + [name for name, _, _, _ in extra]:
                if name in known:
                    cases.append(case(source, name, workload, entities, known[name], known["limit"],
                                      known.get("gather"), **rest))
    result["cases"] = cases
    result["comparisons"] = comparisons(cases)
    return result


def growth(ns, entities, name):
    """How a cost grows with N: a fixed part a frame, then steps where the data leave a cache."""
    fixed = {"limit": 1, "gather": 2, "archetype": 6, "bitset": 9, "sparse_set": 14, "reactive": 12}.get(name, 4)
    bytes_here = entities * (64 if name in BASELINES else 16)
    base = ns * 0.36
    for size, step in ((48 << 10, 1.25), (1 << 20, 2.2), (32 << 20, 1.9)):
        base *= 1 + (step - 1) / (1 + (size / bytes_here) ** 2.5)
    return base + fixed / entities


def sweep():
    return synthetic(counts=(64, 1_000, 10_000, 100_000, 1_000_000, 4_000_000), cost=growth, rounds=12, budget_ns=1e6)


def param_sweep():
    """A parameter swept over decades in one workload, and another within one decade in a second."""
    result = synthetic(workloads=("move/same-order", "move/ten-percent"), rounds=6, budget_ns=1e6)
    made = []
    for each in result["cases"]:
        name, places = (("sets", (1, 8, 64, 512)) if each["workload"] == "move/same-order" else ("movers", (0.1, 0.2, 0.4, 0.5)))
        for place in places:
            other = json.loads(json.dumps(each))
            slower = 1 + place / 512 if each["strategy"] == "archetype" else 1
            for key in ("median", "ci_low", "ci_high"):
                other["ns_per_entity"][key] *= slower
            other["params"] = {name: place}
            made.append(other)
    result["cases"] = made
    return result


def partial():
    result = synthetic()
    del result["cases"][9:]
    result["partial"] = True
    result["run"]["exit_reason"] = "interrupted"
    return result


def debug():
    result = synthetic(workloads=("move/same-order",))
    result["tool"].update(build_type="Debug", assertions=True, flags="-O0 -g")
    return result


ODD = ["$x_1^2$", "a<b>&c", "näive_störe", "tab\there\x1b[31m", "'quoted\" \\frac{a}{b}", "x" * 120]


def odd_names():
    return synthetic(workloads=("move/same-order", "move/ten-percent"), rounds=5,
                     extra=[(name, f"<{i}>&$v$", "tuned" if i % 2 else "plain", 1.1 + 0.3 * i)
                            for i, name in enumerate(ODD)])


def given():
    result = synthetic(extra=[("naive_store", "1.0", "plain", 31), ("entt", "3.13.2", "plain", 9.2),
                              ("entt_group", "3.13.2", "tuned", 2.2)])
    result["cases"][3]["warnings"] = ["W07"]
    result["warnings"] = [{"id": "W07", "text": "the load was 3.1 before the run: another program used the processor"}]
    result["strategies"][-1]["skips"] = [{"workload": "move/ten-percent", "reason": "no Sortable"}]
    result["cases"] = [c for c in result["cases"]
                       if (c["strategy"], c["workload"]) != ("entt_group", "move/ten-percent")]
    return result


def many():
    return synthetic(workloads=("move/same-order",), counts=(1_000, 1_000_000), rounds=3, budget_ns=1e5,
                     extra=[(f"given_{i:02}", "", "plain", 0.6 * 1.13 ** i) for i in range(40)])


def structural():
    """Not movement: wide intervals, parameters, threads, frames timed in groups, and movement beside it."""
    result = synthetic(workloads=("move/same-order",))
    made = []
    for each in result["cases"]:
        for threads in (1, 2):
            other = json.loads(json.dumps(each))
            other.update(workload="structure/spawn", per="operation", threads=threads,
                         params={"components": 2, "churn": 0.125})
            ns = other["ns_per_entity"]["median"] * 11 / threads
            other["ns_per_entity"] = {"median": ns, "ci_low": 0.8 * ns, "ci_high": 1.3 * ns}
            if each["strategy"] in ("limit", "archetype"):
                other["frame_ns"].update(group_size=1600, p95=None, p99=None, max=None)
            made.append(other)
    result["cases"] = made + result["cases"]
    return result


def one_case():
    result = synthetic(workloads=("move/same-order",))
    result["cases"] = [c for c in result["cases"] if c["strategy"] == "archetype"]
    result["strategies"] = [s for s in result["strategies"] if s["name"] == "archetype"]
    result["comparisons"] = []
    result["cases"][0]["ratio_to_limit"] = {"median": None, "ci_low": None, "ci_high": None}
    return result


def without_intervals():
    result = synthetic(workloads=("move/same-order", "move/scrambled"))
    for each in result["cases"]:
        for key in ("ns_per_entity", "ratio_to_limit", "ratio_to_gather", "ratio_to_baseline"):
            each[key]["ci_low"] = each[key]["ci_high"] = None
        each["frame_ns"]["p99"] = None
        each["memory"] = None
    result["control"] = {"ratio": None, "ci_low": None, "ci_high": None}
    return result


def over_budgets(samples):
    """Shares with intervals that are made up, wide where few frames are over."""
    times = [time for row in samples for time in row]
    shares = []
    for budget in (16.67, 8.33, 6.94):
        share = sum(time > budget * 1e6 for time in times) / len(times)
        shares.append({"budget_ms": budget, "share": share, "ci_low": share * 0.6, "ci_high": min(1, share * 1.5 + 2 / len(times))})
    return shares


def spiky():
    """Frames of some milliseconds, settling frames, late frames with and without a cause, and what the storages did."""
    source = random.Random(3)
    result = synthetic(workloads=("move/same-order", "move/ten-percent"), rounds=24, budget_ns=40e6, counts=(4_000_000,))
    what = {"archetype": ["new table", "growth", "growth"], "reactive": ["list rebuild", "list rebuild", "growth"],
            "sparse_set": ["growth"]}
    for each in result["cases"]:
        frame, samples = each["frame_ns"], each["frame_ns"]["rounds"]
        frame["settling"] = [[row[0] * source.uniform(1.3, 2.5), row[0] * source.uniform(1, 1.2)] for row in samples]
        frame["disturbed_rounds"] = sorted(source.sample(range(len(samples)), 2))
        frame["events"] = [{"round": at + 1, "frame": source.randrange(len(samples[at + 1])), "what": word}
                           for at, word in enumerate(what.get(each["strategy"], []))]
        frame["events"] += [{"round": 20, "frame": 0, "what": word, "settling": True}
                            for word in what.get(each["strategy"], [])[:1]]
        for event in (event for event in frame["events"] if "settling" not in event):
            samples[event["round"]][event["frame"]] *= 4
        for at in frame["disturbed_rounds"] + [11]:
            samples[at][source.randrange(len(samples[at]))] *= source.uniform(2, 12)
        frame["max"] = max(max(row) for row in samples)
        if frame["p99"]:
            frame.update(p99_ci_low=frame["p99"] * 0.97, p99_ci_high=frame["p99"] * 1.2)
        frame["over_budget"] = over_budgets(samples)
        frame["outliers"] = {"mild": 3, "severe": 2, "in_disturbed_rounds": 4}
    return result


def nulls():
    """null everywhere, also where the format does not allow it; one figure is left, so that there is something to draw."""
    def empty(value):
        if isinstance(value, dict):
            return {key: empty(inner) for key, inner in value.items()}
        return None
    result = synthetic(workloads=("move/same-order",))
    for each in result["cases"]:
        kept = {key: each[key] for key in ("strategy", "workload", "entities", "matched")}
        each.update(empty(each))
        each.update(kept)
    result["cases"][0]["ns_per_entity"]["median"] = 0.13
    result["cases"][2]["ns_per_entity"]["median"] = 0.27
    for key in ("tool", "run", "environment", "probes", "control"):
        result[key] = empty(result[key])
    return result


def no_cases():
    result = synthetic()
    result["cases"] = []
    return result


KINDS = {"standard": synthetic, "sweep": sweep, "param-sweep": param_sweep, "partial": partial, "debug": debug, "odd-names": odd_names,
         "given": given, "many": many, "structural": structural, "one-case": one_case, "without-intervals": without_intervals, "spiky": spiky,
         "nulls": nulls, "no-cases": no_cases}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in KINDS:
        sys.exit(f"make_result.py takes one kind of synthetic result: {', '.join(KINDS)}")
    json.dump(KINDS[sys.argv[1]](), sys.stdout)
