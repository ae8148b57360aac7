// How a position stands for its sides: seats, or pairs of partners. What a place is worth, and which
// seats are with the side that searches.
#pragma once

#include <algorithm>
#include <array>

#include "sternhalma/game/state.hpp"
#include "sternhalma/search/options.hpp"

namespace sternhalma::search {

// The side's place; shared places count as the middle of those they take up, doubled to stay whole.
template <class Word>
[[nodiscard]] inline int doubled_place(const State<Word>& state, int side) noexcept {
  int sharing = 0;
  for (int other = 0; other < state.tables->sides; ++other) {
    sharing += state.places[other] == state.places[side];
  }
  return 2 * state.places[side] + sharing - 1;
}

// Whether a side is out of the game: its marbles have left the board.
template <class Word>
[[nodiscard]] inline bool eliminated(const State<Word>& state, int side) noexcept {
  if (state.rules().capture) return false;
  for (int s = 0; s < state.tables->seats; ++s) {
    if (state.tables->side_of(s) == side && any(state.marbles[s])) return false;
  }
  return true;
}

// What a side's place is worth after `ply` plies. `best` is the best place that was free at the root:
// that is a win, the last one a loss; a draw of two sides is nothing.
template <class Word>
[[nodiscard]] inline int place_value(const State<Word>& state, int side, int best,
                                     int ply) noexcept {
  const int sides = state.tables->sides;
  const int place = doubled_place(state, side);
  if (place <= 2 * best) return kWin - ply;
  if (place >= 2 * sides) return ply - kWin;
  // Who is out stands worse than anyone in play, whatever place that gives.
  if (eliminated(state, side)) return 100 * (2 * sides - place) + ply - kWinBound;
  // Between them, the middle being nothing, and better than any standing or worse.
  return kWinBound / 2 * (sides + 1 - place) / std::max(1, sides - 1);
}

// The best place that no side has yet; of two sides the first, which a reply may still share.
template <class Word>
[[nodiscard]] inline int best_free_place(const State<Word>& state) noexcept {
  if (state.tables->sides == 2) return 1;
  int best = 1;
  for (int side = 0; side < state.tables->sides; ++side) best += state.places[side] == best;
  return best;
}

// Two teams: the side that searches (0) against all others (1). With two sides that is the game.
struct Teams {
  std::array<int, kMaxSeats> of{};
  int others = 1;  // sides in team 1
  int best = 1;    // the best place free at the root
  int side = 0;    // the side that searches

  template <class Word>
  explicit Teams(const State<Word>& state) : Teams(state, state.tables->side_of(state.turn)) {}
  template <class Word>
  Teams(const State<Word>& state, int searching)
      : others(std::max(1, state.tables->sides - 1)),
        best(best_free_place(state)),
        side(searching) {
    for (int s = 0; s < state.tables->seats; ++s) of[s] = state.tables->side_of(s) != side;
  }

  // How much better team 0 stands than the average other side, by cost.
  template <class Costs>
  [[nodiscard]] int stand(const Costs& costs, int seats) const noexcept {
    int sums[2] = {0, 0};
    for (int s = 0; s < seats; ++s) sums[of[s]] += costs[s];
    return sums[1] / others - sums[0];
  }
};

}  // namespace sternhalma::search
