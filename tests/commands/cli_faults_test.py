#!/usr/bin/env python3
"""Faults that users met in other programs of this kind, tried on this one as a process. `cli_faults_test.py ECSBENCH SCHEMA`.

A code such as H046 behind a test is its line in tests/scenarios.md.
"""
import csv
import io
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

from cli_test import BINARY, SMALL, Case, environment


def allow_files_of(size_bytes):
    """In a child: writing beyond so many bytes fails as on a full disk, instead of killing the program."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes))
    return limit


class Files(Case):
    def test_a_file_that_does_not_fit_is_reported_and_the_old_one_stays_whole(self):  # H046, H077
        self.fine(*SMALL, "--json", "out.json")
        with open(self.path("out.json"), "rb") as file:
            old = file.read()
        self.assertGreater(len(old), 8192)
        done = self.run_it(*SMALL, "--json", "out.json", preexec_fn=allow_files_of(4096))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"out.json", done.stderr)
        self.assertNotIn(b"wrote", done.stderr)
        with open(self.path("out.json"), "rb") as file:
            self.assertEqual(file.read(), old)
        self.assertEqual(os.listdir(self.folder.name), ["out.json"], "nothing half-written is left lying about")

    def test_a_run_that_is_killed_leaves_a_whole_file_and_the_next_run_works(self):  # H077, H128
        words = ["--entities", "1k", "--rounds", "8", "--strategy", "archetype", "--json", "out.json"]
        with open(self.path("out.json"), "w", encoding="utf-8") as file:
            file.write("not yet")
        with subprocess.Popen([BINARY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              cwd=self.folder.name, env=environment()) as process:
            end = time.monotonic() + 60
            while self.text_of("out.json") == "not yet" and time.monotonic() < end:
                time.sleep(0.002)
            process.kill()
            process.communicate(timeout=60)
        self.assertTrue(self.valid_result(self.text_of("out.json"))["cases"])
        self.fine(*words)
        self.assertFalse(self.valid_result(self.text_of("out.json"))["partial"])

    def text_of(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_charts_are_drawn_of_a_file_and_into_a_folder_whose_names_are_no_utf8(self):  # H127
        self.fine(*SMALL, "--json", b"a\xff.json")
        self.fine("plot", b"a\xff.json", "-o", b"charts\xff")
        self.assertIn(b"cost.svg", os.listdir(os.path.join(os.fsencode(self.folder.name), b"charts\xff")))

    def test_a_name_with_the_end_of_a_line_in_it_breaks_no_line(self):  # H105
        done = self.fine(*SMALL, "--json", "a\n.json", "--plot", "charts\n", "-v")
        wrote = [line for line in done.stderr.splitlines() if line.startswith(b"wrote ")]
        self.assertEqual(len(wrote), 1 + len(os.listdir(self.path("charts\n"))))
        self.assertEqual(wrote[:2], [rb"wrote a\x0a.json", rb"wrote charts\x0a/cost.svg"])
        self.valid_result(self.text_of("a\n.json"))

    def test_a_name_that_matches_nothing_leaves_no_file(self):  # H104, H045
        for words in (["--strategy", "zz*"], ["--workload", "zz*"], ["--strategy", ""], ["--workload", ""]):
            self.refused(*words, "--json", "out.json")
        self.assertIn("--threads", self.refused("--threads", "0"))
        self.assertEqual(os.listdir(self.folder.name), [])


class Samples(Case):
    def test_a_budget_shorter_than_one_pass_still_measures_everybody(self):  # H143
        document = self.valid_result(self.fine("--entities", "200k", "--strategy", "archetype", "--time-budget", "0.01",
                                               "--workload", "move/same-order", "--json", "-").stdout)
        self.assertGreater(len(document["cases"]), 2)
        for case in document["cases"]:
            self.assertGreater(case["frame_ns"]["median"], 0, case["strategy"])

    def test_one_round_on_one_thread_is_a_valid_document(self):  # H142
        document = self.valid_result(self.fine(*SMALL, "--rounds", "1", "--threads", "1", "--json", "-").stdout)
        for case in document["cases"]:
            self.assertIsNone(case["ratio_to_baseline"]["ci_low"])


class Locale(Case):
    """The locale of a user whose decimals have a comma, made for the test, as it is rarely installed."""

    def setUp(self):
        super().setUp()
        made = shutil.which("localedef") and subprocess.run(
            ["localedef", "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")], capture_output=True, check=False)
        if not made or not os.path.isdir(self.path("de_DE.UTF-8")):
            self.skipTest("localedef or its de_DE is missing (apt-get install locales)")
        self.german = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LOCPATH": self.folder.name}
        comma = subprocess.run([sys.executable, "-c", "import locale; locale.setlocale(locale.LC_ALL, '');"
                                "print(locale.localeconv()['decimal_point'])"], env=environment(**self.german),
                               capture_output=True, text=True, check=True).stdout
        self.assertEqual(comma.strip(), ",")

    def test_a_folder_whose_name_is_no_utf8_gets_its_charts_in_any_locale(self):  # H127
        for env in (self.german, {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}):
            done = self.fine(*SMALL, "--json", b"a\xff.json", "--plot", b"charts\xff", env=env)
            self.assertRegex(done.stderr, rb"wrote a\\xff.json and \d charts in charts\\xff")
            done = self.fine("plot", b"a\xff.json", "-o", b"again\xff", env=env)
            self.assertIn(rb"wrote again\xff/cost.svg", done.stderr)
            for folder in (b"charts\xff", b"again\xff"):
                self.assertIn(b"cost.svg", os.listdir(os.path.join(os.fsencode(self.folder.name), folder)))

    def test_numbers_have_points_and_no_separators_in_files(self):  # H074
        text = self.fine(*SMALL, "--format", "csv", "--json", "out.json", env=self.german).stdout.decode()
        head, *rows = csv.reader(io.StringIO(text))
        for row in rows:
            self.assertEqual(len(row), len(head))
            fields = dict(zip(head, row))
            self.assertEqual(fields["entities"], "1000")
            of_frame, of_entity = float(fields["frame_median_ns"]), float(fields["ns_per_entity"])
            self.assertAlmostEqual(of_frame / float(fields["matched"]) / of_entity, 1, delta=0.2)
        with open(self.path("out.json"), encoding="utf-8") as file:
            self.assertEqual(self.valid_result(file.read())["cases"][0]["entities"], 1000)

    def test_the_same_words_are_read_and_printed(self):  # H074
        for words in (["list"], ["--help"], ["--dry-run", "--precision", "0.5", "--entities", "20k", "--rounds", "8"]):
            german, plain = (re.sub(rb"[\d.]+ (s of measuring|.B are free)", b"", self.fine(*words, env=env).stdout)
                             for env in (self.german, {}))
            self.assertEqual(german, plain)

    def test_charts_are_the_same_to_the_byte(self):  # H074
        self.fine(*SMALL, "--json", "out.json")
        self.fine("plot", "out.json", "-o", "german", env=self.german)
        self.fine("plot", "out.json", "-o", "plain")
        for name in os.listdir(self.path("plain")):
            charts = []
            for folder in ("german", "plain"):
                with open(self.path(f"{folder}/{name}"), "rb") as file:
                    charts.append(file.read())
            self.assertEqual(*charts, name)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
