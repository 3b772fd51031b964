#!/usr/bin/env python3
"""The program as a process: exit codes, stdout and stderr apart, files, signals. `cli_test.py ECSBENCH SCHEMA [TEST...]`."""
import csv
import io
import json
import os
import pty
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

BINARY = os.path.abspath(sys.argv[1])
SCHEMA = os.path.abspath(sys.argv[2])
QUICK = ["--entities", "1k", "--time-budget", "0.05", "--rounds", "8"]
SMALL = QUICK + ["--strategy", "archetype,bitset", "--workload", "move/same-order"]


def environment(**more):
    """Ours alone: no ECSBENCH_ variable and no colour of the caller."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith("ECSBENCH_") and name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LC_ALL")}
    kept.update(more)
    return kept


def processor_seconds_of_children():
    """What ended children have used: unlike the clock on the wall, it is the same on a busy machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def processor_seconds_of(process):
    with open(f"/proc/{process.pid}/stat", encoding="utf-8") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ecsbench-cli-")
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def run_it(self, *words, env=None, **more):
        more.setdefault("stdout", subprocess.PIPE)
        return subprocess.run([BINARY, *words], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=120,
                              cwd=self.folder.name, env=environment(**(env or {})), **more)

    def refused(self, *words, code=2):
        """Ran nothing, printed nothing on stdout, said one sentence on stderr: which is returned."""
        done = self.run_it(*words)
        said = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, code, said)
        self.assertEqual(done.stdout, b"")
        self.assertTrue(said.startswith("ecsbench: "), said)
        return said

    def fine(self, *words, **more):
        done = self.run_it(*words, **more)
        self.assertEqual(done.returncode, 0, done.stderr.decode(errors="replace"))
        return done

    def valid_result(self, text):
        document = json.loads(text, parse_constant=lambda word: self.fail(f"bare {word}"))
        with open(SCHEMA, encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(document)
        return document


class Usage(Case):
    def test_an_unknown_strategy_gets_a_suggestion_and_the_list(self):  # H104
        said = self.refused("--strategy", "sparseset")
        self.assertEqual(said.splitlines()[0],
                         "ecsbench: no strategy is called 'sparseset'. Did you mean 'sparse_set'?")
        self.assertIn("boxed_scattered", said)
        self.assertIn("ecsbench-own", said)

    def test_other_unknown_names_get_a_suggestion(self):
        self.assertIn("'move/scrambled'", self.refused("--workload", "move/scrambeld"))
        self.assertIn("'--entities'", self.refused("--entites", "5"))
        self.assertIn("'list'", self.refused("lst"))
        self.assertIn("'archetype'", self.refused("--strategy", "ARCHETYPE"))
        self.assertIn("'move/scrambled'", self.refused("list", "--axes", "move/scrambeld"))

    def test_bad_numbers_are_refused_by_name_before_anything_is_built(self):  # H011, H071
        for text in ("0", "-1", "1.5", "1e99", "", "10abc", " 7", "+5", "1_000", "0x10", "nan", "99999999999999999999"):
            begin = time.monotonic()
            self.assertIn("--entities", self.refused("--entities", text), text)
            self.assertLess(time.monotonic() - begin, 5)
        self.assertIn("--entities", self.refused("--entities"))
        self.assertIn("--entities", self.refused("--entities=-5"))
        self.assertIn("--rounds", self.refused("--rounds", "0"))
        self.assertIn("--rounds", self.refused("--rounds", "-3"))

    def test_more_than_memory_holds_is_refused_with_the_bytes_needed(self):
        said = self.refused("--entities", "2G")
        self.assertRegex(said, r"would need about \d{10,} bytes")
        self.assertRegex(self.refused("--entities", "1000000G"), r"\d{15,} bytes")

    def test_a_dry_run_refuses_what_the_run_would(self):
        for size in ("2G", "1000000G"):
            run, dry = (self.refused("--entities", size, *more) for more in ([], ["--dry-run"]))
            sentence = re.compile(r"would need about \d+ bytes .* are free\. At most \d+ fit: type --entities \d+")
            self.assertRegex(run, sentence)
            self.assertRegex(dry, sentence)

    def test_no_refusal_shows_the_ends_of_a_machine_type(self):
        for words in (["--entities", "1e99"], ["--seed", "99999999999999999999"], ["--param", "stride=nan"],
                      ["--param", "stride=1e999"], ["--param", "stride=5e9"]):
            said = self.refused(*words, "--workload", "move/scrambled")
            self.assertNotRegex(said, r"1844674407|e\+308|e308 to|e\+09", words)

    def test_an_options_name_is_no_value(self):
        self.assertIn("--json needs a value", self.refused("--json", "--version"))
        self.assertIn("--plot needs a value", self.refused("--plot", "-q"))

    def test_an_empty_variable_is_refused_by_name(self):
        done = self.run_it("--dry-run", env={"ECSBENCH_ENTITIES": ""})
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"ECSBENCH_ENTITIES is set but empty", done.stderr)

    def test_a_bad_value_is_called_by_its_variable_or_line(self):
        for name, value in (("STRATEGY", "arch"), ("WORKLOAD", "move"), ("ENTITIES", "2G"), ("THREADS", "2"), ("CPU", "9999"),
                            ("PARAM", "strid=1"), ("BASELINE", "b"), ("JSON", "no/such/folder"), ("QUIET", "maybe")):
            done = self.run_it(env={"ECSBENCH_" + name: value})
            self.assertEqual(done.returncode, 2)
            self.assertTrue(done.stderr.startswith(b"ecsbench: ECSBENCH_" + name.encode()), done.stderr)
        with open(self.path("ecsbench.toml"), "w", encoding="utf-8") as file:
            file.write('seed = 5\nstrategy = "arch"\n')
        self.assertIn("ecsbench: ecsbench.toml line 2: strategy: no strategy is called 'arch'", self.refused())

    def test_help_version_and_list_work_beside_a_broken_file(self):
        with open(self.path("ecsbench.toml"), "w", encoding="utf-8") as file:
            file.write("sed = 5\n")
        self.assertIn("ecsbench.toml line 1: no option is called 'sed'. Did you mean 'seed'?", self.refused("--dry-run"))
        for words in (["--help"], ["--version"], ["list"], ["schema"]):
            self.assertEqual(self.fine(*words).stderr, b"")

    def test_an_unknown_variable_is_warned_of_once(self):
        said = self.fine(*SMALL, "--dry-run", env={"ECSBENCH_SEDE": "1"}).stderr.decode()
        self.assertEqual(said.count("no variable is called 'ECSBENCH_SEDE'. Did you mean 'ECSBENCH_SEED'?"), 1, said)

    def test_a_flag_is_true_or_false(self):
        self.assertIn("'maybe' is neither true nor false", self.refused("--quiet=maybe"))

    def test_two_outputs_in_one_file_are_refused(self):
        self.assertIn("--json and --csv both name", self.refused("--json", "a.json", "--csv", "./a.json"))
        self.assertIn("--json and --plot both name", self.refused("--json", "same", "--plot", "same"))
        self.assertEqual(os.listdir(self.folder.name), [])

    def test_no_word_is_swallowed(self):
        self.assertIn("fast", self.refused("run", "fast"))

    def test_help_is_on_stdout_and_lists_the_exit_codes(self):
        done = self.fine("--help")
        self.assertEqual(done.stderr, b"")
        text = done.stdout.decode()
        self.assertIn("Exit codes", text)
        self.assertLessEqual(max(len(line) for line in text.splitlines()), 100)

    def test_version_is_text_or_json(self):
        self.assertTrue(self.fine("--version").stdout.startswith(b"ecsbench "))
        self.assertIn("compiler", json.loads(self.fine("--version", "--json").stdout))

    def test_schema_is_the_file_of_the_repository(self):
        with open(SCHEMA, "rb") as file:
            self.assertEqual(self.fine("schema").stdout, file.read())

    def test_list_is_text_or_json(self):
        self.assertIn(b"archetype", self.fine("list").stdout)
        names = [one["name"] for one in json.loads(self.fine("list", "--json").stdout)["strategies"]]
        self.assertIn("sparse_set", names)

    def test_a_list_fits_the_columns(self):
        for words in (["list"], ["list", "--axes", "move/scrambled"], ["list", "--axes", "move/scattered-heap"]):
            for columns in (60, 80, 100):
                text = self.fine(*words, env={"COLUMNS": str(columns)}).stdout.decode()
                self.assertLessEqual(max(len(line) for line in text.splitlines()), columns, words)

    def test_a_dry_run_measures_nothing(self):
        done = self.fine("--dry-run", "--json", "never.json")
        self.assertIn(b"move/ten-percent", done.stdout)
        self.assertEqual(os.listdir(self.folder.name), [])

    def planned_s(self, *words):
        said = self.fine("--dry-run", *words).stdout.decode()
        return float(re.search(r"about ([\d.]+) s of measuring", said).group(1))

    def test_a_dry_run_says_how_long_given_rounds_take(self):
        words = ["--entities", "10k", "--strategy", "archetype", "--workload", "move/same-order", "--frames", "500"]
        few, many = (self.planned_s(*words, "--rounds", rounds) for rounds in ("20", "20000"))
        self.assertTrue(200 < many / few < 5000, (few, many))
        begin = processor_seconds_of_children()
        self.fine(*words, "--rounds", "20")
        took = processor_seconds_of_children() - begin
        self.assertTrue(took / 4 < few + 0.5 < took * 3, (few, took))

    def test_a_dry_run_admits_that_one_balanced_set_outlasts_the_budget(self):
        self.assertGreater(self.planned_s("--entities", "10M", "--time-budget", "0.1"), 1)

    def test_rounds_beside_a_time_budget_are_noted_on_stderr(self):
        for words in ([], ["--dry-run"]):
            self.assertIn(b"note: --rounds wins over --time-budget", self.fine(*SMALL, *words).stderr)

    def test_the_environment_beats_the_file_and_flags_beat_both(self):
        with open(self.path("ecsbench.toml"), "w", encoding="utf-8") as file:
            file.write("seed = 5\n")
        self.assertIn(b"seed 5", self.fine("--dry-run").stdout)
        self.assertIn(b"seed 6", self.fine("--dry-run", env={"ECSBENCH_SEED": "6"}).stdout)
        self.assertIn(b"seed 7", self.fine("--dry-run", "--seed", "7", env={"ECSBENCH_SEED": "6"}).stdout)


class Run(Case):
    def test_the_table_fits_and_closes_with_what_was_found(self):
        for columns in (100, 80):
            done = self.fine(*SMALL, env={"COLUMNS": str(columns)})
            text = done.stdout.decode()
            self.assertLessEqual(max(len(line) for line in text.splitlines()), columns)
            for word in ("archetype", "bitset", "boxed", "limit", "noise floor", "--plot charts"):
                self.assertIn(word, text)

    def test_without_a_terminal_there_is_a_plain_line_for_each_case(self):
        said = self.fine(*SMALL).stderr.decode()
        self.assertNotIn("\x1b", said)
        self.assertNotIn("\r", said)
        self.assertIn("[1/1] archetype on move/same-order, 1 000 entities: ", said)
        self.assertNotRegex(said, r" 0\.0+ ")

    def test_quiet_says_nothing(self):
        self.assertEqual(self.fine(*SMALL, "-q").stderr, b"")

    def test_progress_is_drawn_on_a_terminal_only(self):
        leader, follower = pty.openpty()
        try:
            done = subprocess.run([BINARY, *SMALL], stdout=subprocess.PIPE, stderr=follower, timeout=120,
                                  cwd=self.folder.name, env=environment(TERM="xterm"))
            self.assertIn(b"\r\x1b[K[1/1] move/same-order", os.read(leader, 65536))  # a bare \r ends every line there
        finally:
            os.close(leader)
            os.close(follower)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn(b"\x1b", done.stdout)

    def test_colour_obeys_flag_before_environment(self):
        self.assertIn(b"\x1b", self.fine(*SMALL, "--color", "always", env={"NO_COLOR": "1"}).stdout)
        self.assertIn(b"\x1b", self.fine(*SMALL, env={"FORCE_COLOR": "1"}).stdout)
        self.assertNotIn(b"\x1b", self.fine(*SMALL, env={"FORCE_COLOR": "1", "NO_COLOR": "1"}).stdout)

    def test_the_result_file_is_valid_and_all_did_the_same_work(self):
        done = self.fine(*SMALL, "--json", "out.json")
        self.assertIn(b"wrote out.json", done.stderr)
        with open(self.path("out.json"), encoding="utf-8") as file:
            document = self.valid_result(file.read())
        self.assertFalse(document["partial"])
        self.assertEqual(document["run"]["exit_reason"], "complete")
        self.assertEqual(len({one["digest"] for one in document["cases"]}), 1)
        names = {one["strategy"] for one in document["cases"]}
        self.assertTrue({"archetype", "bitset", "boxed", "boxed_scattered", "limit"} <= names, names)
        self.assertEqual(document["run"]["config"]["seed"], "42")
        self.assertIsNotNone(document["control"]["ratio"])
        self.assertEqual(os.listdir(self.folder.name), ["out.json"])

    def test_what_was_written_is_the_last_line_and_with_v_one_line_a_file(self):
        words = [*SMALL, "--json", "out.json", "--csv", "out.csv", "--plot", "charts"]
        done = self.fine(*words)
        last = done.stderr.splitlines()[-1]
        self.assertRegex(last, rb"^wrote out.json, out.csv and \d+ charts in charts$")
        self.assertEqual(done.stderr.count(b"wrote"), 1)
        self.assertNotIn(b"scaling", done.stderr)
        self.assertNotIn(b"wrote", done.stdout)
        words[-1] = "pictures"  # a folder of its own: whether single frames can be drawn differs from run to run
        files = [line.removeprefix(b"wrote ") for line in self.fine(*words, "-v").stderr.splitlines()
                 if line.startswith(b"wrote ")]
        self.assertEqual(files[:2], [b"out.json", b"out.csv"])
        self.assertIn(b"pictures/cost.png", files)
        self.assertEqual(len(files), 2 + len(os.listdir(self.path("pictures"))))

    def test_movement_asks_for_no_memory_and_a_cold_world_does_in_each_frame(self):
        words = [*QUICK, "--workload", "move/same-order,spawn/cold", "--json", "-"]
        document = self.valid_result(self.fine(*words).stdout)
        if document["tool"]["sanitizers"]:
            self.skipTest("a sanitizer keeps its own operator new")
        storages = ("archetype", "bitset", "reactive", "sparse_set")
        for case in (one for one in document["cases"] if one["strategy"] in storages):
            memory, events = case["memory"], case["frame_ns"]["events"]
            moves = case["workload"] == "move/same-order"
            with self.subTest(strategy=case["strategy"], workload=case["workload"]):
                self.assertEqual(memory["allocations_per_frame"] == 0, moves)
                self.assertEqual(events == [], moves)
                self.assertGreaterEqual(memory["peak_bytes"], memory["total_bytes"])
                self.assertGreater(memory["allocator_overhead_bytes"], 0)
                places = case["frame_ns"]["rounds"]
                for event in (one for one in events if "settling" not in one):
                    self.assertLess(event["frame"], len(places[event["round"]]))

    def test_json_on_stdout_is_alone_there(self):  # H110
        document = self.valid_result(self.fine(*SMALL, "--json", "-").stdout)
        self.assertEqual(document["cases"][0]["entities"], 1000)
        self.valid_result(self.fine(*SMALL, "--format", "json").stdout)

    def test_a_locale_with_a_decimal_comma_changes_nothing(self):
        env = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
        rows = list(csv.DictReader(io.StringIO(self.fine(*SMALL, "--format", "csv", env=env).stdout.decode())))
        self.assertTrue(all(float(row["frame_median_ns"]) > 0 for row in rows))
        self.assertEqual(len({len(row) for row in rows}), 1)
        self.valid_result(self.fine(*SMALL, "--json", "-", env=env).stdout)

    def test_every_file_is_written(self):
        self.fine(*SMALL, "--json", "o.json", "--csv", "o.csv", "--markdown", "o.md")
        with open(self.path("o.csv"), encoding="utf-8", newline="") as file:
            self.assertGreater(len(list(csv.reader(file))), 3)
        with open(self.path("o.md"), encoding="utf-8") as file:
            self.assertIn("| archetype |", file.read())

    def test_samples_are_kept_as_asked(self):
        for kept, expected in (("none", {0}), ("summary", {1})):
            document = self.valid_result(self.fine(*SMALL, "--json", "-", "--samples", kept).stdout)
            rounds = document["cases"][0]["frame_ns"]["rounds"]
            self.assertEqual({len(one) for one in rounds} or {0}, expected)

    def test_a_name_given_twice_is_measured_once(self):
        document = self.valid_result(self.fine(*SMALL, "--strategy", "archetype,archetype,arch*", "--json", "-").stdout)
        names = [one["strategy"] for one in document["cases"]]
        self.assertEqual(len(names), len(set(names)))

    def test_the_same_seed_does_the_same_work(self):
        digests = [self.valid_result(self.fine(*SMALL, "--json", "-").stdout)["cases"][0]["digest"] for _ in range(2)]
        self.assertEqual(digests[0], digests[1])

    def test_strict_exits_with_4_exactly_where_a_comparison_is_inconclusive(self):
        done = self.run_it(*SMALL, "--strict", "--json", "-")
        verdicts = {one["ratio_to_baseline"]["verdict"] for one in self.valid_result(done.stdout)["cases"]}
        self.assertEqual(done.returncode, 4 if "inconclusive" in verdicts else 0)

    def test_one_round_has_no_interval_and_no_invented_number(self):
        document = self.valid_result(self.fine(*SMALL, "--rounds", "1", "--json", "-").stdout)
        self.assertIsNone(document["cases"][0]["ns_per_entity"]["ci_low"])


class Files(Case):
    def test_a_path_that_cannot_be_written_is_refused_before_the_run(self):  # H075
        begin = time.monotonic()
        for option in ("--json", "--csv", "--markdown"):
            self.assertIn("folder", self.refused(option, self.folder.name))
            self.assertIn("no folder", self.refused(option, "no/such/out.json"))
            self.assertIn(option, self.refused(option, ""))
        self.assertLess(time.monotonic() - begin, 20)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_without_permission_is_refused(self):
        os.chmod(self.folder.name, 0o500)
        self.addCleanup(os.chmod, self.folder.name, 0o700)
        self.assertIn("out.json", self.refused("--json", self.path("out.json")))

    def test_a_full_disk_is_reported_with_the_path(self):  # H046
        done = self.run_it(*SMALL, "--json", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"/dev/full", done.stderr)
        self.assertIn(b"No space left", done.stderr)
        self.assertNotIn(b"wrote", done.stderr)

    def test_a_full_stdout_is_reported(self):  # H098
        for words in (["list"], ["--help"], ["schema"], SMALL, SMALL + ["--json", "-"], SMALL + ["--format", "csv"]):
            with open("/dev/full", "wb") as full:
                done = self.run_it(*words, stdout=full)
            self.assertEqual(done.returncode, 1, words)
            self.assertIn(b"No space left", done.stderr)

    def test_a_closed_pipe_ends_quietly(self):  # H076
        for words in (["list"], ["--help"], SMALL + ["-q"]):
            reader, writer = os.pipe()
            os.close(reader)
            try:
                done = self.run_it(*words, stdout=writer)
            finally:
                os.close(writer)
            self.assertEqual(done.returncode, 0, words)
            self.assertEqual(done.stderr, b"", words)

    def test_files_are_whole_though_the_pipe_is_closed(self):  # H076
        reader, writer = os.pipe()
        os.close(reader)
        self.run_it(*SMALL, "--json", "out.json", stdout=writer)
        os.close(writer)
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertFalse(self.valid_result(file.read())["partial"])

    def test_a_link_to_no_file_yet_is_written_through(self):
        os.mkdir(self.path("there"))
        os.symlink("there/real.json", self.path("link.json"))
        os.symlink("link.json", self.path("second.json"))
        self.fine(*SMALL, "--json", "second.json")
        self.assertTrue(os.path.islink(self.path("link.json")) and os.path.islink(self.path("second.json")))
        with open(self.path("there/real.json"), encoding="utf-8") as file:
            self.valid_result(file.read())
        os.symlink("no/such.json", self.path("lost.json"))
        self.assertIn("there is no folder", self.refused("--json", "lost.json"))

    def test_two_documents_on_stdout_are_refused(self):
        for name in ("/dev/stdout", "/dev/fd/1", "-"):
            self.assertIn("stdout", self.refused("--json", name, "--csv", "-"))
        self.valid_result(self.fine(*SMALL, "--json", "/dev/stdout").stdout)

    def test_what_is_printed_back_is_printable(self):
        for words in ([b"--strategy", b"\x1b[31m\xff"], [b"\x1b[31m"], [b"--\x1b"], [b"plot", b"\x1b[31m"]):
            done = self.run_it(*words)
            self.assertIn(b"\\x1b", done.stderr)
            self.assertNotIn(b"\x1b", done.stderr)
            done.stderr.decode()
        done = self.fine(*SMALL, "--json", b"a\x1b\xff.json", "--color", "never")
        self.assertIn(b"wrote a\\x1b\\xff.json", done.stderr)
        self.assertIn("ecsbench plot $'a\\x1b\\xff.json'", " ".join(done.stdout.decode().split()))
        self.assertNotIn(b"\x1b", done.stdout)
        with open(os.path.join(os.fsencode(self.folder.name), b"a\x1b\xff.json"), encoding="utf-8") as file:
            document = self.valid_result(file.read())
        self.assertIn("a\\x1b\\xff.json", document["run"]["argv"])
        self.assertEqual(document["run"]["config"]["json"], "a\\x1b\\xff.json")

    def test_a_name_that_is_no_utf8_is_kept(self):  # H127
        self.fine(*SMALL, "--json", b"a\xff.json")
        with open(os.path.join(os.fsencode(self.folder.name), b"a\xff.json"), encoding="utf-8") as file:
            self.valid_result(file.read())


class Signals(Case):
    def interrupted(self, number):
        words = ["--entities", "1k", "--time-budget", "60", "--precision", "0.001", "--strategy", "archetype",
                 "--workload", "move/same-order,move/scrambled", "--json", "out.json"]
        if number == signal.SIGINT:
            words[3] = "8"
        with subprocess.Popen([BINARY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder.name, env=environment()) as process:
            time.sleep(0.7) if number == signal.SIGTERM else self.wait_for("out.json")
            process.send_signal(number)
            _, said = process.communicate(timeout=60)
        with open(self.path("out.json"), encoding="utf-8") as file:
            return process.returncode, said, self.valid_result(file.read())

    def wait_for(self, name):
        end = time.monotonic() + 60
        while not os.path.exists(self.path(name)) and time.monotonic() < end:
            time.sleep(0.05)

    def test_ctrl_c_saves_what_is_complete(self):  # H128
        code, said, document = self.interrupted(signal.SIGINT)
        self.assertEqual(code, 130, said)
        self.assertIn(b"once more stops at once", said)
        self.assertTrue(document["partial"])
        self.assertEqual(document["run"]["exit_reason"], "interrupted")
        self.assertTrue(document["cases"])

    def is_slowed_by_a_sanitizer(self):
        return bool(json.loads(self.fine("--version", "--json").stdout)["sanitizers"])

    def assert_stops_within(self, most_s, begin_s, *words):
        most_s *= 4 if self.is_slowed_by_a_sanitizer() else 1
        before = processor_seconds_of_children()
        with subprocess.Popen([BINARY, *words, "--json", "out.json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder.name, env=environment()) as process:
            time.sleep(begin_s)
            before += processor_seconds_of(process)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130)
        self.assertLess(processor_seconds_of_children() - before, most_s)
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertTrue(self.valid_result(file.read())["partial"])

    def test_one_ctrl_c_ends_a_long_block_within_a_second(self):
        words = ["--strategy", "archetype", "--workload", "move/same-order", "--entities", "100k", "--frames", "100000"]
        self.assert_stops_within(1.5, 4, *words)

    def test_one_ctrl_c_ends_the_building_of_large_worlds(self):
        words = ["--strategy", "all", "--workload", "move/same-order", "--entities", "2M"]
        self.assert_stops_within(3, 2, *words)

    def test_sigterm_does_the_same(self):
        code, said, document = self.interrupted(signal.SIGTERM)
        self.assertEqual(code, 143, said)
        self.assertTrue(document["partial"])


class Plot(Case):
    def without_matplotlib(self):
        """A module of that name that cannot be imported, found before the real one."""
        os.makedirs(self.path("broken/matplotlib"))
        with open(self.path("broken/matplotlib/__init__.py"), "w", encoding="utf-8") as file:
            file.write("raise ImportError('not here')\n")
        return {"PYTHONPATH": self.path("broken")}

    def test_without_matplotlib_a_run_succeeds_and_says_how_to_get_it(self):
        done = self.fine(*SMALL, "--plot", "charts", env=self.without_matplotlib())
        self.assertIn(b"python3-matplotlib", done.stderr)

    def test_without_matplotlib_plot_fails_and_says_how_to_get_it(self):
        self.fine(*SMALL, "--json", "out.json")
        done = self.run_it("plot", "out.json", env=self.without_matplotlib())
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"python3-matplotlib", done.stderr)

    def test_a_python_that_was_asked_for_and_cannot_draw_is_named(self):
        self.fine(*SMALL, "--json", "out.json")
        for python, fault in (("/no/python", b"cannot be run"), ("false", b"cannot import matplotlib")):
            for words in (["plot", "out.json"], [*SMALL, "--plot", "charts"]):
                done = self.fine(*words, env={"ECSBENCH_PYTHON": python})
                self.assertIn(b"ECSBENCH_PYTHON is '" + python.encode() + b"': it " + fault, done.stderr)
        self.assertNotIn(b"ECSBENCH_PYTHON", self.fine("plot", "out.json", env={"ECSBENCH_PYTHON": "/usr/bin/python3"}).stderr)

    def test_charts_need_no_display(self):  # H132
        env = {name: "" for name in ("DISPLAY", "WAYLAND_DISPLAY")}
        self.fine(*SMALL, "--json", "out.json", "--plot", "from-run", env=env)
        self.fine("plot", "out.json", "-o", "from-file", env=env)
        for folder in ("from-run", "from-file"):
            endings = {os.path.splitext(name)[1] for name in os.listdir(self.path(folder))}
            self.assertTrue({".svg", ".png"} <= endings, endings)

    def test_a_file_that_is_no_result_is_refused_in_a_sentence(self):  # H129
        contents = {"empty.json": "", "object.json": "{}", "list.json": "[]", "cut.json": '{"schema": "ecsbench.res',
                    "table.json": "strategy,workload\n",
                    "newer.json": '{"schema": "ecsbench.result", "schema_version": 99}',
                    "none.json": '{"schema": "ecsbench.result", "schema_version": 1, "cases": []}'}
        for name, content in contents.items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(content)
            said = self.refused("plot", name, code=1)
            self.assertIn(name, said)
            self.assertEqual(len(said.splitlines()), 1, said)
        self.assertIn("missing.json", self.refused("plot", "missing.json", code=1))

    def test_a_folder_that_cannot_be_made_is_refused_before_the_run(self):
        with open(self.path("file"), "w", encoding="utf-8") as file:
            file.write("x")
        self.assertIn("file/charts", self.refused(*SMALL, "--plot", "file/charts"))


@unittest.skipUnless(os.path.exists(BINARY + "-traced"), "a sanitizer's build traces nothing")
class CacheModel(Case):
    def modelled(self, *words):
        document = self.valid_result(self.fine(*SMALL, "--json", "-", *words).stdout)
        return {case["strategy"]: case["modelled_per_entity"] for case in document["cases"]}

    def test_two_runs_model_the_same_misses_to_the_last_digit(self):
        first = self.modelled("--cache-model", "on")
        self.assertEqual(first, self.modelled("--cache-model", "on", "--no-warn", "W04,W13"))
        for strategy, counts in first.items():
            self.assertTrue(counts["available"], (strategy, counts["reason"]))
            self.assertGreater(counts["lines"], 0.2, strategy)
            self.assertGreater(counts["accesses"], 5, strategy)

    def test_it_runs_when_asked_for_and_is_shown(self):
        for counts in self.modelled().values():
            self.assertFalse(counts["available"])
            self.assertIsNone(counts["l1d_misses"])
            self.assertIn("--cache-model on", counts["reason"])
        self.assertNotIn(b"cache model", self.fine(*SMALL).stdout)
        shown = self.fine(*SMALL, "-v").stdout.decode()
        self.assertIn("cache model", shown)
        self.assertIn("no prefetcher", shown)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
