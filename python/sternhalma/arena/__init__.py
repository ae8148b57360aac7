"""Matches between engines: who plays whom from which opening, played anywhere, counted, resumable.

match     what is played: engines, seatings, openings, each game as plain data
game      one game between engines, with this package as the referee
store     the record file: what was played, and where a killed run goes on
results   wins, places, Elo with error bars, the sequential test
run       sharing the games out to processes here or on a cluster
report    results as text and as JSON
"""

from sternhalma.arena.match import Match
from sternhalma.arena.results import Results
from sternhalma.arena.running import ClusterWorkers, LocalWorkers, Workers, run
from sternhalma.arena.store import Store

__all__ = ["ClusterWorkers", "LocalWorkers", "Match", "Results", "Store", "Workers", "run"]
