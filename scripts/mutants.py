#!/usr/bin/env python3
"""Do the tests bite? Plants faults in the storages, one at a time, and sees that the tests notice each.

    tests/mutants/mutants.json    the faults: a snippet of a header, what a careless hand makes of it, who should notice
    build-mutants/                the tests, configured with neither optimisation nor assertions: a test must notice, no assert
    build-mutants/planted/NAME/   the one header with its fault; the compiler looks there first

    a mutant  ->  its header written  ->  one unit of the tests compiled against it  ->  run until a test fails

First the units are built and run without any fault: what is red anyway notices nothing. The working tree is only read.
Exit codes: 0 all killed; 1 not; 2 usage.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = ROOT / "tests" / "mutants" / "mutants.json"
BUILD = ROOT / "build-mutants"
PLANTED = BUILD / "planted"
CONFIGURE = ["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
             "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -DNDEBUG", "-DECSBENCH_WERROR=OFF"]
# A fault may ask for all the memory there is, or never end.
CAGE = ["sh", "-c", 'ulimit -c 0; ulimit -v 8388608; exec "$@"', "cage"]
LEAST_SECONDS, TIMES_THE_USUAL = 20, 10
FINE, FAILED, USAGE = 0, 1, 2
KILLED, SURVIVED, NO_BUILD, GONE = "killed", "SURVIVED", "DOES NOT BUILD", "PATTERN GONE"


class Trouble(Exception):
    """What keeps the mutants from being tried at all; a sentence."""


@dataclass
class Mutant:
    name: str
    storage: str
    file: str  # under strategies/
    original: str
    mutated: str
    fault: str
    noticed_by: list

    @property
    def header(self):
        return ROOT / "strategies" / self.file

    def planted_text(self):
        """The header with the fault, or None where the snippet does not stand in it exactly once."""
        text = self.header.read_text(encoding="utf-8") if self.header.exists() else ""
        return text.replace(self.original, self.mutated) if text.count(self.original) == 1 else None


@dataclass
class Unit:
    """Part of a test program: the sources to compile, and the words of the command that links them."""
    name: str
    sources: list  # entries of compile_commands.json
    link: list
    helpers: list  # of the link: what is built once, without faults
    usual_seconds: float = 0.0


@dataclass
class Verdict:
    mutant: Mutant
    what: str
    how: str = ""
    seconds: float = field(default=0.0, compare=False)


# --- how the tests are built ---


def run_quietly(command, trouble):
    done = subprocess.run(command, cwd=BUILD if BUILD.exists() else ROOT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise Trouble(f"{trouble}:\n{done.stdout[-4000:]}")
    return done.stdout


def object_of(entry):
    words = shlex.split(entry["command"])
    return words[words.index("-o") + 1]


def belongs_to(entry, program):
    return f"/{program}.dir/" in object_of(entry)


def unit_of(name, entries):
    """`program` for all of it, `program/part` for the one source whose name ends with _part."""
    program, _, part = name.partition("/")
    own = [entry for entry in entries if belongs_to(entry, program) and "/support/" not in entry["file"]]
    chosen = [entry for entry in own if not part or Path(entry["file"]).stem.endswith(f"_{part}")]
    if not chosen:
        raise Trouble(f"{LIST.name} names {name}, and no such part of a test is built")
    last = run_quietly(["ninja", "-t", "commands", program], f"ninja does not know {program}").splitlines()[-1]
    link = shlex.split(last.removeprefix(": && ").removesuffix(" && :"))
    dropped = {object_of(entry) for entry in own}
    link = [word for word in link if word not in dropped]
    del link[link.index("-o"):link.index("-o") + 2]
    helpers = [word for word in link if re.fullmatch(r"(?!/).*\.(o|a)", word)]
    return Unit(name, chosen, link, helpers)


def link(unit, objects, program):
    """The compiler leads, the objects follow it, libraries come last."""
    return [unit.link[0], *objects, *unit.link[1:], "-o", str(program)]


def build_without_faults(units, jobs):
    targets = {target for unit in units for target in [*map(object_of, unit.sources), *unit.helpers]}
    run_quietly(["ninja", f"-j{jobs}", *sorted(targets)], "the tests do not build, even without a fault")


# --- running ---


def last_test(output):
    started = re.findall(r"\[ RUN      \] (\S+)", output)
    return started[-1] if started else "its first lines"


def run_tests(program, seconds):
    """None if all is well, else what went wrong."""
    try:
        done = subprocess.run([*CAGE, program, "--gtest_fail_fast", "--gtest_color=no"], cwd=program.parent, text=True,
                              errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds,
                              check=False)
    except subprocess.TimeoutExpired as late:
        return f"a hang in {last_test((late.stdout or b'').decode(errors='replace'))}"
    if done.returncode == 0:
        return None
    failed = re.search(r"\[  FAILED  \] ([^\s,]+)", done.stdout)
    return failed[1] if failed else f"a crash in {last_test(done.stdout)}"


def try_without_faults(unit):
    folder = PLANTED / "none" / unit.name.replace("/", "_")
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "tests"
    run_quietly(link(unit, map(object_of, unit.sources), program), f"{unit.name} does not link")
    begin = time.monotonic()
    fault = run_tests(program, 600)
    unit.usual_seconds = time.monotonic() - begin
    shutil.rmtree(folder)
    if fault:
        raise Trouble(f"{unit.name} fails without any fault: {fault}")


def compile_against(folder, entry):
    """The object, or None if the compiler refuses."""
    words = shlex.split(entry["command"])
    target = folder / f"{Path(entry['file']).stem}.o"
    words[words.index("-o") + 1] = str(target)
    done = subprocess.run([*words, "-iquote", str(folder), "-w"], cwd=entry["directory"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False)
    return target if done.returncode == 0 else None


def try_unit(folder, unit):
    """(what, how) of a mutant whose header stands in the folder."""
    objects = [compile_against(folder, entry) for entry in unit.sources]
    program = folder / "tests"
    if None in objects:
        return NO_BUILD, f"in {unit.name}"
    if subprocess.run(link(unit, map(str, objects), program), cwd=BUILD, capture_output=True, check=False).returncode:
        return NO_BUILD, f"{unit.name} does not link"
    fault = run_tests(program, max(LEAST_SECONDS, TIMES_THE_USUAL * unit.usual_seconds))
    return (KILLED, f"{fault}  ({unit.name})") if fault else (SURVIVED, "")


def try_mutant(mutant, units):
    begin = time.monotonic()
    text = mutant.planted_text()
    if text is None:
        return Verdict(mutant, GONE, "what it replaces must stand in the header exactly once")
    folder = PLANTED / mutant.name
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "strategies").mkdir(parents=True, exist_ok=True)
    (folder / "strategies" / mutant.file).write_text(text, encoding="utf-8")
    what, how = SURVIVED, ""
    for name in mutant.noticed_by:
        what, how = try_unit(folder, units[name])
        if what != SURVIVED:
            break
    if what == KILLED:
        shutil.rmtree(folder)
    return Verdict(mutant, what, how or f"asked: {', '.join(mutant.noticed_by)}", time.monotonic() - begin)


# --- the list, and what of it is asked for ---


def read_list():
    with open(LIST, encoding="utf-8") as file:
        try:
            mutants = [Mutant(**entry) for entry in json.load(file)["mutants"]]
        except (ValueError, TypeError, KeyError) as fault:
            raise Trouble(f"{LIST} is no list of mutants: {fault}") from fault
    names = [mutant.name for mutant in mutants]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise Trouble(f"{LIST} has two mutants called {twice.pop()}")
    return mutants


def part_of(text):
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"'{text}' is no part; K/N is asked for, with K from 1 to N, as in 2/5")
    return int(found[1]), int(found[2])


def jobs_of(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no number of jobs; 1 or more is asked for")
    return int(text)


def arguments():
    parser = argparse.ArgumentParser(prog="mutants.sh", allow_abbrev=False, description=__doc__.splitlines()[0])
    parser.add_argument("--only", metavar="NAME", help="those whose name holds NAME; several, by commas")
    parser.add_argument("--part", metavar="K/N", type=part_of, help="the K-th of N shares")
    parser.add_argument("--list", action="store_true", help="say what is planted; run nothing")
    parser.add_argument("--jobs", metavar="N", type=jobs_of, default=os.cpu_count(), help="at a time [all cores]")
    return parser.parse_args()


def selected(mutants, options):
    if options.only:
        words = options.only.split(",")
        mutants = [mutant for mutant in mutants if any(word in mutant.name for word in words)]
        if not mutants:
            print(f"mutants.sh: no mutant's name holds '{options.only}'. --list shows them all.", file=sys.stderr)
            sys.exit(USAGE)
    if options.part:
        share, of = options.part
        mutants = mutants[share - 1::of]
    return mutants


# --- the run ---


def line_of(verdict, width):
    mutant = verdict.mutant
    by = f"{verdict.what} by {verdict.how}" if verdict.what == KILLED else f"{verdict.what}: {verdict.how}"
    more = "" if verdict.what == KILLED else f"\n    {mutant.fault}"
    return f"{mutant.name:<{width}}  {mutant.file:<22}  {by}{more}"


def units_for(mutants, jobs):
    run_quietly(CONFIGURE, "cmake could not configure build-mutants")
    with open(BUILD / "compile_commands.json", encoding="utf-8") as file:
        entries = json.load(file)
    units = {name: unit_of(name, entries) for name in sorted({n for mutant in mutants for n in mutant.noticed_by})}
    build_without_faults(units.values(), jobs)
    with concurrent.futures.ThreadPoolExecutor(jobs) as workers:
        list(workers.map(try_without_faults, units.values()))
    return units


def try_all(mutants, options):
    begin = time.monotonic()
    units = units_for(mutants, options.jobs)
    print(f"{len(units)} units of the tests are green without faults ({time.monotonic() - begin:.0f} s)", flush=True)
    width = max(len(mutant.name) for mutant in mutants)
    killed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as workers:
        for verdict in workers.map(lambda mutant: try_mutant(mutant, units), mutants):
            print(line_of(verdict, width), flush=True)
            killed += verdict.what == KILLED
    all_killed = killed == len(mutants)
    told = "all killed" if all_killed else f"{killed} killed, {len(mutants) - killed} NOT"
    print(f"{len(mutants)} mutants: {told}, in {time.monotonic() - begin:.0f} s")
    return FINE if all_killed else FAILED


def main():
    options = arguments()
    try:
        mutants = selected(read_list(), options)
        if options.list:
            width = max(len(mutant.name) for mutant in mutants)
            for mutant in mutants:
                print(f"{mutant.name:<{width}}  {mutant.storage:<11}  {mutant.file:<22}  {mutant.fault}")
            return FINE
        return try_all(mutants, options)
    except Trouble as trouble:
        print(f"mutants.sh: {trouble}", file=sys.stderr)
        return FAILED


if __name__ == "__main__":
    sys.exit(main())
