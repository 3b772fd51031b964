"""Numbers and names as a reader sees them. A missing number is "n/a", never 0."""
import math
import unicodedata

MISSING = "n/a"


def clean(text):
    """One line that any font and XML can carry: control characters, line ends, lone surrogates become visible marks."""
    return "".join("\ufffd" if unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") else c for c in text)


def shorten(text, most):
    """At most `most` characters; the middle gives way, since names differ at their ends."""
    if len(text) <= most:
        return text
    head = (most - 1) // 2
    return text[:head] + "…" + text[len(text) - (most - 1 - head):]


def figure(value, digits=3):
    """`digits` significant digits, thousands separated: 0.132, 10.4, 1,560."""
    if value is None:
        return MISSING
    if value == 0:
        return "0"
    size = math.floor(math.log10(abs(float(f"{value:.{digits - 1}e}"))))
    if not -4 <= size < 9:
        return f"{value:.{digits - 1}e}"
    return f"{value:,.{max(0, digits - 1 - size)}f}"


def times(ratio):
    """A ratio: 1.05×, 13.6×."""
    return MISSING if ratio is None else f"{figure(ratio)}×"


def count(number):
    return MISSING if number is None else f"{number:,}"


def short_count(number):
    """For ticks: 64, 1k, 250k, 4M."""
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= unit:
            return f"{number / unit:.3g}{letter}"
    return f"{number:g}"


def entities(number):
    if number is None:
        return "an unknown number of entities"
    if number == 1_000_000:
        return "a million entities"
    return "1 entity" if number == 1 else f"{number:,} entities"


def duration(ns, digits=3):
    """ns in the unit a reader thinks in: frames of 0.1 ms and more are in ms."""
    if ns is None:
        return MISSING
    for unit, name in ((1e9, "s"), (1e5, "ms"), (1e3, "µs")):
        if ns >= unit:
            return f"{figure(ns / (1e6 if name == 'ms' else unit), digits)} {name}"
    return f"{figure(ns, digits)} ns"


def size(count_of_bytes):
    """Bytes in binary units, as caches are named: 48 KiB, 1 MiB, 15.3 MiB."""
    if count_of_bytes is None:
        return MISSING
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if count_of_bytes >= unit:
            scaled = count_of_bytes / unit
            return f"{scaled:.0f} {name}" if scaled == int(scaled) else f"{figure(scaled)} {name}"
    return f"{count_of_bytes:g} B"


def span(low, high, write):
    """One value, or a range where the ends are written differently."""
    first, last = write(low), write(high)
    return first if first == last else f"{first} to {last}"


def listing(words):
    words = list(words)
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
