"""`sternhalma replay` and `sternhalma convert` as a user meets them: real processes and files."""

import io
import os
import select
import subprocess
import time
from pathlib import Path

import pytest
import sternhalma as sh
from command_line import ENVIRONMENT, PROGRAM, complaint, output, run
from sternhalma.record import Record, read_records, write_records
from sternhalma.record_text import read_games, write_text

posix_only = pytest.mark.skipif(os.name != "posix", reason="pipes and terminals as POSIX has them")


@pytest.fixture(scope="module")
def text(short_games: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games in the text format."""
    path = tmp_path_factory.mktemp("records") / "games.txt"
    write_text(short_games, path)
    return path


@pytest.fixture(scope="module")
def lines(short_games: list[Record], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same games as JSON."""
    path = tmp_path_factory.mktemp("records") / "games.jsonl"
    write_records(short_games, path)
    return path


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short game with a chain, notes and a resignation."""
    path = tmp_path_factory.mktemp("records") / "one.txt"
    position = sh.Position("classic-2")
    for move in ("k3-i5", "f15-h13", "m1-k3-k5"):
        position.push(move)
    position.resign("w")
    tags = {"clocks": [None, None, 61_500], "comments": {"3": "a\tchain", "4": "é"}}
    write_text([Record.of(position, tags)], path)
    return path


def test_replay_checks_either_format(text: Path, lines: Path, short_games: list[Record]) -> None:
    plies = sum(len(record.moves) for record in short_games)
    last = f"{len(short_games)} games, {plies} moves, all by the rules"
    for path in (text, lines):
        listed = output("replay", path).splitlines()
        assert listed[-1] == last
        assert len(listed) == len(short_games) + 1
        assert output("replay", "-", "--quiet", data=path.read_text("utf-8")) == f"{last}\n"
    numbers = [game.line for game in read_games(text)]
    listed = output("replay", text).splitlines()
    assert [int(line.split()[1].rstrip(":")) for line in listed[:-1]] == numbers


def test_replay_says_what_was_cut_off(one: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_text(one.read_text("utf-8").partition(" white resigns")[0], encoding="utf-8")
    assert output("replay", path).startswith("line 1: classic-2, 3 moves, unfinished, cut off\n")


def test_replay_says_where_a_text_breaks(one: Path, tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_text(one.read_text("utf-8").replace("f15-h13", "f15-f16"), encoding="utf-8")
    said = complaint("replay", path)
    assert said.startswith(f"sternhalma: {path}, line 3, column 10, move 2: f15-f16: ")
    said = complaint("replay", "-", data=path.read_text("utf-8"))
    assert "standard input, line 3, column 10, move 2: " in said
    assert "line 3" in complaint("replay", path, "--ply", "1")
    assert "line 3" in complaint("show", path)


def test_replay_shows_any_ply_as_show_does(one: Path) -> None:
    position = sh.Position("classic-2")
    shown = output("show", position.text).splitlines()
    assert output("replay", one, "--ply", "0").splitlines() == ["game 1, ply 0 of 4", *shown]
    for move in ("k3-i5", "f15-h13", "m1-k5"):
        position.push(move)
    there = output("replay", one, "--ply", "3").splitlines()
    assert there[0] == "game 1, ply 3 of 4"
    star = output("show", position.text).splitlines()[:17]
    assert there[1:18] == star
    assert "last: white m1-k3-k5" in there
    assert there[-3:] == [position.text, "clock: 1:01.5", "comment: a chain"]
    end = output("replay", one, "--game", "1").splitlines()
    assert end[0] == "game 1, ply 4 of 4"
    assert "last: white resigns" in end
    assert output("show", one).splitlines() == end[1:-1]


def test_replay_shows_hops(one: Path) -> None:
    pictures = output("replay", one, "--ply", "3", "--hops").split("game 1, ")
    assert [picture.splitlines()[0] for picture in pictures[1:]] == [
        "ply 3 of 4, hop 1 of 2: m1-k3",
        "ply 3 of 4",
    ]
    assert [line.split() for line in pictures[1].splitlines()[14:18]] == [
        ["j4", "w", "w", "w", "w", "m4"],
        ["k3", "w", "w", "w", "m3"],
        ["l2", "w", "w", "m2"],
        ["m1", ".", "m1"],
    ]
    whole = output("replay", one, "--all", "--hops")
    assert whole.count("game 1, ply") == 6
    assert output("replay", one, "--all").count("game 1, ply") == 5


def test_replay_shows_what_a_chain_takes(tmp_path: Path) -> None:
    position = sh.Position("capture-2")
    while not any(len(move.path) > 3 for move in position.legal_moves):
        position.push(next(iter(position.legal_moves)))
    position.push(next(move for move in position.legal_moves if len(move.path) > 3))
    path = tmp_path / "capture.txt"
    write_text([Record.of(position)], path)
    last = len(position.history)
    pictures = output("replay", path, "--ply", last, "--hops").split("game 1, ply")[1:]
    stones = [
        sum(line.split()[1:-1].count("o") for line in picture.splitlines()[1:18])
        for picture in pictures
    ]
    before = sum(cell == 6 for cell in sh.Position("capture-2").cells()) - sum(position.taken)
    taken = len(position.history[-1].captured)
    assert stones == [before + taken - hop for hop in range(1, taken + 1)]


def test_replay_steps_by_keys_from_a_pipe(one: Path) -> None:
    def plies(keys: str, *args: str) -> list[str]:
        shown = output("replay", one, "--step", *args, data=keys)
        return [line[12:] for line in shown.splitlines() if line.startswith("game 1, ply ")]

    assert plies("") == ["0 of 4"]
    assert plies("n\n\nnp\nq\nn") == [f"{n} of 4" for n in (0, 1, 2, 3, 2)]
    assert plies("h", "--ply", "3") == ["3 of 4", "3 of 4, hop 1 of 2: m1-k3", "3 of 4"]
    assert plies("nn", "--hops", "--ply", "2") == [
        "2 of 4",
        "3 of 4, hop 1 of 2: m1-k3",
        "3 of 4",
        "4 of 4",
    ]
    assert plies("pnnnnnnnn")[-1] == "4 of 4"


@posix_only
def test_replay_steps_by_keys_on_a_terminal(one: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "replay", str(one), "--step"],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        env=ENVIRONMENT | {"NO_COLOR": "1"},
    ) as program:
        os.close(follower)
        shown = b""

        def wait_for(words: bytes) -> None:
            nonlocal shown
            deadline = time.monotonic() + 30
            while words not in shown:
                assert time.monotonic() < deadline, shown
                if select.select([leader], [], [], 1)[0]:
                    shown += os.read(leader, 10_000)
            shown = shown.partition(words)[2]

        try:
            for key, words in [
                (b"", b"ply 0 of 4"),
                (b"x\r", b"ply 1 of 4"),
                (b"n", b"ply 2 of 4"),
                (b" ", b"ply 3 of 4"),
                (b"h", b"ply 3 of 4, hop 1 of 2"),
                (b"p", b"ply 2 of 4"),
                (b"\x1b[C", b"ply 3 of 4"),
            ]:
                os.write(leader, key)
                wait_for(words)
                wait_for(b"q: quit]")
            os.write(leader, b"q")
            assert program.wait(timeout=30) == 0
        finally:
            program.kill()
            os.close(leader)


@pytest.mark.parametrize("path", ["text", "lines"])
def test_convert_goes_both_ways(
    path: str, text: Path, lines: Path, short_games: list[Record], tmp_path: Path
) -> None:
    source, other = (text, lines) if path == "text" else (lines, text)
    target = tmp_path / "out"
    said = output("convert", source, target)
    form = "json" if path == "text" else "text"
    assert said.startswith(f"{len(short_games)} games, ")
    assert said.endswith(f" moves written as {form}\n")
    assert [game.record for game in read_games(target)] == short_games
    if form == "text":
        assert target.read_bytes() == other.read_bytes()
    else:
        assert list(read_records(target)) == short_games
    back = tmp_path / "back"
    output("convert", target, back)
    if path == "text":
        assert back.read_bytes() == source.read_bytes()
    assert output("convert", source, "-") == target.read_text("utf-8")
    assert output("convert", "-", "-", data=source.read_text("utf-8")) == target.read_text("utf-8")
    assert sorted(found.name for found in tmp_path.iterdir()) == ["back", "out"]


def test_convert_to_the_same_format_tidies(one: Path, lines: Path, tmp_path: Path) -> None:
    untidy = one.read_text("utf-8").replace("m1-k3-k5", "M1-K5").replace("\n", "\r\n")
    target = tmp_path / "one.txt"
    target.write_text(untidy, encoding="utf-8", newline="")
    output("convert", target, target, "--to", "text")
    assert target.read_bytes() == one.read_bytes()
    short = '{"variant": "classic-2", "moves": ["m1-k5"]}'.replace("m1-k5", "k3-i5")
    assert '"end": "' in output("convert", "-", "-", "--to", "json", data=short)
    assert output("convert", "-", "-", data="") == ""


def test_convert_keeps_what_stood_there_where_something_is_wrong(
    text: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_bytes(text.read_bytes() + b"\n[Variant 3]\n")
    target = tmp_path / "out.jsonl"
    target.write_text("precious")
    assert f"{broken}, line " in complaint("convert", broken, target)
    assert target.read_text() == "precious"
    assert "No such file" in complaint("convert", tmp_path / "missing", target)
    assert "No such file" in complaint("convert", text, tmp_path / "missing" / "out")
    assert "directory" in complaint("convert", text, tmp_path)
    assert target.read_text() == "precious"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["broken.txt", "out.jsonl"]


@posix_only
def test_convert_follows_links_and_keeps_modes(text: Path, tmp_path: Path) -> None:
    target, link = tmp_path / "out.jsonl", tmp_path / "link"
    target.touch(mode=0o640)
    target.chmod(0o640)
    link.symlink_to(target)
    output("convert", text, link)
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o640
    assert target.read_bytes().startswith(b'{"variant"')
    output("convert", text, os.devnull)
    if Path("/dev/full").exists():
        assert "No space left" in complaint("convert", text, "/dev/full")


@posix_only
def test_convert_shows_progress_on_a_terminal(one: Path, tmp_path: Path) -> None:
    import pty

    many = tmp_path / "many.txt"
    many.write_text("\n".join([one.read_text("utf-8")] * 4_000), encoding="utf-8")
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, "convert", str(many), str(tmp_path / "out")],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=follower,
        env=ENVIRONMENT,
    ) as program:
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 10_000):
                shown += chunk
        except OSError:  # how Linux says that nobody holds the terminal any more
            pass
        assert program.stdout is not None
        said = program.stdout.read()
        assert program.wait(timeout=60) == 0
    os.close(leader)
    assert said == b"4000 games, 12000 moves written as json\n"
    assert b"games/s" in shown
    assert len(list(read_records(tmp_path / "out"))) == 4_000


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["replay", "ONE", "--ply", "5"], "no ply 5"),
        (["replay", "ONE", "--ply", "-1"], "--ply"),
        (["replay", "ONE", "--game", "2"], "no game 2, only 1"),
        (["replay", "ONE", "--all", "--step"], "--all"),
        (["replay", "-", "--step"], "--step"),
        (["replay", "ONE", "--step"], "is no key"),
        (["replay", os.devnull, "--ply", "0"], "no game"),
        (["replay", "missing.txt"], "missing.txt"),
        (["convert", "ONE"], "OUT"),
        (["convert", "ONE", "-", "--to", "pgn"], "pgn"),
        (["convert", "missing.txt", "-"], "missing.txt"),
    ],
)
def test_wrong_words_are_one_clear_line(args: list[str], word: str, one: Path) -> None:
    done = run(*(str(one) if arg == "ONE" else arg for arg in args), data="x")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert word in done.stderr


def test_a_broken_text_is_one_line_whatever_it_holds() -> None:
    for data in ("hello", "[Variant\n", '[Variant "classic-2"]\n\n1. \x1b[31m\n', "\x00\n"):
        said = complaint("convert", "-", "-", data=data)
        assert said.startswith("sternhalma: standard input, line ")
        assert said.removesuffix("\n").isprintable()


@posix_only
@pytest.mark.parametrize("args", [["replay", "--all"], ["convert"], ["replay"]])
def test_a_closed_pipe_ends_quietly(args: list[str], games: list[Record], tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    write_text(games[:60], path)
    words = [args[0], str(path), *args[1:], *(["-"] if args[0] == "convert" else [])]
    with subprocess.Popen(
        [*PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.read(10)
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait(timeout=60) == 0


def test_other_commands_take_the_text_format(one: Path) -> None:
    (game,) = read_games(io.StringIO(one.read_text("utf-8")))
    assert game.position.text in output("show", one)
    assert game.position.text in output("show", "-", data=one.read_text("utf-8"))
