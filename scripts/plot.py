#!/usr/bin/env python3
"""Charts of an ecsbench result file: `plot.py RESULT [-o DIR] [--chart NAME]`. See charts/__init__.py."""
import argparse
import difflib
import os
import re
import sys
import tempfile

from charts.result import Problem, load

CHARTS = ("cost", "frames", "scaling", "timeline")
FINE, FAILED, USAGE = 0, 1, 2


def shown(text):
    """For a person: a byte of a path that is no UTF-8 as \\xNN, as the program shows it."""
    return re.sub("[\udc80-\udcff]", lambda byte: f"\\x{ord(byte[0]) - 0xDC00:02x}", text)


def say(sentence):
    print(f"plot.py: {shown(str(sentence))}", file=sys.stderr)


def name_on_stdout(path):
    """For a program: the bytes of the path and a zero byte, which is the one that no path holds."""
    sys.stdout.buffer.write(os.fsencode(path) + b"\0")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        say(f"{message}. Usage: plot.py RESULT [-o DIR] [--chart NAME]")
        sys.exit(USAGE)


def chart_name(text):
    if text in CHARTS:
        return text
    near = difflib.get_close_matches(text, CHARTS, 1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    raise argparse.ArgumentTypeError(f"no chart is called '{text}'.{hint} There are: {', '.join(CHARTS)}")


def arguments(argv):
    parser = Parser(prog="plot.py", allow_abbrev=False, description="Draws the charts of an ecsbench result file.",
                    epilog="exit codes: 0 drawn; 1 not drawn, the sentence says why; 2 usage")
    parser.add_argument("result", metavar="RESULT", help="file written by ecsbench --json; - reads standard input")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for the charts (default: the folder of RESULT)")
    parser.add_argument("--chart", metavar="NAME", type=chart_name, action="append",
                        help=f"only this one; may be repeated: {', '.join(CHARTS)}")
    parser.add_argument("-q", "--quiet", action="store_true", help="do not name the files that were written")
    parser.add_argument("--list", action="store_true", help="name the files that were written on standard output, each with a zero byte behind it")
    return parser.parse_args(argv)


def drawing(name):
    """The draw function of a chart. The modules load matplotlib, so they are loaded when needed."""
    from charts import cost, frames, scaling, timeline
    return {"cost": cost.draw, "frames": frames.draw, "scaling": scaling.draw, "timeline": timeline.draw}[name]


def write(path, content):
    """Whole or not at all: a temporary file in the same folder, then renamed."""
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".plot-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(temporary, 0o666 & ~current_umask())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def current_umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def draw_all(result, names, folder, asked, tell):
    """Writes the charts and tells each file's path; returns how many files, and whether one that was asked for is missing.

    What cannot be drawn is said where it was asked for, or where nothing was drawn.
    """
    from charts.panels import Nothing
    written, reasons = [], []
    for name in names:
        try:
            sheets = drawing(name)(result)
        except Nothing as reason:
            reasons.append(f"no {name} chart: {reason}")
            continue
        for sheet in sheets:
            for ending, content in (("svg", sheet.svg()), ("png", sheet.png())):
                path = os.path.join(folder, f"{sheet.name}.{ending}")
                write(path, content)
                written.append(os.path.basename(path))
                tell(path)
    for reason in reasons:
        if asked or not written:
            say(reason)
    if older := charts_in(folder, names).difference(written):
        say(f"{', '.join(sorted(older))} in {folder} show an earlier result: this one has nothing to draw there")
    return len(written), bool(asked and reasons)


def charts_in(folder, names):
    """Files that have the name of a page of one of these charts: cost.svg, frames-2.png."""
    page = re.compile(rf"({'|'.join(names)})(-\w+)*\.(svg|png)")
    return set(filter(page.fullmatch, os.listdir(folder)))


def teller(options):
    """What is done with the path of a file that was written."""
    if options.list:
        return name_on_stdout
    return (lambda path: None) if options.quiet else (lambda path: print(f"wrote {shown(path)}", file=sys.stderr))


def main(argv):
    options = arguments(argv)
    try:
        result = load(options.result)
    except Problem as problem:
        say(problem)
        return FAILED
    try:
        from charts import style
    except ImportError as error:
        say(f"matplotlib is missing ({error}); get it with: apt-get install python3-matplotlib")
        return FAILED
    style.prepare()
    folder = options.output or os.path.dirname(os.path.abspath(options.result if options.result != "-" else "./-"))
    try:
        os.makedirs(folder, exist_ok=True)
        written, wanting = draw_all(result, options.chart or CHARTS, folder, options.chart, teller(options))
    except OSError as error:
        say(f"{folder} cannot be written: {error.strerror or error}")
        return FAILED
    return FINE if written and not wanting else FAILED


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
