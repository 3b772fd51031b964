#!/usr/bin/env python3
"""Claims about the time line: which frames are spikes, what is known of them, and how that is drawn."""
import unittest

import make_result
from charts_support import read, texts
from charts import spikes, style, timeline
from charts.panels import Nothing


def one_case(rounds=None, **of_frames):
    """One case of 12 rounds of 40 frames of 1 ms but for what is given."""
    document = make_result.one_case()
    rounds = rounds or [[1e6] * 40 for _ in range(12)]
    document["cases"][0]["frame_ns"].update(median=1e6, mad=1e4, rounds=rounds, settling=[], **of_frames)
    return document


def with_spikes(*places, **of_frames):
    """Frames of 5 ms at these (round, frame)."""
    rounds = [[1e6] * 40 for _ in range(12)]
    for at_round, frame in places:
        rounds[at_round][frame] = 5e6
    return one_case(rounds, **of_frames)


def event(at_round, frame, what="growth"):
    return {"round": at_round, "frame": frame, "what": what}


def found_in(document):
    return spikes.spikes(read(document).cases[0])


def strip_of(document):
    """The axes of the one strip; those of the key come first."""
    return timeline.draw(read(document))[0].figure.axes[len(timeline.KEYS)]


def dots(axes, filled):
    """Places of the spikes that are drawn filled, or hollow."""
    return [x for line in axes.lines if line.get_marker() == "o"
            and (line.get_markerfacecolor() != style.PAPER) == filled for x in line.get_xdata()]


class Spikes(unittest.TestCase):
    def test_ten_deviations_and_a_tenth_of_the_median_make_one(self):
        for mad, ns, is_spike in ((1e4, 1.11e6, True), (1e4, 1.09e6, False), (1e3, 1.05e6, False), (1e5, 1.9e6, False),
                                  (1e5, 2.1e6, True)):
            document = with_spikes((3, 7))
            document["cases"][0]["frame_ns"].update(mad=mad)
            document["cases"][0]["frame_ns"]["rounds"][3][7] = ns
            self.assertEqual(len(found_in(document)), is_spike, (mad, ns))

    def test_without_median_or_deviation_there_are_none(self):
        for key in ("median", "mad"):
            document = with_spikes((3, 7))
            document["cases"][0]["frame_ns"][key] = None
            self.assertEqual(found_in(document), [])

    def test_a_cause_is_an_event_of_that_very_frame_or_a_disturbed_round(self):
        found = found_in(with_spikes((1, 5), (1, 6), (4, 0), (6, 2), events=[event(1, 5), event(4, 1), event(6, 2),
                                                                            event(6, 2, "new table")],
                                     disturbed_rounds=[9, 1]))
        self.assertEqual([(spike.round, spike.frame, spike.cause) for spike in found],
                         [(1, 5, "growth"), (1, 6, "disturbed round"), (4, 0, ""), (6, 2, "growth + new table")])

    def test_an_event_of_a_settling_frame_explains_no_steady_one(self):
        found = found_in(with_spikes((1, 5), events=[{**event(1, 5), "settling": True}]))
        self.assertEqual([spike.cause for spike in found], [""])

    def test_a_null_keeps_the_places_of_the_frames_behind_it(self):
        document = with_spikes((2, 8), events=[event(2, 8)])
        document["cases"][0]["frame_ns"]["rounds"][2][3] = None
        self.assertEqual([spike.cause for spike in found_in(document)], ["growth"])


    def test_what_happens_in_most_frames_explains_no_spike_and_is_not_drawn(self):
        always = [event(round, frame) for round in range(12) for frame in range(40)]
        document = with_spikes((1, 5), (2, 8), events=always + [event(2, 8, "new table")])
        self.assertEqual([spike.cause for spike in found_in(document)], ["", "new table"])
        said = " ".join(texts(timeline.draw(read(document))[0].svg()))
        self.assertIn("Growth comes in more than one of ten frames of archetype: not drawn.", said)


class TimeLine(unittest.TestCase):
    def test_a_scale_of_less_than_a_decade_has_its_own_labels_alone(self):
        axes = strip_of(with_spikes((1, 20)))  # to 5 times the median
        axes.figure.canvas.draw()
        self.assertEqual([text.get_text() for text in axes.get_yticklabels(minor=True) if text.get_text()], [])
        self.assertEqual(axes.get_yscale(), "log")

    def test_a_spike_with_a_known_cause_is_filled_and_one_without_is_hollow(self):
        axes = strip_of(with_spikes((1, 20), (5, 0), (8, 39), events=[event(1, 20)], disturbed_rounds=[5]))
        self.assertEqual(dots(axes, True), [1 + 20.5 / 40, 5 + 0.5 / 40])
        self.assertEqual(dots(axes, False), [8 + 39.5 / 40])

    def test_the_subtitle_counts_what_is_known_and_what_is_not(self):
        shown = " ".join(texts(timeline.draw(read(with_spikes((1, 20), (2, 3), (5, 0), (8, 39), (8, 1), disturbed_rounds=[5],
                                                              events=[event(1, 20), event(2, 3)])))[0].svg()))
        self.assertIn("A spike is longer than the median by more than 10 MAD and by 10 %: 5 of 480 frames here. "
                      "3 have a known cause (growth 2 and disturbed round 1), 2 have none.", shown)
        self.assertIn("5 of 480 frames of archetype are spikes, 3 with a known cause (move/same-order)", shown)
        self.assertIn("5 spikes in 480", shown)
        self.assertIn("3 with a cause", shown)

    def test_a_file_that_says_nothing_of_causes_is_not_said_to_have_none(self):
        shown = " ".join(texts(timeline.draw(read(with_spikes((1, 20))))[0].svg()))
        self.assertIn("1 of 480 frames of archetype is a spike (move/same-order)", shown)
        self.assertIn("Their causes are n/a: the file names none.", shown)
        self.assertNotIn("with a cause", shown)

    def test_what_a_storage_did_is_a_mark_with_its_word_whether_it_was_felt_or_not(self):
        document = one_case(events=[event(1, 0), event(7, 10, "list rebuild")])
        axes = strip_of(document)
        marks = [line.get_xdata()[0] for line in axes.lines if line.get_color() == style.INK]
        self.assertEqual(marks, [1 + 0.5 / 40, 7 + 10.5 / 40])
        shown = texts(timeline.draw(read(document))[0].svg())
        self.assertIn("growth", shown)
        self.assertIn("list rebuild", shown)

    def test_an_event_of_a_settling_frame_stands_before_the_steady_ones(self):
        document = one_case(events=[{**event(3, 1), "settling": True}])
        document["cases"][0]["frame_ns"]["settling"] = [[1e6, 1e6]] * 12
        marks = [line.get_xdata()[0] for line in strip_of(document).lines if line.get_color() == style.INK]
        self.assertEqual(marks, [3 + 1.5 / 42])

    def test_words_that_would_touch_are_told_together(self):
        shown = texts(timeline.draw(read(one_case(events=[event(1, 0), event(1, 3), event(1, 9, "new table"), event(11, 39)])))[0]
                      .svg())
        self.assertIn("growth ×2 and new table", shown)
        self.assertIn("growth", shown)

    def test_an_event_beyond_the_frames_that_were_kept_is_left_out(self):
        axes = strip_of(one_case(events=[event(12, 0), event(10**15, 0), {**event(12, 1), "settling": True}]))
        self.assertFalse([line for line in axes.lines if line.get_color() == style.INK])

    def test_settling_frames_come_before_the_steady_ones_of_their_round(self):
        document = one_case()
        document["cases"][0]["frame_ns"]["settling"] = [[3e6, 2e6]] * 12
        axes = strip_of(document)
        settled = next(line for line in axes.lines if line.get_marker() == ".")
        self.assertEqual(list(settled.get_ydata()), [3.0] * 12, "the slowest of each place along the strip")
        self.assertTrue(all(x % 1 < 2 / 42 for x in settled.get_xdata()))

    def test_disturbed_rounds_are_grey(self):
        axes = strip_of(one_case(disturbed_rounds=[2, 99]))
        self.assertEqual([patch.get_xy()[:, 0].min() for patch in axes.patches], [2])

    def test_the_band_holds_all_frames_but_spikes(self):
        rounds = [[1e6 + 1e3 * frame for frame in range(40)] for _ in range(12)]
        rounds[4][4] = 5e6
        band = strip_of(one_case(rounds)).collections[0].get_paths()[0].get_extents()
        self.assertAlmostEqual(band.y1, 1.039)
        self.assertAlmostEqual(band.y0, 1)

    def test_rounds_stand_below_each_other_whatever_their_number_of_frames(self):
        document = make_result.synthetic(workloads=("move/same-order",), rounds=5)
        strips = [axes for axes in timeline.draw(read(document))[0].figure.axes[len(timeline.KEYS)::2]]
        self.assertEqual({axes.get_xlim() for axes in strips}, {(0, 5)})

    def test_thousands_of_frames_are_a_small_file(self):
        svg = timeline.draw(read(one_case([[1e6 + frame for frame in range(5_000)] for _ in range(20)])))[0].svg()
        self.assertLess(len(svg), 60_000)

    def test_frames_timed_in_groups_are_left_out_by_name(self):
        document = make_result.spiky()
        for case in document["cases"]:
            if case["strategy"] in ("limit", "archetype"):
                case["frame_ns"]["group_size"] = 8
        said = " ".join(texts(timeline.draw(read(document))[0].svg()))
        self.assertIn("move/same-order leaves out who was timed in groups: limit and archetype.", said)
        self.assertIn("frames of bitset", said)
        for case in document["cases"]:
            case["frame_ns"]["group_size"] = 8
        with self.assertRaisesRegex(Nothing, "timed in groups"):
            timeline.draw(read(document))

    def test_without_single_frames_there_is_no_time_line(self):
        document = one_case()
        document["cases"][0]["frame_ns"]["rounds"] = []
        with self.assertRaisesRegex(Nothing, "--samples all"):
            timeline.draw(read(document))


if __name__ == "__main__":
    unittest.main()
