"""What the tests of the charts share: the scripts on the path, results read, texts of an SVG.

Every result drawn in these tests is synthetic: see make_result.py.
"""
import json
import sys
import xml.etree.ElementTree as xml
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE.parent.parent / "scripts"
sys.path.insert(0, str(SCRIPTS))

from charts import style  # noqa: E402
from charts.result import parse  # noqa: E402

style.prepare()
SVG = "{http://www.w3.org/2000/svg}"
SMALL = {"workloads": ("move/same-order", "move/scrambled"), "rounds": 3, "budget_ns": 2e6}


def read(document):
    return parse(json.dumps(document).encode(), "synthetic.json")


def texts(svg):
    """What a reader of the SVG can see."""
    return ["".join(node.itertext()) for node in xml.fromstring(svg).iter(f"{SVG}text")]


def seen(sheets):
    return "\n".join(text for sheet in sheets for text in texts(sheet.svg()))
