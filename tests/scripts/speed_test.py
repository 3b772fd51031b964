#!/usr/bin/env python3
"""What `make speed` says of figures and goals. The program that measures is imitated: it writes figures that a test chose."""
import json
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SPEED = ROOT / "scripts" / "speed.py"

# Costs in ns by workload and strategy; ratios follow from the limit's.
COSTS = {"move/same-order": {"limit": 0.2, "archetype": 0.21, "bitset": 0.5},
         "spawn/in-order": {"limit": 3.2, "archetype": 9.0, "bitset": 8.2},
         "spawn/bulk": {"limit": 0.5, "archetype": 4.0, "bitset": 6.0},
         "spawn/cold": {"limit": 2.0, "archetype": 6.5, "bitset": 6.1}}

FAKE = '''#!{python}
import json, sys
costs = {costs}
words = sys.argv[1:]
def given(option): return words[words.index(option) + 1]
cases = []
for workload in given("--workload").split(","):
    for strategy, cost in costs[workload].items():
        ratio = cost / costs[workload]["limit"]
        cases.append(dict(workload=workload, strategy=strategy, entities=int(given("--entities")),
                          ns_per_entity=dict(median=cost, ci_low=cost * 0.9, ci_high=cost * 1.1),
                          ratio_to_limit=dict(median=ratio, ci_low=ratio * 0.9, ci_high=ratio * 1.1),
                          memory=dict(bytes_per_entity=30.0)))
json.dump(dict(cases=cases), open(given("--json"), "w"))
'''


class Speed(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.program = self.path("program")
        self.program.write_text(FAKE.format(python=sys.executable, costs=COSTS))
        self.program.chmod(self.program.stat().st_mode | stat.S_IXUSR)

    def path(self, name):
        return Path(self.folder.name) / name

    def speed(self, rows, *options, **environment):
        goals = self.path("goals.json")
        goals.write_text(json.dumps({"rows": rows}))
        return subprocess.run([sys.executable, SPEED, self.program, goals, *options], capture_output=True, text=True,
                              check=False, env={**os.environ, **environment})

    def findings(self, *rows):
        file = self.path("speed.json")
        done = self.speed(rows, "--json", str(file))
        self.assertEqual(done.returncode, 0, done.stderr)
        return {(found["row"], found["strategy"]): found for found in json.loads(file.read_text())}

    def test_a_ratio_is_held_against_its_goal(self):
        found = self.findings({"workload": "move/same-order", "against": "limit", "times": {"archetype": 1.05, "bitset": 1.1}})
        self.assertTrue(found["move/same-order", "archetype"]["met"])
        self.assertFalse(found["move/same-order", "bitset"]["met"])
        self.assertAlmostEqual(found["move/same-order", "bitset"]["figure"], 2.5)

    def test_a_goal_in_ns_is_the_ratio_to_the_loop_it_was_set_beside(self):
        found = self.findings({"workload": "spawn/in-order", "against": "limit", "by_hand_ns": 1.6,
                               "ns": {"archetype": 5, "bitset": 4}})
        self.assertTrue(found["spawn/in-order", "archetype"]["met"])  # 9 / 3.2 against 5 / 1.6
        self.assertFalse(found["spawn/in-order", "bitset"]["met"])  # 8.2 / 3.2 against 4 / 1.6

    def test_a_goal_may_be_scaled_by_the_loop_of_another_workload(self):
        found = self.findings({"workload": "spawn/bulk", "against": "clock", "by_hand_ns": 1.6, "by_hand": "spawn/in-order",
                               "ns": {"archetype": 2.5, "bitset": 2.5}})
        self.assertAlmostEqual(found["spawn/bulk", "archetype"]["goal"], 5.0)
        self.assertTrue(found["spawn/bulk", "archetype"]["met"])
        self.assertFalse(found["spawn/bulk", "bitset"]["met"])

    def test_a_goal_may_follow_from_what_another_workload_costs(self):
        found = self.findings({"workload": "spawn/cold", "against": "spawn/bulk", "times_and_ns": [1.3, 1],
                               "strategies": ["archetype", "bitset"]})
        self.assertAlmostEqual(found["spawn/cold", "archetype"]["goal"], 6.2)
        self.assertFalse(found["spawn/cold", "archetype"]["met"])
        self.assertTrue(found["spawn/cold", "bitset"]["met"])

    def test_memory_is_held_against_bytes(self):
        found = self.findings({"workload": "move/same-order", "against": "memory", "bytes": {"archetype": 34, "bitset": 24}})
        self.assertTrue(found["move/same-order", "archetype"]["met"])
        self.assertFalse(found["move/same-order", "bitset"]["met"])

    def test_the_table_names_what_is_farthest_off(self):
        done = self.speed([{"workload": "move/same-order", "against": "limit", "times": {"archetype": 1.05, "bitset": 1.25}}])
        self.assertIn("1 of 2 goals are met; farthest off is bitset on move/same-order: 2 times its goal.", done.stdout)
        self.assertIn("NOT MET", done.stdout)

    def test_a_check_takes_the_marked_rows_and_fails_beyond_its_factor(self):
        row = {"workload": "move/same-order", "against": "limit", "times": {"bitset": 1.2}, "ci": True}
        other = {"workload": "spawn/bulk", "against": "clock", "ns": {"bitset": 0.001}}
        self.assertEqual(self.speed([row, other], "--check", "2").returncode, 1)
        done = self.speed([row, other], "--check", "2.2")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("spawn/bulk", done.stdout)

    def test_a_terminal_without_the_signs_of_the_table_gets_its_figures(self):  # H074
        done = self.speed([{"workload": "move/same-order", "against": "limit", "times": {"bitset": 3}}],
                          PYTHONIOENCODING="ascii")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("bitset", done.stdout)

    def test_a_program_that_fails_is_named(self):
        self.program.write_text("#!/bin/sh\nexit 3\n")
        done = self.speed([{"workload": "move/same-order", "against": "limit", "times": {"bitset": 1}}])
        self.assertEqual(done.returncode, 1)
        self.assertIn("did not measure", done.stderr)

    def test_a_word_that_no_row_holds_is_a_usage_error(self):
        done = self.speed([{"workload": "move/same-order", "against": "limit", "times": {"bitset": 1}}], "--only", "spwan")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no row", done.stderr)

    def test_the_goals_of_the_project_name_workloads_and_strategies_that_exist(self):
        rows = json.loads((ROOT / "results" / "goals.json").read_text())["rows"]
        listed = json.loads(subprocess.run([PROGRAM, "list", "--json"], capture_output=True, text=True, check=True).stdout)
        workloads = {workload["name"] for workload in listed["workloads"]}
        strategies = {strategy["name"] for strategy in listed["strategies"]}
        for row in rows:
            self.assertIn(row["workload"], workloads)
            for kind in ("times", "ns", "bytes"):
                self.assertLessEqual(set(row.get(kind, {})), strategies)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
