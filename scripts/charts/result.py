"""A result file as plain data.

What is null or absent is None, an empty text or an empty list; unknown keys are ignored. Anything of a wrong kind
is a Problem that names the place: `out.json: cases[2].ns_per_entity.median is "fast", not a number`.
"""
import json
import math
import sys
from dataclasses import dataclass

from .words import clean, count, shorten

SCHEMA = "ecsbench.result"
VERSION = 1


class Problem(Exception):
    """One sentence for the user."""


@dataclass(frozen=True)
class Estimate:
    median: float = None
    low: float = None  # both ends of the interval, or neither
    high: float = None

    @property
    def has_interval(self):
        return self.low is not None


@dataclass(frozen=True)
class Share:
    """Of frames over a budget."""
    budget_ms: float
    share: float  # 0 to 1
    low: float
    high: float


@dataclass(frozen=True)
class Event:
    """What a storage did in a frame: growth, new table, list rebuild."""
    round: int
    frame: int  # of the round's steady frames, from 0; of its settling ones where it is one of them
    what: str
    settling: bool = False


@dataclass(frozen=True)
class Case:
    strategy: str
    workload: str
    entities: int
    matched: int
    per: str  # "match", "entity", "operation"
    threads: int
    launch: int
    params: tuple  # of (name, value)
    rounds: int
    group_size: int
    frame_median: float  # ns a frame, as the percentiles
    frame_mad: float
    frame_p99: float
    p99_low: float  # the ends of its interval
    p99_high: float
    frame_max: float
    frames: tuple  # steady frames of all rounds, ns
    steady: tuple  # the same by round; None where the file has null
    settling: tuple  # likewise
    over_budget: tuple  # of Share
    disturbed_rounds: frozenset  # from 0; None where the file does not say
    events: tuple  # of Event; None likewise
    ns: Estimate  # per entity
    to_limit: Estimate
    to_gather: Estimate
    payload_bytes: int
    warnings: tuple  # ids
    launches: int = 1  # that this is over (launches.py)


@dataclass(frozen=True)
class Strategy:
    name: str
    origin: str
    version: str
    usage: str
    assertions: bool
    skips: dict  # workload -> reason


@dataclass(frozen=True)
class Comparison:
    baseline: str
    contender: str
    workload: str
    entities: int
    verdict: str


@dataclass(frozen=True)
class Cache:
    level: int
    kind: str
    size_bytes: int


@dataclass(frozen=True)
class Result:
    partial: bool
    exit_reason: str
    version: str
    revision: str
    compiler: str
    flags: str
    build_type: str
    assertions: bool
    sanitizers: str
    cpu: str
    hypervisor: str
    caches: tuple
    strategies: tuple
    cases: tuple
    comparisons: tuple
    control: Estimate
    warnings: dict  # id -> text

    @property
    def debug(self):
        """Why the times say nothing, or an empty text."""
        reasons = ["a debug build"] if self.build_type.lower() == "debug" else []
        reasons += ["assertions on"] if self.assertions else []
        reasons += [f"sanitizers: {self.sanitizers}"] if self.sanitizers else []
        return ", ".join(reasons)


class Node:
    """A value of the file that knows where it stands. Absent and null are the same."""

    def __init__(self, value, place):
        self.value = value
        self.place = place

    def _wrong(self, wanted):
        shown = shorten(clean(json.dumps(self.value, ensure_ascii=False)), 40)
        return Problem(f"{self.place} is {shown}, not {wanted}")

    def __getitem__(self, key):
        if self.value is not None and not isinstance(self.value, dict):
            raise self._wrong("an object")
        return Node((self.value or {}).get(key), self._inner(key))

    def _inner(self, key):
        return f"{self.place}{key}" if self.place.endswith(": ") else f"{self.place}.{key}"

    def items(self):
        if self.value is not None and not isinstance(self.value, list):
            raise self._wrong("a list")
        return [Node(each, f"{self.place}[{i}]") for i, each in enumerate(self.value or [])]

    def pairs(self):
        if self.value is not None and not isinstance(self.value, dict):
            raise self._wrong("an object")
        return [(clean(key), self[key]) for key in self.value or {}]

    def text(self):
        if self.value is not None and not isinstance(self.value, str):
            raise self._wrong("a text")
        return clean(self.value or "")

    def flag(self):
        if self.value is not None and not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return bool(self.value)

    def number(self):
        if self.value is None:
            return None
        if isinstance(self.value, bool) or not isinstance(self.value, (int, float)):
            raise self._wrong("a number")
        try:
            value = float(self.value)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise Problem(f"{self.place} is not a finite number")
        return value

    def positive(self):
        value = self.number()
        if value is not None and not 1e-12 <= value <= 1e18:
            raise self._wrong("a number above 0 that a chart can show")
        return value

    def share(self):
        value = self.number()
        if value is not None and not 0 <= value <= 1:
            raise self._wrong("a share between 0 and 1")
        return value

    def whole(self):
        value = self.number()
        if value is not None and not (0 <= value <= 1e18 and value == int(value)):
            raise self._wrong("a whole number")
        return None if value is None else int(value)


def load(path):
    """The result in a file; "-" reads standard input. Raises Problem."""
    name = "standard input" if path == "-" else path
    try:
        if path == "-":
            raw = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                raw = file.read()
    except (OSError, ValueError) as error:
        raise Problem(f"{clean(name)} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    return parse(raw, clean(name))


def parse(raw, name):
    if not raw.strip():
        raise Problem(f"{name} is empty")
    try:
        document = json.loads(raw.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise Problem(f"{name} is not JSON: {error.msg} in line {error.lineno}, column {error.colno}") from None
    except (ValueError, RecursionError) as error:
        raise Problem(f"{name} is not JSON: {clean(str(error))}") from None
    root = Node(document, f"{name}: ")
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise Problem(f"{name} is not a result of ecsbench; `ecsbench --json FILE` writes one")
    if root["schema_version"].value != VERSION:
        shown = shorten(clean(json.dumps(document.get("schema_version"))), 20)
        raise Problem(f"{name} has schema version {shown}; this program reads version {VERSION}")
    result = read_result(root)
    if not result.cases:
        raise Problem(f"{name} holds no results: its list of cases is empty")
    refuse_doubles(result, name)
    return result


def read_result(root):
    tool, run, environment = root["tool"], root["run"], root["environment"]
    return Result(
        partial=root["partial"].flag(),
        exit_reason=run["exit_reason"].text(),
        version=tool["version"].text(),
        revision=tool["revision"].text(),
        compiler=tool["compiler"].text(),
        flags=tool["flags"].text(),
        build_type=tool["build_type"].text(),
        assertions=tool["assertions"].flag(),
        sanitizers=tool["sanitizers"].text(),
        cpu=environment["cpu_model"].text(),
        hypervisor=environment["hypervisor"].text(),
        caches=tuple(read_cache(node) for node in environment["caches"].items()),
        strategies=tuple(read_strategy(node) for node in root["strategies"].items()),
        cases=tuple(read_case(node) for node in root["cases"].items()),
        comparisons=tuple(read_comparison(node) for node in root["comparisons"].items()),
        control=read_estimate(root["control"], "ratio"),
        warnings={node["id"].text(): node["text"].text() for node in root["warnings"].items()},
    )


def read_cache(node):
    return Cache(node["level"].whole() or 0, node["type"].text(), node["size_bytes"].whole() or 0)


def read_strategy(node):
    return Strategy(node["name"].text(), node["origin"].text(), node["version"].text(), node["usage"].text(),
                    node["assertions"].flag(),
                    {skip["workload"].text(): skip["reason"].text() for skip in node["skips"].items()})


def read_comparison(node):
    return Comparison(node["baseline"].text(), node["contender"].text(), node["workload"].text(),
                      node["entities"].whole(), node["verdict"].text())


def read_estimate(node, middle="median"):
    low, high = node["ci_low"].positive(), node["ci_high"].positive()
    if low is None or high is None or low > high:
        low = high = None
    return Estimate(node[middle].positive(), low, high)


def read_case(node):
    frame = node["frame_ns"]
    if not node["strategy"].text() or not node["workload"].text():
        raise Problem(f"{node.place} names no strategy or no workload")
    return Case(
        strategy=node["strategy"].text(),
        workload=node["workload"].text(),
        entities=node["entities"].whole(),
        matched=node["matched"].whole(),
        per=node["per"].text(),
        threads=node["threads"].whole() or 1,
        launch=node["launch"].whole() or 1,
        params=tuple((name, value.number()) for name, value in node["params"].pairs()),
        rounds=node["rounds"].whole(),
        group_size=frame["group_size"].whole() or 1,
        frame_median=frame["median"].positive(),
        frame_mad=frame["mad"].number(),
        frame_p99=frame["p99"].positive(),
        p99_low=frame["p99_ci_low"].positive(),
        p99_high=frame["p99_ci_high"].positive(),
        frame_max=frame["max"].positive(),
        frames=tuple(time for row in read_rounds(frame["rounds"]) for time in row if time is not None),
        steady=read_rounds(frame["rounds"]),
        settling=read_rounds(frame["settling"]),
        over_budget=tuple(share for node in frame["over_budget"].items() if (share := read_share(node))),
        disturbed_rounds=read_disturbed(frame["disturbed_rounds"]),
        events=read_events(frame["events"]),
        ns=read_estimate(node["ns_per_entity"]),
        to_limit=read_estimate(node["ratio_to_limit"]),
        to_gather=read_estimate(node["ratio_to_gather"]),
        payload_bytes=node["memory"]["payload_bytes"].whole(),
        warnings=tuple(warning.text() for warning in node["warnings"].items()),
    )


def read_rounds(node):
    return tuple(tuple(time.positive() for time in row.items()) for row in node.items())


def read_share(node):
    """None where budget or share are missing."""
    budget, share = node["budget_ms"].positive(), node["share"].share()
    if budget is None or share is None:
        return None
    return Share(budget, share, node["ci_low"].share(), node["ci_high"].share())


def read_disturbed(node):
    if node.value is None:
        return None
    return frozenset(round for each in node.items() if (round := each.whole()) is not None)


def read_events(node):
    """None where the file has no list; an event without a place or a name is none."""
    if node.value is None:
        return None
    found = (Event(each["round"].whole(), each["frame"].whole(), each["what"].text(), each["settling"].flag())
             for each in node.items())
    return tuple(event for event in found if event.round is not None and event.frame is not None and event.what)


def refuse_doubles(result, name):
    seen = set()
    for case in result.cases:
        key = (case.strategy, case.workload, case.entities, case.threads, case.launch, case.params)
        if key in seen:
            raise Problem(f"{name} holds {case.strategy} in {case.workload} at {count(case.entities)} entities twice")
        seen.add(key)
