"""The house: which room may include which, which library may be used where, and what every file must look like.

    strategies <- workloads <- limit <- cases <- measure <- report <- commands and the program itself
    statistics and machine stand alone

violations(root) yields one sentence for each rule that a C++ file under strategies/ or harness/ breaks.
"""
import pathlib
import re

MOST_LINES = 400

# Room -> what it may include of ours: whole rooms, or single files of plain data.
PLAIN_RESULT = "harness/report/result.hpp"
DOORS = {
    "strategies": ["strategies/"],
    "harness/workloads": ["strategies/", "harness/workloads/"],
    "harness/limit": ["strategies/", "harness/workloads/", "harness/limit/"],
    "harness/cases": ["strategies/", "harness/workloads/", "harness/limit/", "harness/cases/"],
    "harness/traced": ["harness/workloads/workload.hpp", "harness/cases/trial.hpp", "harness/machine/cache_model.hpp",
                       "harness/machine/page_order.hpp", "harness/traced/"],
    "harness/measure": ["harness/workloads/workload.hpp", "harness/cases/trial.hpp", "harness/measure/"],
    "harness/statistics": ["harness/statistics/"],
    "harness/machine": ["harness/machine/", PLAIN_RESULT],
    "harness/report": ["harness/report/", "harness/statistics/", "harness/measure/samples.hpp"],
    "harness/commands": ["strategies/", "harness/"],
    "harness": ["strategies/", "harness/"],  # main.cpp alone
}
GENERATED = {"build_facts.hpp", "revision.hpp", "@GIVEN_HEADER@"}

# Library -> the only files that may include it.
LIBRARIES = {
    "CLI/": re.compile(r"harness/commands/options/(options|[a-z]+_options|parser|(row|run)_words|config_file)\.[ch]pp"),
    "nlohmann/": re.compile(r"harness/report/[a-z_]*json[a-z_]*\.(hpp|cpp)|strategies/snapshot_json\.hpp"
                            r"|harness/commands/guide/list\.cpp"),  # a command with a --json of its own
    "tbb/": re.compile(r"strategies/parallel\.hpp"),
    "oneapi/": re.compile(r"strategies/parallel\.hpp"),
    "benchmark/": re.compile(r"harness/measure/micro[a-z_]*\.(hpp|cpp)"),
    "fmt/": re.compile(r"harness/.*"),
    "malloc.h": re.compile(r"(strategies/memory\.hpp|harness/.*)"),
    "sys/mman.h": re.compile(r"(strategies/memory\.hpp|harness/machine/.*)"),
}
# A type of a whole file: at the margin, defined and not only announced; or another name for one.
DEFINED = re.compile(r"^((?:enum )?(?:struct|class)|using|concept) ([A-Z]\w*)(?![<;\w]).*", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
STANDARD_HEADER = re.compile(r"[a-z_]+")


def sources(root):
    for folder in ("strategies", "harness"):
        for suffix in ("*.hpp", "*.cpp", "*.hpp.in", "*.cpp.in"):
            yield from sorted((root / folder).rglob(suffix))


def room_of(path):
    """The room of a file, by its path from the root; None for a file in a folder that is no room."""
    if path.startswith("strategies/"):
        return "strategies"
    parts = path.split("/")
    room = "harness" if path == "harness/main.cpp" else "/".join(parts[:2])
    return room if room in DOORS else None


def own_include_violations(path, room, included, root):
    if included in GENERATED:
        return
    if not (root / included).exists():
        yield f'{path} includes "{included}", which is no file: includes are written from the root of the repository'
    elif not any(included == door or (door.endswith("/") and included.startswith(door)) for door in DOORS[room]):
        yield f'{path} includes "{included}": no door leads from {room} there'


def library_violations(path, room, included):
    for library, allowed in LIBRARIES.items():
        if included.startswith(library):
            if not allowed.fullmatch(path):
                yield f"{path} includes <{included}>, which only {allowed.pattern} may"
            return
    if room == "strategies" and not STANDARD_HEADER.fullmatch(included):
        yield f"{path} includes <{included}>: strategies use the standard library only"


def has_head(path, text):
    """A head comment, or the include of the header of the same name, which has it."""
    return text.startswith("//") or text.startswith(f'#include "{re.sub("[.]cpp([.]in)?$", ".hpp", path)}"')


def shape_violations(path, text):
    if not has_head(path, text):
        yield f"{path} does not begin with a comment that says what it is"
    lines = text.count("\n")
    if lines > MOST_LINES:
        yield f"{path} has {lines} lines; {MOST_LINES} are the most a file may have"


def name_violations(root):
    """A type's name means one thing everywhere. The same alias may stand in several files."""
    first = {}
    for file in sources(root):
        path = file.relative_to(root).as_posix()
        for found in DEFINED.finditer(file.read_text(encoding="utf-8")):
            name, place = found[2], first.setdefault(found[2], (path, found[0]))
            if place[0] != path and not (found[1] == "using" and place[1] == found[0]):
                yield f"{path} gives the name {name} to another thing than {place[0]}"


def violations(root):
    root = pathlib.Path(root)
    for file in sources(root):
        path = file.relative_to(root).as_posix()
        text = file.read_text(encoding="utf-8")
        room = room_of(path)
        yield from shape_violations(path, text)
        if room is None:
            yield f"{path} lies in a folder that is no room of the house"
            continue
        for bracket, included in INCLUDE.findall(text):
            if bracket == '"':
                yield from own_include_violations(path, room, included, root)
            else:
                yield from library_violations(path, room, included)
    yield from name_violations(root)
