"""The evidence line: what a reader must know before believing a chart. Every chart carries it at its foot."""
from .panels import is_baseline
from .words import MISSING, count, figure, shorten, size, span

WARNINGS_SHOWN = 3


def evidence(result, cases):
    """Paragraphs, each a list of parts that are kept whole when lines are broken."""
    paragraphs = [[entity_counts(cases), payload_against_cache(result, cases), processor(result), compiler(result),
                   rounds(cases), noise_floor(result), tool(result)]]
    given = [given_strategy(each) for each in result.strategies if each.origin == "given"]
    if given:
        paragraphs.append(["Given strategies: " + given[0]] + given[1:])
    return paragraphs + warnings(result, cases)


def ends(values):
    known = [value for value in values if value]
    return (min(known), max(known)) if known else None


def entity_counts(cases):
    found = ends(case.entities for case in cases)
    return f"{span(*found, count)} entities" if found else "number of entities n/a"


def payload_against_cache(result, cases):
    """Component values held by the storages against the last cache; boxes carry more and would blur the figure."""
    stores = [case for case in cases if not is_baseline(case.strategy)] or cases
    found = ends(case.payload_bytes for case in stores)
    payload = f"payload {span(*found, size) if found else MISSING}"
    data = [cache for cache in result.caches if cache.kind != "Instruction" and cache.size_bytes]
    if not data:
        return f"{payload} (caches n/a)"
    last = max(data, key=lambda cache: cache.level)
    return f"{payload} against L{last.level} of {size(last.size_bytes)}"


def processor(result):
    kind = {"": "virtual or not: n/a", "none": "bare metal"}.get(result.hypervisor, f"virtual ({result.hypervisor})")
    return f"{shorten(result.cpu, 60) or 'processor n/a'}, {kind}"


def compiler(result):
    flags = f" {shorten(result.flags, 120)}" if result.flags else ", flags n/a"
    return (result.compiler or "compiler n/a") + flags + (f" ({result.debug})" if result.debug else "")


def rounds(cases):
    found = ends(case.rounds for case in cases)
    if not found:
        return "rounds n/a"
    text = "1 round" if found == (1, 1) else f"{span(*found, count)} rounds"
    launches = max((case.launches for case in cases), default=1)
    return f"{text} in each of {launches} launches" if launches > 1 else text


def noise_floor(result):
    control = result.control
    if not control.has_interval:
        return "noise floor n/a"
    widest = max(abs(control.low - 1), abs(control.high - 1))
    return f"noise floor {figure(100 * widest, 2)} % (A against A {control.low:.3f} to {control.high:.3f})"


def tool(result):
    revision = f" ({result.revision[:10]})" if result.revision else ""
    return f"ecsbench {result.version or 'version n/a'}{revision}"


def given_strategy(strategy):
    asserts = ", assertions on" if strategy.assertions else ""
    version = f"version {shorten(strategy.version, 24)}" if strategy.version else "version n/a"
    return f"{shorten(strategy.name, 24)} ({version}, {strategy.usage or 'usage n/a'}{asserts})"


def warnings(result, cases):
    """The texts of the warnings that shown cases carry."""
    ids = list(dict.fromkeys(each for case in cases for each in case.warnings))
    lines = [[f"{each}: {shorten(result.warnings.get(each) or f'see `ecsbench explain {each}`', 200)}"]
             for each in ids[:WARNINGS_SHOWN]]
    if len(ids) > WARNINGS_SHOWN:
        lines.append([f"and {len(ids) - WARNINGS_SHOWN} more warnings in the result file"])
    return lines
