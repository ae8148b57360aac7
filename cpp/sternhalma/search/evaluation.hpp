// What a marble on a cell costs its seat: the hundredths of a step that are still to go, with the
// last ones weighing more. A position stands as well as the costs of its seats compare, so a move
// changes it by two look-ups.
//
// Costs are by the distance to the outermost cell of the target tip, not to the target as a whole:
// a tip filled from its far end leaves no hole that the last marble cannot reach. They grow faster
// than the distance, so that stragglers catch up, and with the distance from the board's axis.
#pragma once

#include <array>
#include <cstdint>

#include "sternhalma/game/state.hpp"

namespace sternhalma::search {

struct Weights {
  int step = 60;     // of each step to the outermost target cell
  int square = 5;    // of its square
  int sideways = 6;  // of half a cell off the axis
  int tempo = 300;   // of being to move
};

class Evaluation {
 public:
  template <class Word>
  explicit Evaluation(const Tables<Word>& tables, const Weights& weights = {});

  // Home cells cost more, the deeper inside the more, for seats whose marbles there have few moves left
  // to leave in time.
  template <class Word>
  void hurry(const State<Word>& state);
  // Tells evaluations of the same tables apart.
  [[nodiscard]] std::uint64_t key() const noexcept { return key_; }

  [[nodiscard]] int cost(int s, int cell) const noexcept {
    return costs_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)];
  }
  [[nodiscard]] int tempo() const noexcept { return tempo_; }
  // What a side loses by being eliminated: as if all its marbles stood at its outermost cell.
  [[nodiscard]] int most() const noexcept { return most_; }

 private:
  std::array<std::array<std::int32_t, kMaxCells>, kMaxSeats> costs_{};
  std::uint64_t key_ = 0;
  int tempo_ = 0;
  int most_ = 0;
};

inline constexpr int kStoneValue = 100;  // of a stone taken, capture family

}  // namespace sternhalma::search
