"""What is measured: fixed positions, checked totals, rows of one form."""

import pytest
import sternhalma as sh
from sternhalma import bench as run
from sternhalma.bench import KNOWN_PERFT, WORKS, bench_search, midgames, self_check


@pytest.mark.parametrize("work", WORKS)
def test_a_row_has_its_entries_in_order(work: str) -> None:
    row = run(work, seconds=0.001)
    assert list(row) == ["variant", "work", "n", "seconds", "per_s", "check"]
    assert row["work"] == work
    assert row["check"] == run(work, seconds=0.001, threads=2)["check"]


def test_the_search_has_a_signature() -> None:
    rows = [bench_search(), bench_search()]
    assert list(rows[0]) == list(run("count", seconds=0.001))
    assert rows[0]["check"] == rows[1]["check"] == rows[0]["n"] > 100_000


def test_playouts_are_played_without_a_deadline() -> None:
    assert run("playout", seconds=0.001)["variant"] == "classic-2:deadline=none"
    assert run("playout", "open-3", seconds=0.001)["variant"] == "open-3"


def test_midgames_are_the_same_each_time_and_go_on() -> None:
    variant = sh.Variant("classic-6")
    positions = midgames(variant)
    assert [p.text for p in positions] == [p.text for p in midgames(variant)]
    assert len({p.text for p in positions}) == len(positions) == 200
    assert all(p.outcome() is None for p in positions)
    assert len(midgames(sh.Variant("classic-2"))) == 1000


def test_the_build_checks_itself() -> None:
    assert self_check() == sum(len(counts) for counts in KNOWN_PERFT.values())


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"work": "nothing"}, "work"),
        ({"work": "count", "seconds": 0}, "bad-value"),
        ({"work": "count", "seconds": float("nan")}, "bad-value"),
        ({"work": "count", "threads": 0}, "bad-value"),
    ],
)
def test_what_can_not_be_measured_is_refused(arguments: dict[str, object], code: str) -> None:
    with pytest.raises(sh.BenchError) as caught:
        run(**arguments)  # type: ignore[arg-type]
    assert caught.value.code == code
