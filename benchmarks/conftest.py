"""After a timed run, prints each group's ratios to its baseline.

A benchmark whose name contains `baseline` is what the others of its group are compared with. Work
done per call is in extra_info["units"], so groups may compare calls of different sizes. What else
was measured stands there as floats.
"""

from collections import defaultdict
from typing import Any

import pytest


def rate(bench: Any) -> float:
    return float(bench.extra_info["units"]) / float(bench.stats.min)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    session = getattr(config, "_benchmarksession", None)
    groups: dict[str, list[Any]] = defaultdict(list)
    for bench in getattr(session, "benchmarks", []):
        if bench.stats and "units" in bench.extra_info:
            groups[bench.group].append(bench)
    lines = []
    for group, benches in groups.items():
        baselines = [bench for bench in benches if "baseline" in bench.name]
        for bench in benches:
            text = f"{group}: {bench.name} {rate(bench):,.0f} {bench.extra_info['unit']}/s"
            for baseline in baselines:
                if bench is not baseline:
                    text += f", {rate(bench) / rate(baseline):,.2f} x {baseline.name}"
            for name, value in bench.extra_info.items():
                if isinstance(value, float):
                    text += f", {name} {value:.3g}"
            lines.append(text)
    if lines:
        terminalreporter.section("ratios within this run")
        for line in lines:
            terminalreporter.write_line(line)
