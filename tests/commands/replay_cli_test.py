#!/usr/bin/env python3
"""A run that is run again, and the configuration that is kept for it, as a process. `replay_cli_test.py ECSBENCH SCHEMA`."""
import json
import os
import sys
import unittest

from cli_test import SMALL, Case


class Replay(Case):
    def setUp(self):
        super().setUp()
        self.fine(*SMALL, "--seed", "7", "--json", "a.json", "--csv", "a.csv")

    def document(self, name):
        with open(self.path(name), "rb") as file:
            return self.valid_result(file.read())

    def test_it_does_the_same_work_with_the_same_seed(self):
        self.fine("replay", "a.json", "--json", "b.json")
        first, second = self.document("a.json"), self.document("b.json")
        self.assertEqual(second["run"]["seed"], 7)
        keys = [[(case["strategy"], case["workload"], case["entities"], case["rounds"], case["digest"])
                 for case in document["cases"]] for document in (first, second)]
        self.assertEqual(keys[0], keys[1])
        for name in first["run"]["config"]:
            if name not in ("json", "csv"):
                self.assertEqual(first["run"]["config"][name], second["run"]["config"][name], name)

    def test_the_result_goes_to_stdout_and_no_file_is_touched(self):
        before = {name: os.stat(self.path(name)).st_mtime_ns for name in ("a.json", "a.csv")}
        done = self.fine("replay", "a.json")
        self.assertIn("archetype", done.stdout.decode())
        said = done.stderr.decode()
        self.assertIn("--json a.json, --csv a.csv of the first run is left out", said)
        self.assertIn("those of a.json", said)
        self.assertEqual(before, {name: os.stat(self.path(name)).st_mtime_ns for name in before})
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["a.csv", "a.json"])

    def test_what_differs_is_said(self):
        document = self.document("a.json")
        document["tool"]["version"] = "0.0.1"
        document["environment"]["fingerprint"] = "0123456789abcdef"
        with open(self.path("old.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        said = self.fine("replay", "old.json", "--dry-run").stderr.decode()
        self.assertIn("version was 0.0.1 and is ", said)
        self.assertIn("machine was 0123456789abcdef and is ", said)
        self.assertNotIn("revision was", said)

    def test_a_file_that_cannot_be_replayed_is_refused_in_a_sentence(self):
        for name, text in {"empty.json": "", "cut.json": '{"schema": "ecsbench.res', "other.json": '{"schema": "x"}',
                           "newer.json": '{"schema": "ecsbench.result", "schema_version": 99}'}.items():
            with open(self.path(name), "w", encoding="utf-8") as file:
                file.write(text)
            self.assertEqual(len(self.refused("replay", name, code=1).splitlines()), 1)
        self.assertIn("missing.json", self.refused("replay", "missing.json", code=1))
        self.assertIn("replay needs a result file", self.refused("replay"))

    def test_a_partial_result_is_replayed_whole(self):
        document = self.document("a.json")
        document["partial"] = True
        document["cases"] = document["cases"][:1]
        with open(self.path("partial.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.fine("replay", "partial.json", "--json", "b.json")
        again = self.document("b.json")
        self.assertFalse(again["partial"])
        self.assertGreater(len(again["cases"]), 1)


class Config(Case):
    def test_what_is_kept_gives_the_same_run(self):
        kept = self.fine("config", *SMALL, "--seed", "7").stdout
        with open(self.path("kept.toml"), "wb") as file:
            file.write(kept)
        self.fine("--config", "kept.toml", "--json", "a.json")
        with open(self.path("a.json"), "rb") as file:
            config = self.valid_result(file.read())["run"]["config"]
        self.assertEqual((config["seed"], config["entities"], config["workload"]), ("7", "1k", "move/same-order"))

    def test_unknown_names_are_named_as_a_run_names_them(self):
        done = self.fine("config", env={"ECSBENCH_SEDE": "1"})
        self.assertIn("Did you mean 'ECSBENCH_SEED'?", done.stderr.decode())
        with open(self.path("ecsbench.toml"), "w", encoding="utf-8") as file:
            file.write("sed = 1\n")
        said = [self.refused(*words) for words in (["config"], ["run"])]
        self.assertEqual(said[0], said[1])
        self.assertIn("Did you mean 'seed'?", said[0])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])
