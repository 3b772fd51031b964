#!/usr/bin/env python3
"""ecsbench doctor as a process, and --no-warn. `doctor_test.py ECSBENCH SCHEMA [TEST...]`."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import jsonschema

BINARY = os.path.abspath(sys.argv[1])
SCHEMA = os.path.abspath(sys.argv[2])
SMALL = ["--entities", "1k", "--time-budget", "0.05", "--rounds", "8", "--strategy", "archetype", "--workload",
         "move/same-order"]
FACTS = ("build", "flags", "processor", "machine", "caches", "memory", "governor", "boost", "power", "core clock", "load", "clock",
         "counters", "noise floor")


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="ecsbench-doctor-")
        self.addCleanup(self.folder.cleanup)
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("ECSBENCH_")}

    def run_it(self, *words):
        return subprocess.run([BINARY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                              timeout=120, cwd=self.folder.name, env=self.environment, check=False, text=True)

    def fine(self, *words):
        done = self.run_it(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refused(self, *words):
        done = self.run_it(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        return done.stderr

    def result(self, text):
        document = json.loads(text)
        with open(SCHEMA, encoding="utf-8") as file:
            jsonschema.Draft202012Validator(json.load(file)).validate(document)
        return document

    def read(self, name):
        with open(os.path.join(self.folder.name, name), encoding="utf-8") as file:
            return file.read()


class Checkup(Case):
    def test_the_page_has_every_fact_fits_80_columns_and_closes_with_advice(self):
        page = self.fine("doctor").stdout
        for fact in FACTS:
            self.assertRegex(page, rf"(?m)^  {fact} +\S")
        self.assertLessEqual(max(len(line) for line in page.splitlines()), 80)
        self.assertRegex(page, r"(?m)^  noise floor +±\d+(\.\d)? %")
        self.assertRegex(page, r"(?m)^  (memory|L\d) +[\d.]+ (KiB|MiB) +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+$")
        advice = page[page.index("\nAdvice\n"):]
        self.assertTrue("Nothing to mend." in advice or re.search(r"(?m)^  W\d\d  .+\n(.+\n)*? +cause .+\n(.+\n)*? +remedy ", advice))

    def test_what_was_found_is_a_valid_result_file_that_doctor_reads_back(self):
        done = self.fine("doctor", "--json", "doctor.json")
        self.assertIn("wrote doctor.json", done.stderr)
        document = self.result(self.read("doctor.json"))
        self.assertFalse(document["partial"])
        self.assertIsNotNone(document["control"]["ci_low"])
        self.assertTrue(any(name.endswith("random_read_ns") for name in document["probes"]))
        ids = [warning["id"] for warning in document["warnings"]]
        page = self.fine("doctor", "doctor.json").stdout
        self.assertEqual(re.findall(r"(?m)^  (W\d\d)  ", page), ids)

    def test_stdout_is_the_file_alone_where_it_was_asked_for(self):
        done = self.fine("doctor", "--json", "-")
        self.result(done.stdout)
        self.assertEqual(done.stderr, "")


class OfAResult(Case):
    def test_all_warnings_of_a_run_are_shown_with_cause_and_remedy(self):
        self.fine(*SMALL, "--json", "run.json")
        document = self.result(self.read("run.json"))
        document["warnings"] = [{"id": id, "text": f"About {id}."} for id in ("W13", "W01", "W07", "W04", "W20", "W99")]
        with open(os.path.join(self.folder.name, "run.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        page = self.fine("doctor", "run.json").stdout
        self.assertIn("run.json: 6 warnings", page)
        self.assertEqual(re.findall(r"(?m)^  (W\d\d)  About", page), ["W01", "W20", "W04", "W13", "W07", "W99"])
        self.assertEqual(page.count(" remedy "), 5)

    def test_a_file_that_is_none_is_refused_by_name(self):
        done = self.run_it("doctor", "none.json")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("none.json", done.stderr)


class Usage(Case):
    def test_what_does_not_go_together_is_refused(self):
        self.assertIn("'b.json' is one word too many", self.refused("doctor", "a.json", "b.json"))
        self.assertIn("--self-test", self.refused("doctor", "--self-test", "out.json"))
        self.assertIn("--json", self.refused("doctor", "--self-test", "--json", "out.json"))
        self.assertIn("--json", self.refused("doctor", "out.json", "--json", "-"))
        self.assertIn("Did you mean '--self-test'?", self.refused("doctor", "--selftest"))
        self.assertIn("no/such", self.refused("doctor", "--json", "no/such/folder.json"))

    def test_the_help_names_the_command_and_its_options(self):
        self.assertIn("doctor", self.fine("--help").stdout)
        page = self.fine("doctor", "--help").stdout
        self.assertIn("--self-test", page)
        self.assertLessEqual(max(len(line) for line in page.splitlines()), 100)


class SelfTest(Case):
    def test_the_simulated_claims_come_first_and_an_interrupt_ends_it(self):
        """The whole of it takes half a minute and the real clock: it is for people to run."""
        with subprocess.Popen([BINARY, "doctor", "--self-test"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=self.environment) as program:
            table = ""
            while "3 % slower" not in table:
                line = program.stdout.readline()
                self.assertTrue(line, "the table ends early")
                table += line
            time.sleep(0.2)
            program.send_signal(signal.SIGINT)
            program.communicate(timeout=60)
        self.assertEqual(program.returncode, 130)
        self.assertEqual(len(re.findall(r"(?m) pass$", table)), 9)
        self.assertNotIn("FAIL", table)


class NoWarn(Case):
    def test_a_muted_warning_is_not_said_and_stays_in_the_file(self):
        self.fine(*SMALL, "-v", "--json", "all.json")
        ids = sorted({warning["id"] for warning in self.result(self.read("all.json"))["warnings"]})
        self.assertTrue(ids, "this machine and build give no warning: nothing to mute")
        done = self.fine(*SMALL, "-v", "--json", "muted.json", "--no-warn", ids[0])
        self.assertNotIn(ids[0] + ":", done.stderr)
        self.assertIn(ids[0], [warning["id"] for warning in self.result(self.read("muted.json"))["warnings"]])

    def test_an_unknown_id_gets_a_suggestion_and_the_list(self):
        said = self.refused("--no-warn", "W4")
        self.assertIn("no warning is called 'W4'. Did you mean 'W0", said)
        self.assertIn("W20", said)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
