#!/usr/bin/env python3
"""Does a result survive? Kills runs at random moments and reads what they leave on disk. See kill-test.sh.

    old.json, whole  ->  a run that rewrites it again and again  ->  a signal at a random moment  ->  still whole?

    SIGKILL   three of four: nothing of the program's own can help; the file is an old or a newer one, each whole
    SIGINT    it says so and ends: the file is whole, marked partial unless it was just done, exit code 130
    SIGTERM   the same with 143
    full disk at the end: a file system of half the size it takes, or a limit on file sizes where mounting is not allowed

Moments are spread over the length of one undisturbed run. A file is whole if it is JSON of the published schema with
finite numbers. What a killed process was just writing may lie beside it under its own name (.tmp.PID), and is counted.
"""
import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "schemas" / "result.schema.json"
# Many short contests, so that the file is written often, and many samples, so that writing it takes a while.
RUN = ["--strategy", "archetype,bitset", "--workload", "move/same-order,move/scrambled", "--no-reference",
       "--entities", "100,200,300,400", "--rounds", "4", "--samples", "all", "-q"]
SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGKILL, signal.SIGINT, signal.SIGKILL, signal.SIGKILL,
           signal.SIGKILL, signal.SIGTERM]
FINE, FAILED, USAGE = 0, 1, 2


class Broken(Exception):
    """A sentence: what was found on disk."""


class Reader:
    """Says whether a file is a whole result."""

    def __init__(self):
        import jsonschema
        self.validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))

    def whole(self, path):
        def not_finite(word):
            raise Broken(f"{path.name} holds a bare {word}.")
        try:
            document = json.loads(path.read_text(encoding="utf-8"), parse_constant=not_finite)
        except FileNotFoundError:
            raise Broken(f"{path.name} is gone.") from None
        except ValueError as error:
            raise Broken(f"{path.name} is no JSON ({error}).") from None
        fault = next(self.validator.iter_errors(document), None)
        if fault is not None:
            raise Broken(f"{path.name} is not of the schema: {fault.message[:200]}")
        return document


def start(program, folder, **more):
    words = [program, *RUN, "--json", "result.json"]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ECSBENCH_")}
    return subprocess.Popen(words, cwd=folder, env=kept, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)


def undisturbed(program, folder):
    """How long a run takes from start to end."""
    begin = time.monotonic()
    with start(program, folder) as process:
        said = process.communicate(timeout=300)[1]
    if process.returncode != 0:
        raise Broken(f"a run that nobody disturbs ends with {process.returncode}: {said.decode(errors='replace')}")
    return time.monotonic() - begin


def check_ending(number, code, document):
    """A run says how it ended, in its exit code and in its file."""
    if (document["run"]["exit_reason"] == "complete") == document["partial"]:
        raise Broken(f"a file that says '{document['run']['exit_reason']}' must not say partial: {document['partial']}.")
    may_be = {0, -number} if number == signal.SIGKILL else {0, -number, 128 + number}  # -number: before it listened
    if code not in may_be:
        raise Broken(f"{signal.Signals(number).name} ended it with {code}.")


def kill_once(program, folder, reader, moment_s, number):
    """What came of one kill: "before it began", "partial" or "complete"."""
    before = reader.whole(folder / "result.json")["run"]["started_utc"], os.stat(folder / "result.json").st_ino
    with start(program, folder) as process:
        time.sleep(moment_s)
        process.send_signal(number)
        process.communicate(timeout=120)
    document = reader.whole(folder / "result.json")
    check_ending(number, process.returncode, document)
    if (document["run"]["started_utc"], os.stat(folder / "result.json").st_ino) == before:
        return "the file of before"
    return "a partial one" if document["partial"] else "a complete one"


def kill_often(program, folder, reader, kills, seed):
    length_s = undisturbed(program, folder)
    moments = random.Random(seed)
    found = Counter()
    for kill in range(kills):
        moment_s, number = moments.uniform(0, length_s), SIGNALS[kill % len(SIGNALS)]
        try:
            found[kill_once(program, folder, reader, moment_s, number)] += 1
        except Broken as fault:
            raise Broken(f"kill {kill + 1} ({signal.Signals(number).name} after {moment_s:.3f} s): {fault} "
                         f"Again: --seed {seed}") from None
        if sys.stderr.isatty():
            print(f"\r{kill + 1} of {kills}", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    rests = len([name for name in os.listdir(folder) if ".tmp." in name])
    listed = ", ".join(f"{number} times {what}" for what, number in sorted(found.items()))
    print(f"{kills} kills within {length_s:.1f} s, seed {seed}: each left a whole file ({listed}; "
          f"{rests} unfinished ones beside it).")


def narrow_disk(folder, size_bytes):
    """Mounts a disk of that size there. False where that is not allowed."""
    if shutil.which("mount") is None:
        return False
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size_bytes}", "tmpfs", folder],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def allow_files_of(size_bytes):
    """In a child: writing beyond so many bytes fails as on a full disk, instead of killing it."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))
    return limit


def fill_disk(program, whole_result, reader):
    """The old file stays as it is where the new one does not fit, and the run says so."""
    size_bytes = max(whole_result.stat().st_size // 2, 3 * resource.getpagesize())
    with tempfile.TemporaryDirectory(prefix="ecsbench-disk-") as name:
        folder = Path(name)
        mounted = narrow_disk(folder, size_bytes)
        try:
            document = json.loads(whole_result.read_text(encoding="utf-8"))
            document["cases"] = []
            old = json.dumps(document)
            (folder / "result.json").write_text(old, encoding="utf-8")
            with start(program, folder, preexec_fn=None if mounted else allow_files_of(size_bytes)) as process:
                said = process.communicate(timeout=300)[1].decode(errors="replace")
            if process.returncode != 1 or "result.json" not in said:
                raise Broken(f"a full disk ends it with {process.returncode}, and it says: {said or 'nothing'}")
            if (folder / "result.json").read_text(encoding="utf-8") != old:
                reader.whole(folder / "result.json")  # a first, smaller file may still have fitted
            left = [each for each in os.listdir(folder) if each != "result.json"]
            if left:
                raise Broken(f"a full disk leaves {', '.join(left)} behind.")
        finally:
            if mounted:
                subprocess.run(["umount", folder], check=True)
    kind = "a disk of" if mounted else "files of at most"
    print(f"{kind} {size_bytes // 1024} KiB: the run said that it is full and left a whole file.")


def parsed(words):
    parser = argparse.ArgumentParser(prog="kill-test.sh", description=__doc__.splitlines()[0])
    parser.add_argument("kills", type=int, help="how often, as in: scripts/kill-test.sh 200")
    parser.add_argument("--program", type=Path, default=ROOT / "build" / "ecsbench", help="default: build/ecsbench")
    parser.add_argument("--seed", type=int, default=42, help="of the moments; default 42")
    options = parser.parse_args(words)
    if options.kills < 1:
        parser.error(f"{options.kills} kills are too few: type a number from 1 on.")
    if not os.access(options.program, os.X_OK):
        parser.error(f"there is no program {options.program}: type make build first, or name one with --program.")
    return options


def main(words):
    options = parsed(words)
    program = options.program.resolve()
    try:
        reader = Reader()
        with tempfile.TemporaryDirectory(prefix="ecsbench-kill-") as name:
            folder = Path(name)
            kill_often(program, folder, reader, options.kills, options.seed)
            undisturbed(program, folder)
            fill_disk(program, folder / "result.json", reader)
    except Broken as fault:
        print(f"kill-test.sh: {fault}", file=sys.stderr)
        return FAILED
    return FINE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
