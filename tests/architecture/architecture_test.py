#!/usr/bin/env python3
"""The house as it stands keeps its rules, and a house that breaks one is caught.

    architecture_test.py [ROOT]        ROOT: the repository, by default the one this file lies in
"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from doors import MOST_LINES, sources, violations  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Repository(unittest.TestCase):
    maxDiff = None  # every sentence is wanted

    def test_every_door_opens_the_right_way(self):
        self.assertEqual("", "\n".join(violations(ROOT)))

    def test_the_rules_see_the_files_they_are_about(self):
        self.assertGreater(len(list(sources(ROOT))), 20)


class PlantedFaults(unittest.TestCase):
    """Each test plants one fault in a small house; the sentence about it must come, and no other."""

    def complaint_about(self, path, text, more=()):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            house = {
                "strategies/entity.hpp": "// Entity.\n#include <cstdint>\n",
                "harness/workloads/movement.hpp": '// Movement.\n#include "strategies/entity.hpp"\n',
                "harness/cases/trial.hpp": '// Trial.\n#include <string>\n',
                "harness/measure/rounds.hpp": '// Rounds.\n#include "harness/cases/trial.hpp"\n',
                "harness/statistics/describe.hpp": "// Describe.\n#include <vector>\n",
                "harness/main.cpp": '// main.\n#include "harness/measure/rounds.hpp"\n',
                path: text,
                **dict(more),
            }
            for name, content in house.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content, encoding="utf-8")
            found = list(violations(root))
        self.assertEqual(1, len(found), found)
        return found[0]

    def test_a_storage_that_knows_the_harness(self):
        text = '// A store.\n#include "harness/workloads/movement.hpp"\n'
        self.assertIn("no door leads from strategies", self.complaint_about("strategies/store.hpp", text))

    def test_a_workload_that_knows_a_case(self):
        text = '// A workload.\n#include "harness/cases/trial.hpp"\n'
        self.assertIn("no door leads", self.complaint_about("harness/workloads/churn.hpp", text))

    def test_a_file_beside_main(self):
        self.assertIn("no room of the house", self.complaint_about("harness/options.hpp", "// Options.\n#include <string>\n"))

    def test_a_measurement_that_knows_a_strategy(self):
        text = '// Rounds.\n  #  include "strategies/entity.hpp"\n'
        self.assertIn("no door leads", self.complaint_about("harness/measure/sampling.hpp", text))

    def test_a_statistic_that_knows_anything(self):
        text = '// A statistic.\n#include "harness/measure/rounds.hpp"\n'
        self.assertIn("no door leads", self.complaint_about("harness/statistics/ratio.cpp", text))

    def test_an_include_that_is_not_written_from_the_root(self):
        text = '// Entities.\n#include "entity.hpp"\n'
        self.assertIn("is no file", self.complaint_about("strategies/entities.hpp", text))

    def test_a_library_outside_its_file(self):
        for library in ("CLI/CLI.hpp", "nlohmann/json.hpp", "tbb/parallel_for.h", "oneapi/tbb.h",
                        "benchmark/benchmark.h"):
            text = f"// A list.\n#include <{library}>\n"
            self.assertIn(library, self.complaint_about("harness/commands/run/run.cpp", text))

    def test_a_storage_that_uses_more_than_the_standard_library(self):
        for library in ("fmt/format.h", "unistd.h", "boost/container/flat_map.hpp"):
            text = f"// A store.\n#include <{library}>\n"
            self.assertIn(library, self.complaint_about("strategies/store.hpp", text))

    def test_a_file_without_a_head(self):
        self.assertIn("does not begin with a comment", self.complaint_about("strategies/store.hpp", "#pragma once\n"))

    def test_a_unit_that_begins_with_another_header(self):
        text = '#include "strategies/entity.hpp"\n'
        self.assertIn("does not begin with a comment", self.complaint_about("harness/cases/trial.cpp", text))

    def test_a_file_that_is_too_long(self):
        text = "// Long.\n" + "int x;\n" * MOST_LINES
        self.assertIn(str(MOST_LINES), self.complaint_about("strategies/store.hpp", text))

    def test_a_report_that_knows_a_trial(self):
        text = '// Summary.\n#include "harness/cases/trial.hpp"\n'
        self.assertIn("no door leads from harness/report", self.complaint_about("harness/report/summary.hpp", text))

    def test_a_name_for_two_things(self):
        table = "// A table.\nstruct Row;\nenum class Row { kFirst };\n"
        self.assertIn("gives the name Row to another thing than strategies/row.hpp",
                      self.complaint_about("harness/measure/turns.hpp", "// Turns.\nusing Row = int;\n",
                                           {"strategies/row.hpp": table}))

    def test_a_folder_that_is_no_room(self):
        self.assertIn("no room", self.complaint_about("harness/utilities/misc.hpp", "// Misc.\n"))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        ROOT = pathlib.Path(sys.argv.pop(1))
    unittest.main()
