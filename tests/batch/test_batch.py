"""A Batch plays the same games as single positions, for every family."""

import pickle
from collections.abc import Iterator

import numpy as np
import pytest
import sternhalma as sh

FAMILIES = [
    "classic-2",
    "classic-3:deadline=8",
    "classic-6:deadline=none,max_rounds=12",
    "long-2",
    "fifteen-2",
    "pairs-2x2:max_rounds=15",
    "open-3:repetition=3",
    "star121-2:max_plies=60",
    "star181-3:seats=byw,max_plies=60",
    "star253-6:max_plies=40",
    "capture-2",
    "capture-long-3",
    "ccerl-2p10",
    "rhombus-2",
]
N = 9


def agree(batch: sh.Batch, games: list[sh.Position]) -> None:
    """Every view and count of the batch is what the single positions say."""
    counts = batch.legal_counts()
    for row, game in enumerate(games):
        assert batch.get(row).text == game.text
        if batch.variant.repetition and not game.outcome():
            assert batch.get(row).repetitions() == game.repetitions()
        assert (batch.cells[row] == game.cells()).all()
        assert batch.turn[row] == (-1 if game.turn is None else game.turn)
        assert list(batch.places[row]) == [place or 0 for place in game.places]
        assert batch.plies[row] == game.plies
        assert batch.done[row] == (game.outcome() is not None)
        assert counts[row] == game.num_moves()


def chosen(batch: sh.Batch, moves: np.ndarray, row: int, game: sh.Position) -> sh.Move:
    """The move of a row as a Move of the single position."""
    names = sh._core.geometry(batch.variant.order)["names"]
    cells = len(names)
    if not batch.variant.capture:
        return game.find_move(names[moves[row] // cells], names[moves[row] % cells])
    offsets, pairs, taken = batch.legal_moves()
    index = offsets[row] + moves[row]
    bits = [int(word) for word in taken[index]]
    captured = [names[c] for c in range(cells) if bits[c // 64] >> (c % 64) & 1]
    return game.find_move(names[pairs[index][0]], names[pairs[index][1]], captured)


@pytest.mark.parametrize("variant", FAMILIES)
def test_games_are_those_of_single_positions(variant: str) -> None:
    batch = sh.Batch(variant, N, seed=5)
    games = [sh.Position(variant) for _ in range(N)]
    for _ in range(60):
        agree(batch, games)
        if batch.done.all():
            break
        moves = batch.sample()
        for row, game in enumerate(games):
            if game.outcome():
                assert moves[row] == -1
            else:
                game.push(chosen(batch, moves, row, game))
        batch.step(moves)


@pytest.mark.parametrize("variant", FAMILIES)
@pytest.mark.parametrize("threads", [1, 3])
def test_same_games_as_playouts(variant: str, threads: int) -> None:
    n = 300 if threads > 1 else 20
    batch = sh.Batch(variant, n, seed=11, threads=threads)
    batch.playout(80)
    found = sh.playouts(sh.Position(variant), games=n, max_plies=80, seed=11)
    assert (batch.plies == found.lengths).all()
    assert (batch.places == found.places).all()


@pytest.mark.parametrize("variant", ["classic-2", "open-3", "rhombus-5", "long-6"])
def test_masks_and_lists_agree(variant: str) -> None:
    batch = sh.Batch(variant, N, seed=2)
    batch.playout(30)
    mask, packed = batch.legal_mask(), batch.legal_mask(packed=True)
    offsets, codes = batch.legal_moves()
    width = mask.shape[1]
    assert (np.unpackbits(packed, axis=1, bitorder="little", count=width) == mask).all()
    for row in range(N):
        listed = codes[offsets[row] : offsets[row + 1]]
        assert sorted(listed) == list(np.flatnonzero(mask[row]))
        assert sorted(listed) == sorted(m.code for m in batch.get(row).legal_moves)
    assert (np.diff(offsets) == batch.legal_counts()).all()


def test_a_finished_game_takes_no_move_but_minus_one() -> None:
    batch = sh.Batch("classic-2:max_plies=4", 3)
    batch.playout(4)
    assert batch.done.all() and (batch.sample() == -1).all()
    assert not batch.legal_mask().any() and not batch.legal_counts().any()
    before = pickle.dumps(batch)
    batch.step(np.full(3, -1, np.int32))
    assert not batch.ended.any()
    with pytest.raises(sh.IllegalMoveError) as caught:
        batch.step(np.array([-1, 5, -1], np.int32))
    assert (caught.value.code, caught.value.row) == ("row", 1)
    assert pickle.loads(before).done.all()


@pytest.mark.parametrize("bad", [-1, -7, 0, 121 * 121, 2**31 - 1, 14_000])
def test_a_bad_row_is_named_and_nothing_changes(bad: int) -> None:
    batch = sh.Batch("classic-2", 5, seed=1)
    batch.playout(7)
    texts = [batch.get(i).text for i in range(5)]
    moves = batch.sample()
    moves[2] = moves[4] = bad
    with pytest.raises(sh.IllegalMoveError) as caught:
        batch.step(moves)
    assert caught.value.row == 2
    assert [batch.get(i).text for i in range(5)] == texts


def stepped(batch: sh.Batch, steps: int) -> Iterator[sh.Batch]:
    for _ in range(steps):
        batch.step(batch.sample())
        yield batch


def test_auto_reset_shows_the_end_and_the_next_game() -> None:
    batch = sh.Batch("classic-2:max_plies=6", 4, seed=3, auto_reset=True)
    plain = sh.Batch("classic-2:max_plies=6", 4, seed=3)
    start = sh.Position("classic-2:max_plies=6")
    for ply, _ in enumerate(stepped(batch, 6), start=1):
        plain.step(plain.sample())
        assert batch.ended.all() == plain.ended.all() == (ply == 6)
    assert (batch.final_cells == plain.cells).all() and plain.done.all()
    assert (batch.final_places == plain.places).all() and plain.places.all()
    assert (batch.final_cells == plain.final_cells).all()
    assert not batch.done.any() and (batch.cells == start.cells()).all()
    assert not batch.plies.any() and not batch.places.any()
    second = sh.playouts(start, games=8, seed=3)
    for _ in stepped(batch, 5):
        pass
    assert not batch.ended.any() and second.lengths[4:].tolist() == [6] * 4
    batch.step(batch.sample())
    assert batch.ended.all() and (batch.final_places == second.places[4:]).all()


def test_reset_by_mask_starts_the_next_game_number() -> None:
    batch = sh.Batch("classic-2", 3, seed=8)
    batch.playout(20)
    kept = batch.get(1).text
    batch.reset(np.array([True, False, True]))
    assert batch.plies.tolist() == [0, 20, 0] and batch.get(1).text == kept
    batch.reset(np.array([0, 1, 0], np.uint8))
    assert batch.plies.tolist() == [0, 0, 0]
    batch.playout(15)
    fresh = sh.Batch("classic-2", 6, seed=8)
    fresh.playout(15)
    assert [batch.get(i).text for i in range(3)] == [fresh.get(i).text for i in (3, 4, 5)]


@pytest.mark.parametrize("variant", ["classic-3", "capture-2", "star181-2", "open-3:repetition=3"])
def test_copies_and_pickles_go_on_alike(variant: str) -> None:
    batch = sh.Batch(variant, 6, seed=4, auto_reset=True)
    for _ in stepped(batch, 25):
        pass
    twins = [batch.copy(), pickle.loads(pickle.dumps(batch))]
    for _ in range(10):
        moves = batch.sample()
        for twin in twins:
            assert (twin.sample() == moves).all()
            twin.step(moves)
        batch.step(moves)
        for twin in twins:
            assert (twin.cells == batch.cells).all() and (twin.ended == batch.ended).all()
            assert (twin.final_cells == batch.final_cells).all()


def test_views_are_read_only_live_and_keep_the_batch() -> None:
    batch = sh.Batch("classic-2", 4, seed=1)
    cells, plies = batch.cells, batch.plies
    pointer = cells.__array_interface__["data"][0]
    with pytest.raises(ValueError, match="read-only"):
        cells[0, 0] = 3
    batch.step(batch.sample())
    assert plies.tolist() == [1] * 4
    assert batch.cells.__array_interface__["data"][0] == pointer
    del batch
    assert cells.shape == (4, 121) and (cells >= -1).all()


def test_set_and_get() -> None:
    batch = sh.Batch("classic-2", 2)
    game = sh.Position("classic-2")
    for move in ("k3-i5", "f15-h13", "i5-k3", "h13-f15"):
        game.push(move)
    batch.set(1, game)
    assert batch.get(1) == game and batch.get(1).repetitions() == 2
    assert batch.get(-1).history == ()
    with pytest.raises(sh.PositionError) as caught:
        batch.set(0, sh.Position("open-2"))
    assert caught.value.code == "other-variant"
    with pytest.raises(IndexError):
        batch.get(2)


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        ([1, 2], TypeError),
        (np.zeros(2, np.int64), TypeError),
        (np.zeros(4, np.int32)[::2], TypeError),
        (np.zeros(3, np.int32), ValueError),
        (np.zeros((2, 1), np.int32), ValueError),
        (None, TypeError),
    ],
)
def test_arrays_of_another_kind_are_refused(moves: object, error: type[Exception]) -> None:
    batch = sh.Batch("classic-2", 2)
    with pytest.raises(error, match=r"int32 array of shape \(2,\)"):
        batch.step(moves)  # type: ignore[arg-type]


def test_wrong_numbers() -> None:
    for wrong in ({"n": 0}, {"n": -1}, {"n": 1, "threads": 0}):
        with pytest.raises(ValueError):
            sh.Batch("classic-2", **wrong)  # type: ignore[arg-type]
    with pytest.raises(sh.VariantError):
        sh.Batch("classic-9", 1)


def test_features_are_seen_from_the_seat_to_move() -> None:
    """At the start every seat sees the same board: its marbles at the bottom, its target on top."""
    batch = sh.Batch("classic-6:deadline=none", 1, seed=1)
    first = batch.features()
    assert first.shape == (1, len(sh.Batch.PLANES), 17, 17)
    assert first[0, 0, -4:].sum() == 10 == first[0, 9].sum()
    assert first[0, 8, :4].sum() == 10 and first[0, 3, :4].sum() == 10
    assert first[0, 7].sum() == 121
    game = sh.Position("classic-6:deadline=none")
    text = game.text.replace(" w ", " b ")
    batch.set(0, sh.Position("classic-6:deadline=none", text))
    assert (batch.features() == first).all()


def test_equal_planes_mean_equal_moves_in_the_turned_view() -> None:
    batch = sh.Batch("classic-3", 40, seed=9)
    batch.playout(25)
    planes = batch.features()
    geometry = sh._core.geometry(4)
    names, xy = geometry["names"], geometry["xy"]
    for row in range(40):
        game = batch.get(row)
        assert game.turn is not None
        turn = geometry["symmetries"][(6 - game.turn) % 6]
        for move in game.legal_moves:
            x, y = xy[turn[names.index(move.origin)]]
            assert planes[row, 0, 17 - y, x - 1] == 1
            x, y = xy[turn[names.index(move.target)]]
            assert planes[row, :6, 17 - y, x - 1].sum() == 0
            assert planes[row, 7, 17 - y, x - 1] == 1


def test_float_features_are_fractions() -> None:
    batch = sh.Batch("classic-2", 3, seed=1)
    batch.playout(10)
    out = np.empty((3, len(sh.Batch.PLANES), 17, 17), np.float32)
    assert batch.features(out) is out
    assert (out[:, 10] == np.float32(25 / 30)).all()
    assert (out[:, 11] == np.float32(145 / 150)).all()
    assert (out[:, :10] == batch.features()[:, :10]).all()
    assert (batch.features()[:, 10] == 25).all()
    with pytest.raises(TypeError, match="float32"):
        batch.features(dtype="float64")
