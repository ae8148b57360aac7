"""The table as a state machine: plies, questions, taking back, saving, and data."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
import sternhalma as sh
from sternhalma import saving
from sternhalma.events import EVENTS, Moved, Undone, from_data
from sternhalma.record import Record
from sternhalma.record_text import record_to_text
from table_texts import codes, table

W, R, B, K, Y, G = sh.Seat


def test_the_example_in_the_module_s_head_runs(capsys: pytest.CaptureFixture[str]) -> None:
    from sternhalma import table as module

    doc = module.__doc__ or ""
    lines = doc.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("    import"))
    code = "\n".join(
        line.removeprefix("    ") for line in lines[start:] if line.startswith("    ") or not line
    )
    exec(compile(code.split("\n`run")[0], "example", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].split()[0] in (
        "arrived",
        "eliminated",
        "limit",
        "repetition",
    )


def test_a_repeated_call_does_no_harm() -> None:
    t, _ = table(sh.Position("classic-2"))
    assert t.play("m4-m5", ply=0) == [Moved(W, 1, ("m4", "m5"))]
    with pytest.raises(sh.TableError) as caught:
        t.play("m4-m5", ply=0)
    assert (caught.value.code, caught.value.expected, caught.value.given) == ("ply", 1, 0)
    assert t.ply == 1
    with pytest.raises(sh.TableError):
        t.undo(ply=0)
    assert t.undo(ply=1) == [Undone(W, 0, 1)]
    t.play("m4-m5")
    t.resign("w")
    with pytest.raises(sh.TableError):
        t.play("m4-m5", ply=0)
    with pytest.raises(sh.GameOverError):
        t.play("m4-m5", ply=1)


@pytest.mark.parametrize("move", ["m4-m9", "e14-e13", "zz", "", "m1"])
def test_a_refused_move_changes_nothing(move: str) -> None:
    t, _ = table(sh.Position("classic-2"), clock="5+3")
    before = t.to_data()
    with pytest.raises((sh.IllegalMoveError, sh.NotationError)):
        t.play(move)
    assert t.to_data() == before


def test_who_speaks_can_be_checked() -> None:
    t, _ = table(sh.Position("classic-2"))
    with pytest.raises(sh.TableError, match="it is white's turn, not black's"):
        t.play("m4-m5", seat="k")
    assert codes(t.play("m4-m5", seat="w")) == ["moved"]


def test_undo_goes_back_to_somebody_outside() -> None:
    t = sh.Table("classic-3", {"b": sh.Greedy(1), "y": sh.Greedy(2)})
    with pytest.raises(sh.TableError, match="no move"):
        t.undo()
    t.play("m4-m5")
    t.run()
    assert (t.turn, t.ply) == (W, 3)
    assert t.undo() == [Undone(W, 0, 3)]
    start = sh.Position("classic-3")
    assert t.position == start
    assert t.position.history == ()
    # While a computer is to move only the human's own move goes back.
    t.play("m4-m5")
    assert t.undo() == [Undone(W, 0, 1)]


def test_nothing_is_taken_back_before_the_first_human_turn() -> None:
    t = sh.Table("star121-2", {"k": sh.Greedy(1)})
    t.run()
    assert (t.turn, t.ply) == (W, 1)
    with pytest.raises(sh.TableError, match="no move"):
        t.undo()


def test_computers_alone_take_back_one_move() -> None:
    t = sh.Table("classic-2", {"w": sh.Greedy(1), "k": sh.Greedy(2)})
    t.step()
    t.step()
    assert t.undo() == [Undone(K, 1, 1)]


def test_undo_is_refused() -> None:
    for options, code in (({"rated": True}, "rated"), ({"takebacks": False}, "takebacks")):
        t, _ = table(sh.Position("classic-2"), **options)
        t.play("m4-m5")
        with pytest.raises(sh.TableError) as caught:
            t.undo()
        assert caught.value.code == code
    t, _ = table(sh.Position("classic-2"))
    t.play("m4-m5")
    t.resign("w")
    with pytest.raises(sh.GameOverError):
        t.undo()


def test_undo_takes_an_arrival_back() -> None:
    whole = sh.Table("classic-4", {seat: sh.Greedy(3) for seat in "wrky"}, seed=1)
    whole.run()
    t = sh.Table("classic-4")
    texts = []
    for move in whole.moves[:-1]:
        texts.append(t.position.text)
        t.play(str(move), confirm=True)
    assert any(t.position.places)
    for text in reversed(texts):
        t.undo()
        assert t.position.text == text


def test_listeners_hear_every_change() -> None:
    t, _ = table(sh.Position("classic-2"), clock="5+3")
    heard: list[Any] = []
    stop = t.subscribe(heard.append)
    told = [t.play("m4-m5"), t.pause(), t.resume(), t.undo(), t.play("m4-m5"), t.resign("w")]
    assert heard == told
    stop()
    assert t._listeners == []


def test_a_listener_that_raises_takes_nothing_away(caplog: pytest.LogCaptureFixture) -> None:
    def deaf(events: list[Any]) -> None:
        raise ZeroDivisionError("no ears")

    t, _ = table(sh.Position("classic-2"))
    heard: list[Any] = []
    t.subscribe(deaf)
    t.subscribe(heard.append)
    told = t.play("m4-m5")
    assert codes(told) == ["moved"]
    assert heard == [told]
    assert "no ears" in caplog.text


@pytest.mark.parametrize("variant", ["classic-2", "open-2", "capture-2"])
@pytest.mark.parametrize("move", [None, 5, 1.5, b"m4-m5", ["m4", "m5"]])
def test_what_is_no_move_at_all(variant: str, move: Any) -> None:
    t, _ = table(sh.Position(variant), clock="5+3")
    before = t.to_data()
    with pytest.raises(TypeError) as caught:
        t.play(move)
    assert str(caught.value) == (
        f"a move is a Move or its text such as 'm1-m3', not {type(move).__name__}"
    )
    assert t.to_data() == before


def test_a_position_brings_its_own_turn_order() -> None:
    start = sh.Position("star121-2")
    start.push(next(iter(start.legal_moves)))
    t = sh.Table("star121-2", {"k": sh.Greedy()}, start=start)  # computers begin by default
    assert (t.seats, t.turn, t.ply) == (tuple(start.seats), start.turn, 1)
    with pytest.raises(sh.TableError, match="start"):
        sh.Table("star121-2:seats=rg", start=start)


def test_a_table_goes_on_from_a_position() -> None:
    start = sh.Position("classic-2")
    for move in ("m4-m5", "e14-e13", "m5-m4"):
        start.push(move)
    t, _ = table(start, clock="5+3")
    assert t.ply == 3
    t.play("e13-e14")
    assert t.position.repetitions() == 2
    again = sh.Table.from_data(t.to_data())
    assert again.position.repetitions() == 2
    assert again.position.history == t.position.history
    assert t.undo()[0] == Undone(K, 3, 1)
    by_text = sh.Table("classic-2", start=start.text)
    assert (by_text.ply, by_text.turn) == (0, K)
    with pytest.raises(sh.TableError, match="start"):
        sh.Table("open-2", start=start)


VARIANTS = ["classic-2", "classic-6", "pairs-2x2", "star181-3:seats=byw", "capture-3"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_saving_at_any_point_changes_nothing(variant: str, tmp_path: Path) -> None:
    """A game that is saved and loaded at every move, beside the same game played through."""
    seats = {letter: sh.Greedy() for letter in sh.Variant(variant).seats}
    now = sh.ManualTime()
    options: dict[str, Any] = {"clock": "5+3", "seed": 5, "now": now, "max_plies": 120, "id": "x"}
    whole = sh.Table(variant, seats, first=sh.Variant(variant).seats[0], date="", **options)
    t = sh.Table.from_data(whole.to_data(), seats, now=now)
    path = tmp_path / "game.json"
    while not whole.over:
        now.advance(777)
        expected = whole.step()
        t.save(path)
        t = sh.Table.load(path, seats, now=now)
        assert t.step() == expected
        assert t.to_data() == whole.to_data() == json.loads(json.dumps(whole.to_data()))
        assert t.position == whole.position
        assert t.position.repetitions() == whole.position.repetitions()
        if len(whole.moves) % 10 == 7 and not whole.over:
            assert t.undo() == whole.undo()
            assert t.step() == whole.step()
    again = sh.Table.load(path, seats, now=now)
    assert not again.over
    t.save(path)
    loaded = sh.Table.load(path, now=now)
    assert loaded.outcome == whole.outcome
    assert loaded.to_data()["players"] == dict.fromkeys(loaded.to_data()["players"], "human")
    assert {name.name for name in tmp_path.iterdir()} == {"game.json"}


@pytest.mark.parametrize("how", ["resigned", "time"])
def test_a_broken_off_game_is_loaded_as_such(how: str) -> None:
    t, now = table(sh.Position("classic-3"), clock="1+0")
    t.play("m4-m5")
    now.advance(60_000)
    _ = t.tick() if how == "time" else t.resign("w")
    again = sh.Table.from_data(t.to_data())
    assert again.outcome == t.outcome
    assert again.to_data() == t.to_data()
    assert again.record() == t.record()


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    t, _ = table(sh.Position("classic-2"))
    t.save(path)
    before = path.read_bytes()
    t.play("m4-m5")

    def fail(handle: int) -> None:
        raise OSError("no space")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="no space"):
        t.save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.json"]


def damaged() -> list[Any]:
    t, _ = table(sh.Position("classic-2"), clock="5+3")
    t.play("m4-m5")
    good = t.to_data()
    cases: list[Any] = [None, [], "x", {}, good | {"version": 2}, good | {"format": "x"}]
    cases += [{key: value for key, value in good.items() if key != gone} for gone in good]
    wrong: tuple[Any, ...] = (None, 5, "x", [], {}, [5], {"w": 5}, [["w"]], -1, True)
    cases += [
        good | {key: value}
        for key in good
        for value in wrong
        if not (key in ("id", "date") and isinstance(value, str))
        and not (key == "quit" and value is None)
        and not (key == "seed" and isinstance(value, int))
        and not (key in ("rated", "takebacks", "paused") and value is True)
        and not (key in ("names", "players") and value == {})
        and not (key == "version" and value is True)
    ]
    cases += [
        good | {"moves": ["m4-m5", "m4-m5"]},
        good | {"variant": "classic-9"},
        good | {"start": "k/kk"},
        good | {"quit": ["g", "time"]},
        good | {"names": {"g": "Ann"}},
        good | {"times": good["times"] * 2},
        good | {"times": [[1], [1]]},
        good | {"clock": {**good["clock"], "left": {"w": -1, "k": 1}}},
        good | {"clock": {**good["clock"], "controls": {"w": "5", "k": "5+0"}}},
        good | {"clock": {**good["clock"], "running": "g"}},
    ]
    return cases


def test_a_damaged_save_is_one_clear_error(tmp_path: Path) -> None:
    for data in damaged():
        with pytest.raises(sh.TableError) as caught:
            sh.Table.from_data(data)
        assert caught.value.code == "data", data
    path = tmp_path / "game.json"
    path.write_text('{"format": "sternhalma-ta', encoding="utf-8")
    with pytest.raises(sh.TableError, match="no saved table"):
        sh.Table.load(path)
    with pytest.raises(FileNotFoundError):
        sh.Table.load(tmp_path / "missing")
    assert saving.VERSION == 1


def test_records_of_a_table_go_round() -> None:
    t = sh.Table("classic-2", {"w": sh.Greedy(1), "k": sh.Greedy(2)}, clock="5+3", rated=True)
    t.run()
    record = t.record()
    assert Record.from_json(record.to_json()) == record
    assert record.position() == t.position
    assert '[White "white"]' in record_to_text(record)
    result = sh.GameResult.of_record(record, record.position())
    assert result == sh.GameResult.of(t)


def test_every_event_goes_round() -> None:
    seen: dict[str, Any] = {}
    for seed in range(4):
        players = {
            letter: sh.Random(seed) if letter == "r" else sh.Greedy(seed) for letter in "wrky"
        }
        t = sh.Table("classic-4", players, clock="5+3")
        for event in t.run():
            seen[event.code] = event
    t, _ = table(sh.Position("classic-2"), clock="5+3")
    extra = [*t.play("m4-m5"), *t.pause(), *t.resume(), *t.undo(), *t.fail("w", "raised", "x")]
    for event in extra:
        seen[event.code] = event
    seen["skipped"] = sh.events.Skipped(R)
    seen["ask"] = sh.events.Ask(W, "m5-m4", "back-home")
    assert set(seen) == set(EVENTS)
    for event in seen.values():
        data = event.to_data()
        assert from_data(json.loads(json.dumps(data))) == event
        assert event.text
        assert "{" not in event.text
        assert not event.text.startswith(f"{event.code}: ")
    for data in ({}, {"event": "x"}, {"event": "moved"}, {"event": "left", "seat": "z", "how": ""}):
        with pytest.raises(sh.TableError):
            from_data(data)
    with pytest.raises(sh.TableError):
        from_data(None)


def test_a_table_takes_the_variant_as_value_or_text() -> None:
    variant = sh.Variant("classic-2:deadline=none")
    assert sh.Table(variant).variant == sh.Table(variant.text).variant == variant
    assert sh.Table(variant).names == {W: "white", K: "black"}
    first, second = sh.Table(variant), sh.Table(variant)
    assert first.id != second.id
    assert first.standings()[0].rank == first.standings()[1].rank == 1
    assert first.legal() == tuple(first.position.legal_moves)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"seats": [sh.Greedy()]}, "seats: a mapping from seats, not list"),
        ({"seats": {"w": sh.Greedy}}, "white's player, the class Greedy, is no player itself"),
        ({"names": ["Ann"]}, "names: a mapping from seats, not list"),
        ({"names": {"w": None}}, "names can't be None"),
        ({"names": {"w": "half \ud83d"}}, "names can't be"),
        ({"clock": 5}, "clock: a mapping from seats, not int"),
        ({"clock": {"w": 5, "k": 5}}, "clock can't be 5"),
        ({"seed": "abc"}, "seed can't be abc"),
        ({"seed": 10**5000}, "seed can't be"),
        ({"seed": 1.5}, "seed can't be 1.5"),
        ({"id": 5}, "id can't be 5"),
        ({"date": 5}, "date can't be 5"),
    ],
)
def test_a_part_of_the_wrong_kind_is_named(options: dict[str, Any], said: str) -> None:
    with pytest.raises(sh.TableError) as caught:
        sh.Table("classic-2", **options)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_failure_is_of_a_known_kind() -> None:
    t = sh.Table("classic-2")
    with pytest.raises(sh.TableError, match="how can't be weird"):
        t.fail("w", "weird", "")
    assert not t.over


@pytest.mark.parametrize(
    "data",
    [
        {"event": ["x"]},
        {"event": None},
        {"event": "over", "reason": 5, "places": {"w": float("inf")}},
        {"event": "moved", "seat": "w", "ply": 1, "path": "m1"},
    ],
)
def test_a_damaged_event_is_one_clear_error(data: dict[str, Any]) -> None:
    with pytest.raises(sh.TableError) as caught:
        from_data(data)
    assert "event" in str(caught.value)


def test_a_damaged_save_names_its_file_and_move(tmp_path: Path) -> None:
    t = sh.Table("classic-2")
    t.play("m4-m5")
    t.play("e14-e13")
    data = t.to_data()
    data["moves"][1] = "e14-e9"
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(sh.TableError) as caught:
        sh.Table.load(path)
    assert str(path) in str(caught.value)
    assert "move 2" in str(caught.value)
    damaged = [
        json.dumps(t.to_data() | part) for part in ({"seed": 2**70}, {"players": {"x": "y"}})
    ]
    for text in ("{", *damaged):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(sh.TableError) as caught:
            sh.Table.load(path)
        assert str(path) in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"left": {"w": 10**18, "k": 1}},
        {"running": "k"},
        {"running": None},
        {"paused": True},
    ],
)
def test_a_clock_that_does_not_fit_is_refused(change: dict[str, Any]) -> None:
    data = sh.Table("classic-2", clock="5+3").to_data()
    data["clock"] |= change
    with pytest.raises(sh.TableError, match="clock"):
        sh.Table.from_data(data)
