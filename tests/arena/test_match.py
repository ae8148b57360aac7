"""What a match is made of: engines by their texts, seatings, openings, fingerprints."""

import pickle

import pytest
import sternhalma as sh
from sternhalma.arena import Match
from sternhalma.arena.match import Competitor, read_competitors
from sternhalma.errors import ArenaError, EngineError
from sternhalma.protocol import Limits


def match(*engines: str, variant: str = "classic-2", **fields: object) -> Match:
    found, table = read_competitors(engines)
    return Match(variant=sh.Variant(variant), engines=found, table=table, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variant", "engines", "seatings"),
    [
        ("classic-2", "ab", ["ab", "ba"]),
        ("classic-2", "abc", ["ab", "ba", "ac", "ca", "bc", "cb"]),
        ("classic-3", "abc", ["abc", "cab", "bca"]),
        ("classic-6", "ab", ["abbbbb", "babbbb", "bbabbb", "bbbabb", "bbbbab", "bbbbba"]),
        ("classic-4", "abab", ["abab", "baba"]),
        ("classic-4", "aabb", ["aabb", "baab", "bbaa", "abba"]),
        ("pairs-2x2", "ab", ["abab", "baba"]),
        ("pairs-3x2", "abc", ["abcabc", "cabcab", "bcabca"]),
        ("capture-3", "abc", ["abc", "cab", "bca"]),
    ],
)
def test_seatings(variant: str, engines: str, seatings: list[str]) -> None:
    """Every engine plays every side, and nothing is played twice."""
    found = match(*[f"{letter}=greedy" for letter in engines], variant=variant, games=24, plies=0)
    by_seat = ["".join(found.engines[one].name for one in task.seats) for task in found.tasks()]
    count = len(seatings)
    assert by_seat[:count] == by_seat[count : 2 * count]
    assert sorted(by_seat[:count]) == sorted(seatings)


def test_more_engines_than_sides() -> None:
    """Each three of four play, every one of them at every side."""
    found = match(*[f"{letter}=greedy" for letter in "abcd"], variant="classic-3", plies=0)
    tables = ["".join(found.engines[one].name for one in seating) for seating in found.seatings]
    assert len(tables) == len(set(tables)) == 12
    assert {"".join(sorted(table)) for table in tables} == {"abc", "abd", "acd", "bcd"}
    assert all({table[side] for table in tables} == set("abcd") for side in range(3))


def test_openings_are_the_same_for_everybody() -> None:
    """Each is played from every side, none comes twice, and they depend on the seed alone."""
    tasks = list(match("greedy", "random", games=200).tasks())
    assert [task.number for task in tasks] == list(range(200))
    pairs = [
        (first.moves, second.moves) for first, second in zip(tasks[::2], tasks[1::2], strict=True)
    ]
    assert all(first == second for first, second in pairs)
    assert len({first for first, _ in pairs}) == 100
    assert {len(task.moves) for task in tasks} == {4}
    again = list(match("a=greedy", "b=greedy", games=30).tasks())
    assert [task.moves for task in again] == [task.moves for task in tasks[:30]]
    other = list(match("greedy", "random", games=30, seed=2).tasks())
    assert [task.moves for task in other] != [task.moves for task in tasks[:30]]


@pytest.mark.parametrize(
    "variant", ["classic-2", "star181-5", "capture-2", "rhombus-1", "pairs-2x2"]
)
def test_openings_leave_a_game_to_play(variant: str) -> None:
    for task in match("greedy", "random", variant=variant, games=20, plies=6).tasks():
        position = sh.Position(task.variant)
        for move in task.moves:
            position.push(move)
        assert position.turn is not None


def test_openings_that_do_not_exist() -> None:
    with pytest.raises(ArenaError, match="no opening of 500 plies"):
        list(match("greedy", "random", variant="classic-2", plies=500).tasks())


def test_few_openings_are_repeated() -> None:
    tasks = list(match("greedy", "random", variant="rhombus-1", games=400, plies=1).tasks())
    assert len(tasks) == 400


def test_a_game_without_an_end_gets_one() -> None:
    assert match("greedy", "random", variant="open-3").variant.max_plies == 900
    assert match("greedy", "random", variant="rhombus-2").variant.max_plies == 600
    for variant in ("classic-2", "capture-2", "star121-2", "ccerl-2p10"):
        assert match("greedy", "random", variant=variant).variant.text == variant


def test_fingerprints() -> None:
    base = match("greedy", "random")
    assert base.fingerprint == match("greedy", "random").fingerprint
    assert base.fingerprint == base.with_games(7).fingerprint
    others = [
        match("random", "greedy"),
        match("x=greedy", "random"),
        match("greedy", "random", seed=2),
        match("greedy", "random", plies=5),
        match("greedy", "random", margin_ms=1),
        match("greedy", "random", limits=Limits(depth=3)),
        match("greedy", "random", variant="classic-2:deadline=none"),
    ]
    assert len({base.fingerprint, *(other.fingerprint for other in others)}) == 8


def test_names() -> None:
    texts = ["greedy", "greedy", "old=engine:threads=2,x=1", "ugi:./bin/foo --a=b", "ccp:./bin/foo"]
    found, table = read_competitors([*texts, texts[2]])
    assert [one.name for one in found] == ["greedy", "greedy#2", "old", "foo", "foo#2"]
    assert table == (0, 1, 2, 3, 4, 2)
    assert found[2].settings.options == {"threads": 2, "x": 1}
    assert found[3].command is not None
    assert found[3].command.args == ("./bin/foo", "--a=b")
    assert found[4].command is not None
    assert found[4].command.dialect == "ccp"
    assert pickle.loads(pickle.dumps(found)) == found
    with pytest.raises(ArenaError, match="old="):
        read_competitors([texts[2], "old=greedy"])


def test_settings() -> None:
    settings = Competitor("x", "engine:depth=3,algorithm=mcts,full_width=true,weight=0.5").settings
    assert settings.limits == {"depth": 3}
    assert settings.options == {"algorithm": "mcts", "full_width": True, "weight": 0.5}
    assert Competitor("x", "easy:seed=4").settings.kind == "easy"
    assert Competitor("x", "7").settings == Competitor("x", "level-7").settings
    assert Competitor("x", "plain:nodes=9").settings.options == {"algorithm": "plain"}


@pytest.mark.parametrize(
    "text",
    ["", "gready", "engine:threads", "greedy:threads=2", "engine:depth=x", "11", "easy:depth=2"],
)
def test_what_is_no_engine(text: str) -> None:
    with pytest.raises(EngineError):
        read_competitors([text])


def test_what_is_no_match() -> None:
    with pytest.raises(ArenaError, match="engines: 1"):
        match("greedy")
    with pytest.raises(ArenaError, match="games can't be 0"):
        match("greedy", "random", games=0)
    with pytest.raises(ArenaError, match="plies can't be -1"):
        match("greedy", "random", plies=-1)
