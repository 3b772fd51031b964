#!/usr/bin/env python3
"""The synthetic results that charts are tested with are what the program would write. `made_result_test.py SCHEMA`."""
import json
import sys
import unittest

import jsonschema
from make_result import KINDS


class MadeResults(unittest.TestCase):
    def test_each_is_of_the_schema_but_the_one_that_is_null_everywhere(self):
        with open(SCHEMA, encoding="utf-8") as file:
            validator = jsonschema.Draft202012Validator(json.load(file))
        for kind, make in KINDS.items():
            faults = [fault.message for fault in validator.iter_errors(make())]
            self.assertEqual(bool(faults), kind == "nulls", f"{kind}: {faults[:3]}")


if __name__ == "__main__":
    SCHEMA = sys.argv.pop(1)
    unittest.main()
