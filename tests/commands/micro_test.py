#!/usr/bin/env python3
"""`ecsbench micro` as a process: names, filter, table, file, flags, environment. `micro_test.py ECSBENCH SCHEMA [TEST...]`."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BINARY = os.path.abspath(sys.argv[1])
TINY = ["--entities", "100,200,400"]
SHORT = ["--", "--benchmark_min_time=0.001", "--benchmark_repetitions=1"]


def environment(**more):
    """Ours alone: no variable of ecsbench or Google Benchmark, no colour of the caller."""
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("ECSBENCH_", "BENCHMARK_")) and name not in ("NO_COLOR", "FORCE_COLOR", "COLUMNS")}
    kept.update(more)
    return kept


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ecsbench-micro-")
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def micro(self, *words, env=None):
        return subprocess.run([BINARY, "micro", *words], capture_output=True, stdin=subprocess.DEVNULL, timeout=120,
                              cwd=self.folder.name, env=environment(**(env or {})), text=True, check=False)

    def fine(self, *words, **more):
        done = self.micro(*words, **more)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, *words):
        """Ran nothing, printed nothing on stdout, said a sentence on stderr: which is returned."""
        done = self.micro(*words)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertTrue(done.stderr.startswith("ecsbench: "), done.stderr)
        return done.stderr

    def document(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file, parse_constant=lambda word: self.fail(f"bare {word}"))


class Names(Case):
    def test_every_operation_on_every_storage_has_a_name_at_every_size(self):
        names = self.fine("--list").stdout.splitlines()
        self.assertEqual(len(names), len(set(names)))
        for strategy in ("bitset", "sparse_set", "archetype", "reactive"):
            for operation in ("spawn/in-order", "despawn/in-order", "insert/in-order", "remove/in-order",
                              "get/in-order", "has/in-order", "view/create", "view/one-match"):
                for size in ("1000", "4000", "16000", "64000", "256000"):
                    self.assertIn(f"{strategy}/{operation}/{size}", names)
        self.assertFalse([name for name in names if "/move/" in name])

    def test_a_filter_is_a_regular_expression_over_them(self):
        self.assertEqual(self.fine("--list", "--filter", "archetype.*insert.*/(1000|4000)$").stdout.splitlines(),
                         ["archetype/insert/in-order/1000", "archetype/insert/in-order/4000",
                          "archetype/insert/shuffled/1000", "archetype/insert/shuffled/4000"])

    def test_a_filter_that_finds_nothing_says_what_there_is(self):  # H104
        said = self.refused("--filter", "archetpye", "--gbench-json", "out.json")
        self.assertEqual(os.listdir(self.folder.name), [])
        for word in ("'archetpye'", "archetype/insert/in-order/1000", "sparse_set", "view/one-match", "--list"):
            self.assertIn(word, said)

    def test_a_filter_that_is_no_regular_expression_is_refused(self):
        for broken in ("(", "[a", "*", "a{2"):
            self.assertIn(f"'{broken}' is no regular expression", self.refused("--filter", broken))
        self.assertIn("empty", self.refused("--filter", ""))


class Table(Case):
    def test_each_operation_has_a_table_with_a_row_a_strategy_and_a_column_a_size(self):
        out = self.fine(*TINY, "--filter", "(bitset|archetype|limit)/get/", *SHORT).stdout
        titles = re.findall(r"^(get/\S+) · ", out, re.M)
        self.assertEqual(titles, ["get/in-order", "get/shuffled"])
        for strategy in ("bitset", "archetype", "limit"):
            rows = re.findall(rf"^  {strategy} +([\d.]+) +([\d.]+) +([\d.]+) +O\(", out, re.M)
            self.assertEqual(len(rows), 2, out)
            self.assertTrue(all(float(cell) > 0 for row in rows for cell in row))
        self.assertRegex(out, r"strategy +100 +200 +400 +N entities")

    def test_with_two_sizes_nothing_is_fitted_and_the_reason_said(self):
        out = self.fine("--entities", "100,200", "--filter", "bitset/get/in-order", *SHORT).stdout
        self.assertIn("n/a (needs 3 sizes)", out)

    def test_memory_is_that_of_a_frame(self):
        out = self.fine("--entities", "1k", "--filter", "limit/(spawn/cold|get/in-order)", *SHORT).stdout
        spawned, read = (re.search(r"^  limit .*", part, re.M)[0].split() for part in out.split("get/in-order"))
        self.assertGreater(float(spawned[-3]), 0)
        self.assertEqual(spawned[-1], "kB")
        self.assertEqual(read[-3:], ["0", "0", "B"])

    def test_progress_is_on_stderr_and_can_be_silenced(self):
        words = [*TINY, "--filter", "bitset/(get|has)/in-order"]
        self.assertRegex(self.fine(*words, *SHORT).stderr,
                         r"\[1/2\] bitset/get/in-order, 400 entities: [\d.]+ ns per operation\n\[2/2\] bitset/has")
        self.assertEqual(self.fine(*words, "-q", *SHORT).stderr, "")

    def test_the_library_says_nothing_of_how_it_was_built(self):
        done = self.fine(*TINY, "--filter", "bitset/get/in-order", *SHORT)
        self.assertNotIn("built as DEBUG", done.stdout + done.stderr)


class File(Case):
    def test_the_file_is_that_of_google_benchmark(self):
        done = self.fine(*TINY, "--filter", "bitset/insert/in-order", "--gbench-json", "out.json", *SHORT)
        self.assertIn("wrote out.json", done.stderr)
        document = self.document("out.json")
        self.assertEqual(document["context"]["executable"], "ecsbench micro")
        self.assertIn("ecsbench_revision", document["context"])
        rows = [row for row in document["benchmarks"] if row["run_type"] == "iteration"]
        self.assertEqual([row["name"] for row in rows],
                         [f"bitset/insert/in-order/{size}/manual_time" for size in (100, 200, 400)])
        for row, size in zip(rows, (100, 200, 400)):
            self.assertAlmostEqual(row["items_per_second"] * row["real_time"] * 1e-9, size, delta=size / 1000)
            self.assertIn("allocs_per_iter", row)
        self.assertEqual([row["aggregate_name"] for row in document["benchmarks"] if row["run_type"] == "aggregate"],
                         ["BigO", "RMS"])

    def test_on_stdout_it_stands_alone(self):
        done = self.fine(*TINY, "--filter", "bitset/get/in-order", "--gbench-json", "-", *SHORT)
        self.assertEqual(len(json.loads(done.stdout)["benchmarks"]), 5)

    def test_a_file_that_cannot_be_written_is_refused_before_the_run(self):
        begin = time.monotonic()
        self.assertIn("--gbench-json", self.refused("--gbench-json", "no/such/folder/out.json"))
        self.assertLess(time.monotonic() - begin, 20)
        self.assertIn("empty", self.refused("--gbench-json="))

    def test_an_interrupted_run_saves_what_was_complete(self):
        running = subprocess.Popen([BINARY, "micro", "--filter", "bitset/(get|has)", *TINY, "--gbench-json", "out.json",
                                    "--", "--benchmark_min_time=0.3", "--benchmark_repetitions=1"], cwd=self.folder.name, env=environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = running.stderr.readline()
        self.assertIn("[1/4] bitset/get/in-order", first)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
        self.assertEqual(running.returncode, 130)
        self.assertIn("get/in-order · ", out)
        names = [row["name"] for row in self.document("out.json")["benchmarks"]]
        self.assertIn("bitset/get/in-order/400/manual_time", names)
        self.assertFalse([row for row in self.document("out.json")["benchmarks"] if row.get("error_occurred")])
        self.assertNotIn("bitset/has/shuffled/400/manual_time", names)


class Flags(Case):
    def test_what_follows_two_dashes_reaches_the_library(self):
        self.fine(*TINY, "--filter", "bitset/get/in-order", "--gbench-json", "out.json", *SHORT,
                  "--benchmark_repetitions=4", "--benchmark_context=who=me")
        document = self.document("out.json")
        rows = [row for row in document["benchmarks"] if row["run_type"] == "iteration"]
        self.assertEqual(len(rows), 12)
        self.assertEqual(rows[0]["repetitions"], 4)
        self.assertEqual(document["context"]["who"], "me")

    def test_a_flag_that_the_library_lacks_gets_a_suggestion(self):
        self.assertIn("Did you mean '--benchmark_repetitions'?", self.refused("--", "--benchmark_repetition=9"))
        self.assertIn("--benchmark_min_time", self.refused("--", "--help"))
        self.assertIn("'archetype'", self.refused("--", "archetype"))

    def test_a_bad_value_is_refused_by_name(self):
        for word in ("--benchmark_repetitions=0", "--benchmark_repetitions=x", "--benchmark_repetitions=-1",
                     "--benchmark_min_time=-1", "--benchmark_min_time=nan", "--benchmark_min_time=",
                     "--benchmark_time_unit=h", "--benchmark_context=me", "--benchmark_report_aggregates_only=9"):
            self.assertIn(word.split("=")[0], self.refused("--", word), word)
        self.assertIn("needs a value", self.refused("--", "--benchmark_repetitions"))

    def test_a_flag_that_an_option_of_ours_stands_for_is_named(self):
        for flag, option in (("--benchmark_filter=x", "--filter"), ("--benchmark_out=x", "--gbench-json"),
                             ("--benchmark_format=json", "--gbench-json"), ("--benchmark_list_tests=true", "--list")):
            self.assertIn(option, self.refused("--", flag))

    def test_other_options_are_read_strictly(self):
        self.assertIn("'--filter'", self.refused("--filtre", "x"))
        self.assertIn("--entities", self.refused("--entities", "0"))
        self.assertIn("--seed", self.refused("--seed", "x"))
        self.assertIn("--color", self.refused("--color", "blue"))
        self.assertIn("bytes", self.refused("--entities", "2G", "--filter", "bitset/get/in-order"))


class Environment(Case):
    HOSTILE = {"BENCHMARK_FILTER": "nothing", "BENCHMARK_REPETITIONS": "7", "BENCHMARK_MIN_TIME": "rubbish",
               "BENCHMARK_FORMAT": "csv", "BENCHMARK_OUT": "surprise.json", "BENCHMARK_CONTEXT": "who=nobody",
               "BENCHMARK_LIST_TESTS": "true", "BENCHMARK_TIME_UNIT": "s", "BENCHMARK_REPORT_AGGREGATES_ONLY": "true",
               "BENCHMARK_ENABLE_RANDOM_INTERLEAVING": "true"}

    def test_no_variable_of_the_library_changes_anything(self):
        words = [*TINY, "--filter", "bitset/(get|has)/in-order", "--gbench-json", "out.json"]
        plain = self.fine(*words, *SHORT)
        expected = self.document("out.json")
        hostile = self.fine(*words, *SHORT, env=self.HOSTILE)
        found = self.document("out.json")
        self.assertEqual([row["name"] for row in found["benchmarks"]], [row["name"] for row in expected["benchmarks"]])
        self.assertEqual({row.get("time_unit") for row in found["benchmarks"]},
                         {row.get("time_unit") for row in expected["benchmarks"]})
        self.assertNotIn("who", found["context"])
        self.assertEqual(os.listdir(self.folder.name), ["out.json"])
        self.assertEqual(len(hostile.stdout.splitlines()), len(plain.stdout.splitlines()))
        self.assertEqual(hostile.stderr.splitlines()[0],
                         "note: not read: 10 variables BENCHMARK_* of the environment; flags of Google Benchmark follow a --.")

    def test_nor_does_another_command_hear_of_it(self):
        done = subprocess.run([BINARY, "list"], capture_output=True, env=environment(**self.HOSTILE), timeout=60, check=True)
        self.assertEqual(done.stderr, b"")


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
