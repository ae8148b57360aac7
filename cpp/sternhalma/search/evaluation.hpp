// What a marble on a cell costs its seat, in hundredths of a step that is still to go, and what the two
// marbles furthest back cost on top. A position stands as well as the costs of its seats compare, so a
// move changes it by two look-ups, and by the tail where one of the last marbles moves.
//
//     cost of a seat = sum over its marbles: step * d + square * d * d + sideways(d) * o
//                      + last * d(last marble) + second * d(second last marble)
//
// with d the distance to the outermost cell of the target tip and o the half cells off the board's
// axis. A tip filled from its far end leaves no hole that the last marble cannot reach; inside the tip
// its edges come first. A game is decided by the last marble home, so its way counts several times.
// The weights are those of a logistic regression of won games on these terms (tools/tune.py).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sternhalma/game/state.hpp"
#include "sternhalma/search/options.hpp"

namespace sternhalma::search {

// Distances of the three marbles furthest back, the furthest first.
using Tail = std::array<std::uint8_t, 3>;

class Evaluation {
 public:
  template <class Word>
  explicit Evaluation(const Tables<Word>& tables, const Weights& weights = {});

  // Home cells cost more, the deeper inside the more, for seats whose marbles there have few moves left
  // to leave in time.
  template <class Word>
  void hurry(const State<Word>& state);
  // Where only own marbles make an arrival, one that shuts in an opponent who dawdles at home waits for
  // ever. So cells of the target before such a marble, and those before the camp, cost more.
  template <class Word>
  void wait(const State<Word>& state);
  // Tells evaluations of the same tables apart.
  [[nodiscard]] std::uint64_t key() const noexcept { return key_; }

  [[nodiscard]] int cost(int s, int cell) const noexcept {
    return costs_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)];
  }
  // Steps to the outermost target cell.
  [[nodiscard]] std::uint8_t distance(int s, int cell) const noexcept {
    return distances_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)];
  }
  // The costs and distances of a seat, by cell.
  [[nodiscard]] const std::int32_t* costs(int s) const noexcept {
    return costs_[static_cast<std::size_t>(s)].data();
  }
  [[nodiscard]] const std::uint8_t* distances(int s) const noexcept {
    return distances_[static_cast<std::size_t>(s)].data();
  }
  [[nodiscard]] int tail_cost(int last, int second) const noexcept {
    return last_ * last + second_ * second;
  }
  // What a tail costs less once its seat has moved a marble.
  [[nodiscard]] int tail_gain(const Tail& tail, int from, int to) const noexcept {
    int last = tail[0];
    int second = tail[1];
    if (from == last) {
      last = second;
      second = tail[2];
    } else if (from == second) {
      second = tail[2];
    }
    if (to > last) {
      second = last;
      last = to;
    } else {
      second = std::max(second, to);
    }
    return tail_cost(tail[0], tail[1]) - tail_cost(last, second);
  }
  [[nodiscard]] int tempo() const noexcept { return tempo_; }
  // What a side loses by being eliminated: as if all its marbles stood at its outermost cell.
  [[nodiscard]] int most() const noexcept { return most_; }

 private:
  std::array<std::array<std::int32_t, kMaxCells>, kMaxSeats> costs_{};
  std::array<std::array<std::uint8_t, kMaxCells>, kMaxSeats> distances_{};
  std::uint64_t key_ = 0;
  int last_ = 0;
  int second_ = 0;
  int tempo_ = 0;
  int most_ = 0;
};

inline constexpr int kStoneValue = 100;  // of a stone taken, capture family

}  // namespace sternhalma::search
