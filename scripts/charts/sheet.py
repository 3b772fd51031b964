"""A page in CSS pixels, measured from the top left corner.

    title          what was found
    subtitle       the conditions
    [ banner ]     a partial run, a debug build: said loudly
    body           the panels of a chart: axes() and text() count from here
    evidence       what a reader must know before believing it
"""
import io
import re
from xml.sax.saxutils import escape

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle

from . import style
from .evidence import evidence
from .placing import DPI, broken

WIDTH, MARGIN = 900, 18
INNER = WIDTH - 2 * MARGIN
PNG_SCALE = 2
TITLE_LINE, SUBTITLE_LINE, BANNER_LINE, EVIDENCE_LINE = 22, 16, 24, 14


class Sheet:
    def __init__(self, name, title, subtitle, body_height, result, cases):
        """`name` is the file's name without its ending; `cases` are those that the page shows."""
        self.name = name
        self.title = " ".join(alarms_of(result) + [title])
        self.alternative = [subtitle]
        head = broken(title.split(" "), INNER, style.TITLE, "bold")
        conditions = broken(subtitle.split(" "), INNER, style.BODY)
        alarms = alarms_of(result)
        foot = [line for paragraph in evidence(result, cases)
                for line in broken(paragraph, INNER, style.TINY, glue=" · ")]
        self.top = (MARGIN + len(head) * TITLE_LINE + len(conditions) * SUBTITLE_LINE + len(alarms) * (BANNER_LINE + 6)
                    + 12)
        foot_top = self.top + body_height + 14
        self.height = foot_top + len(foot) * EVIDENCE_LINE + MARGIN
        self.figure = Figure(figsize=(WIDTH / DPI, self.height / DPI), dpi=DPI)
        FigureCanvasAgg(self.figure)
        self._draw_head(head, conditions, alarms)
        self._draw_foot(foot, foot_top)

    def axes(self, left, top, width, height, **options):
        top += self.top
        return self.figure.add_axes((left / WIDTH, 1 - (top + height) / self.height, width / WIDTH,
                                     height / self.height), **options)

    def text(self, x, y, text, **options):
        """A text whose vertical middle is at y."""
        self._text(x, self.top + y, text, **options)

    def describe(self, line):
        """Adds a sentence to the alternative text."""
        self.alternative.append(line)

    def svg(self):
        drawn = io.BytesIO()
        self.figure.savefig(drawn, format="svg", metadata={"Date": None, "Creator": None})
        return with_alternative(drawn.getvalue().decode("utf-8"), self.name, self.title, self.alternative).encode()

    def png(self):
        drawn = io.BytesIO()
        self.figure.savefig(drawn, format="png", dpi=DPI * PNG_SCALE,
                            metadata={"Software": None, "Title": self.title,
                                      "Description": " ".join(self.alternative)})
        return drawn.getvalue()

    def _text(self, x, y, text, va="center", **options):
        self.figure.text(x / WIDTH, 1 - y / self.height, text, va="center_baseline" if va == "center" else va, **options)

    def _draw_head(self, head, conditions, alarms):
        y = MARGIN
        for line in head:
            self._text(MARGIN, y + TITLE_LINE / 2, line, size=style.TITLE, weight="bold")
            y += TITLE_LINE
        for line in conditions:
            self._text(MARGIN, y + SUBTITLE_LINE / 2 + 2, line, size=style.BODY, color=style.MUTED)
            y += SUBTITLE_LINE
        for alarm in alarms:
            y += 6
            self._draw_banner(y, alarm)
            y += BANNER_LINE

    def _draw_banner(self, y, alarm):
        self.figure.add_artist(Rectangle((MARGIN / WIDTH, 1 - (y + BANNER_LINE) / self.height), INNER / WIDTH,
                                         BANNER_LINE / self.height, facecolor=style.ALARM, edgecolor="none",
                                         transform=self.figure.transFigure))
        self._text(MARGIN + 10, y + BANNER_LINE / 2, broken(alarm.split(" "), INNER - 20, style.BODY, "bold")[0],
                   size=style.BODY, weight="bold", color=style.PAPER)

    def _draw_foot(self, foot, y):
        self.figure.add_artist(Line2D((MARGIN / WIDTH, 1 - MARGIN / WIDTH), (1 - (y - 5) / self.height,) * 2,
                                      color=style.GRID, linewidth=0.8))
        for line in foot:
            self._text(MARGIN, y + EVIDENCE_LINE / 2, line, size=style.TINY, color=style.MUTED)
            y += EVIDENCE_LINE
        self.describe(" · ".join(foot) + ".")


def alarms_of(result):
    """What must not be overlooked, a line each."""
    alarms = []
    if result.debug:
        alarms.append(f"NOT A MEASUREMENT: {result.debug}. Build with -DCMAKE_BUILD_TYPE=Release.")
    if result.partial:
        reason = result.exit_reason if result.exit_reason not in ("", "complete") else "the run did not end"
        alarms.append(f"PARTIAL RESULT: {reason}; what is missing was not measured.")
    return alarms


def with_alternative(svg, name, title, alternative):
    """The drawing with a title and a description for those who cannot see it."""
    head = (f'\n <title id="{name}-title">{escape(title)}</title>'
            f'\n <desc id="{name}-desc">{escape(" ".join(alternative))}</desc>')
    mark = f'<svg role="img" aria-labelledby="{name}-title {name}-desc" '
    return re.sub(r"<svg ([^>]*>)", lambda found: mark + found.group(1) + head, svg, count=1)
