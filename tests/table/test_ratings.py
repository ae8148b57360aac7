"""The rating book: what counts, added once, two writers, a killed writer, the command line."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import sternhalma as sh
from sternhalma.rating import GameResult, Ratings

PROGRAM = [sys.executable, "-m", "sternhalma.cli"]


def result(number: int, *, players: tuple[str, ...] = ("Ann", "Bob"), **more: object) -> GameResult:
    places = tuple(1 + (seat + number) % len(players) for seat in range(len(players)))
    facts: dict[str, object] = {
        "id": f"game-{number}",
        "variant": "classic-2",
        "players": players,
        "places": places,
        "reason": "arrived",
    }
    return GameResult(**facts | more)  # type: ignore[arg-type]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "book.sqlite3"


def test_a_game_is_rated_once(path: Path) -> None:
    with Ratings(path) as book:
        changes = book.add(result(0))
        assert [(c.player, c.before, c.after) for c in changes] == [
            ("Ann", 1500, 1516),
            ("Bob", 1500, 1484),
        ]
        assert book.add(result(0)) == changes
        assert len(book) == 1
        assert "game-0" in book
        assert "game-1" not in book
        with pytest.raises(sh.RatingError, match="another result"):
            book.add(result(0, places=(2, 1)))
        assert (book.rating("Ann"), book.rating("Cid")) == (1516, None)
    with Ratings(path) as book:
        assert book.rating("Bob") == 1484
        assert book.add(result(0)) == changes


def test_the_leaderboard_and_a_history(path: Path) -> None:
    with Ratings(path) as book:
        assert book.leaderboard() == ()
        book.add(result(0))
        book.add(result(1, players=("Ann", "Cid", "Dot"), places=(1, 2, 2), variant="classic-3"))
        rows = book.leaderboard()
        assert [row.player for row in rows] == ["Ann", "Bob", "Cid", "Dot"] or rows[
            0
        ].player == "Ann"
        assert [row.rank for row in rows] == sorted(row.rank for row in rows)
        ann = rows[0]
        assert (ann.rank, ann.games, ann.won, ann.drawn, ann.lost) == (1, 2, 3, 0, 0)
        cid = next(row for row in rows if row.player == "Cid")
        assert (cid.games, cid.won, cid.drawn, cid.lost) == (1, 0, 1, 1)
        assert book.leaderboard(1) == rows[:1]
        last, first = book.history("Ann")
        assert (last.result.variant, first.result.id) == ("classic-3", "game-0")
        assert last.before == first.after
        assert last.after == ann.rating
        assert len(book.history("Ann", 1)) == 1
        assert sum(row.rating for row in rows) == pytest.approx(4 * 1500)
        with pytest.raises(sh.RatingError, match="did you mean Ann"):
            book.history("Anne")


@pytest.mark.parametrize("text", ["classic-9", "classic-3", ""])
def test_a_result_has_a_variant_for_its_players(text: str) -> None:
    with pytest.raises(sh.RatingError, match="variant"):
        result(0, variant=text)


@pytest.mark.parametrize("field", ["id", "variant", "reason", "date", "players"])
def test_a_result_is_text_that_can_be_written(field: str) -> None:
    lone = "half \ud83d"
    with pytest.raises(sh.RatingError, match=field):
        result(0, **{field: (lone, "Bob") if field == "players" else lone})


def test_pairs_don_t_count_however_the_result_came_about(path: Path) -> None:
    four = ("Ann", "Bob", "Cid", "Dot")
    with Ratings(path) as book:
        assert book.add(result(0, players=four, places=(1, 2, 1, 2), variant="pairs-2x2")) == ()
        assert (len(book), book.rating("Ann")) == (0, None)


def test_what_does_not_count() -> None:
    book = Ratings(":memory:")
    assert book.add(result(0, rated=False)) == ()
    assert len(book) == 0
    with pytest.raises(sh.RatingError, match="twice"):
        book.add(result(0, players=("Ann", "Ann")))
    for variant, rated in (("pairs-2x2", False), ("classic-2", False)):
        t = sh.Table(variant, rated=rated)
        with pytest.raises(sh.RatingError, match="unfinished"):
            GameResult.of(t)
        t.resign("w")
        assert book.add(GameResult.of(t)) == ()
    t = sh.Table("classic-2", names={"w": "Ann", "k": "Bob"}, rated=True)
    t.resign("w")
    assert [change.place for change in book.add(GameResult.of(t))] == [2, 1]


@pytest.mark.parametrize(
    "facts",
    [
        {"players": ("Ann",), "places": (1,)},
        {"players": ("Ann", " ")},
        {"players": ("Ann", 5)},
        {"places": (1,)},
        {"places": (0, 1)},
        {"places": (None, 1)},
        {"places": (2, 2)},
        {"places": (True, 2)},
        {"players": ("Ann", "Bob", "Cid"), "places": (1, 2, 2), "variant": "classic-2"},
        {"players": ("Ann", "Bob", "Cid"), "places": (1, 1, 2), "variant": "classic-3"},
    ],
)
def test_a_result_is_checked(facts: dict[str, object]) -> None:
    with pytest.raises(sh.RatingError):
        result(0, **facts)


def test_settings_are_kept(path: Path) -> None:
    Ratings(path, sh.Elo(k=10, start=1000)).close()
    with Ratings(path) as book:
        assert book.settings == sh.Elo(k=10, start=1000)
        assert book.add(result(0))[0].after == 1005
        book.configure(sh.Elo(k=20, start=1200))
        assert book.add(result(2, players=("Cid", "Dot")))[0].after == 1210


def test_other_files_are_left_alone(path: Path, tmp_path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(sh.RatingError, match="no rating book"):
        Ratings(path)
    other = tmp_path / "other.sqlite3"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE things (name TEXT)")
    connection.close()
    with pytest.raises(sh.RatingError, match="another program"):
        Ratings(other)
    with pytest.raises(sh.RatingError):
        Ratings(tmp_path / "missing" / "book")


WRITER = """
import sys
from sternhalma.rating import GameResult, Ratings
path, name, first, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
for number in range(first, first + count):
    with Ratings(path) as book:
        book.add(GameResult(id=f"game-{number}", variant="classic-2", players=(name, "Zoe"),
                            places=(1 + number % 2, 2 - number % 2)))
    print(number, flush=True)
"""


def writer(path: Path, name: str, first: int, count: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(first), str(count)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def check_book(path: Path, games: int | None = None) -> int:
    """The book is whole: every game rated from the ratings that the game before left."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute(
            "SELECT game, player, before, after FROM changes ORDER BY game, seat"
        ).fetchall()
        players = dict(connection.execute("SELECT name, rating FROM players"))
        counts = dict(connection.execute("SELECT name, games FROM players"))
        (stored,) = connection.execute("SELECT count(*) FROM games").fetchone()
    connection.close()
    now: dict[str, float] = {}
    seen: dict[str, int] = {}
    for _, player, before, after in rows:
        assert now.get(player, 1500.0) == before
        now[player] = after
        seen[player] = seen.get(player, 0) + 1
    assert (now, seen) == (players, counts)
    assert len(rows) == 2 * stored
    assert games is None or stored == games
    return int(stored)


def test_two_writers_at_once(path: Path) -> None:
    writers = [writer(path, "Ann", 0, 60), writer(path, "Bob", 30, 60), writer(path, "Cid", 90, 60)]
    errors = [process.communicate(timeout=120)[1] for process in writers]
    # Games 30 to 59 are claimed by two writers with other players: one of them is told so.
    assert sum("another result" in error for error in errors) == 1
    assert [error for error in errors if error and "another result" not in error] == []
    check_book(path)


def test_two_writers_of_the_same_games(path: Path) -> None:
    writers = [writer(path, "Ann", 0, 80) for _ in range(2)]
    for process in writers:
        assert process.communicate(timeout=120)[1] == ""
    check_book(path, 80)


@pytest.mark.skipif(os.name != "posix", reason="kills a process as POSIX does")
def test_a_killed_writer_leaves_whole_games(path: Path) -> None:
    last = -1
    for round_number in range(6):
        process = writer(path, "Ann", last + 1, 10_000)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.02 + 0.013 * round_number)
        process.send_signal(signal.SIGKILL)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        told = [int(line) for line in out.split()]
        last = max([*told, last + 1])
        stored = check_book(path)
        assert stored in (last + 1, last + 2), "what was told is kept, at most one more was written"
        last = stored - 1
    with Ratings(path) as book:
        book.add(result(10**6))
    check_book(path, last + 2)


def test_a_kill_in_the_middle_of_a_transaction(path: Path) -> None:
    Ratings(path).add(result(0))
    code = (
        "import os, sys\nfrom sternhalma.rating import GameResult, Ratings\n"
        "book = Ratings(sys.argv[1])\n"
        "book._changes = None\nreal = Ratings.rating\n"
        "Ratings.rating = lambda self, name: os.kill(os.getpid(), 9) if name == 'Bob' "
        "else real(self, name)\n"
        "book.add(GameResult(id='x', variant='classic-2', players=('Ann', 'Bob'), places=(1, 2)))\n"
    )
    if os.name != "posix":
        pytest.skip("kills a process as POSIX does")
    done = subprocess.run([sys.executable, "-c", code, str(path)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    check_book(path, 1)
    with Ratings(path) as book:
        book.add(result(1))
    check_book(path, 2)


# The command line.


def run(path: Path, *args: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, "ratings", "--book", str(path), *args],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env=os.environ | {"PYTHONUTF8": "1", "COLUMNS": "80"},
        timeout=120,
        check=False,
    )


def played(number: int, **options: object) -> sh.Table:
    names = {"w": "Ann", "k": "Bob"}
    t = sh.Table("classic-2", names=names, rated=True, id=f"cli-{number}", **options)  # type: ignore[arg-type]
    t.play("m4-m5")
    t.resign("wk"[number % 2])
    return t


def test_results_from_records(path: Path, tmp_path: Path) -> None:
    unrated = sh.Table("classic-2")
    unrated.resign("w")
    going = sh.Table("classic-2", rated=True)
    lines = [played(n).record().to_json() for n in (0, 1, 2)]
    lines += [unrated.record().to_json(), going.record().to_json()]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(path, "add", str(file), "--k", "20")
    assert (done.stdout, done.stderr) == (
        "3 games rated, 0 known already, 2 that do not count\n",
        "",
    )
    done = run(path, "add", "-", text=file.read_text(encoding="utf-8"))
    assert done.stdout == "0 games rated, 3 known already, 2 that do not count\n"
    listed = run(path).stdout.splitlines()
    assert listed == run(path, "list").stdout.splitlines()
    assert [line.split()[:2] for line in listed[1:]] == [["1", "Bob"], ["2", "Ann"]]
    assert len(run(path, "list", "--limit", "1").stdout.splitlines()) == 2
    games = run(path, "history", "Ann").stdout.splitlines()
    assert len(games) == 3
    assert "classic-2" in games[0]
    assert "with Bob 1:" in games[0]
    assert games[-1].split(": ")[1].startswith("1500 -10.0 = 1490")


def test_games_between_movers_are_rated(path: Path, tmp_path: Path) -> None:
    words = ["play", "--games", "2", "--seat", "white=greedy", "--record"]
    for more, known in (([], {"greedy", "random"}), (["--names", "black=Bob"], {"greedy", "Bob"})):
        games = subprocess.run(
            [*PROGRAM, *words, *more], capture_output=True, check=True, encoding="utf-8"
        ).stdout
        done = run(path, "add", "-", text=games)
        assert (done.stderr, done.stdout.split()[:3]) == ("", ["2", "games", "rated,"])
        with Ratings(path) as book:
            assert known <= {row.player for row in book.leaderboard()}


def test_one_player_on_both_sides_does_not_count(path: Path, tmp_path: Path) -> None:
    alone = sh.Table("classic-2", names={"w": "Ann", "k": "Ann"}, rated=True)
    alone.resign("w")
    lines = [table.record().to_json() for table in (alone, played(0))]
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(path, "add", str(file))
    assert done.stdout == "1 games rated, 0 known already, 1 that do not count\n"


def test_another_game_of_the_same_id_is_told_with_its_line(path: Path, tmp_path: Path) -> None:
    other = sh.Table("classic-2", names={"w": "Ann", "k": "Bob"}, rated=True, id="cli-0")
    other.resign("k")
    file = tmp_path / "games.jsonl"
    lines = [table.record().to_json() for table in (played(0), other)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    done = run(path, "add", str(file))
    assert done.returncode == 2
    assert done.stderr.startswith(f"sternhalma: {file}, line 2: ")
    assert "cli-0" in done.stderr


def test_records_without_names_are_refused(path: Path, tmp_path: Path) -> None:
    record = played(0).record()
    entry = json.loads(record.to_json())
    del entry["tags"]["Black"]
    file = tmp_path / "games.jsonl"
    file.write_text(record.to_json() + "\n" + json.dumps(entry) + "\n", encoding="utf-8")
    done = run(path, "add", str(file))
    assert done.returncode == 2
    assert done.stderr == f"sternhalma: {file}, line 2: Black is missing\n"
    with Ratings(path) as book:
        assert len(book) == 0  # all or nothing


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["list"], "no such file"),
        (["history", "Ann"], "no such file"),
        (["add", "missing.jsonl"], "missing.jsonl"),
        (["nonsense"], "nonsense"),
    ],
)
def test_wrong_input_is_one_line(path: Path, args: list[str], word: str) -> None:
    done = run(path, *args)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert word in done.stderr


def test_help() -> None:
    done = subprocess.run(
        [*PROGRAM, "ratings", "--help"], capture_output=True, text=True, check=True, timeout=60
    )
    for word in ("list", "history", "add", "--book"):
        assert word in done.stdout
