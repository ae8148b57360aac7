"""Work for worker processes, which import it by name: random games from a seed of their own."""

import sternhalma as sh


def games_of(seed: int, worker: int, workers: int = 4) -> list[list[int]]:
    """Boards after some plies of a few games; worker w of a seed draws numbers of its own."""
    batch = sh.Batch("classic-2:deadline=none", 6, seed=seed * workers + worker)
    batch.playout(40)
    return batch.cells.tolist()  # type: ignore[no-any-return]
