#include "sternhalma/search/evaluation.hpp"

#include <algorithm>
#include <cstdlib>

#include "sternhalma/solve/race_bound.hpp"

namespace sternhalma::search {
namespace {

// The turn of the board that brings `from` to `to`.
int turn_between(const Star& star, int from, int to) {
  for (int s = 0; s < kTips; ++s) {
    if (star.image(from, s) == to) return s;
  }
  return 0;
}

}  // namespace

template <class Word>
Evaluation::Evaluation(const Tables<Word>& tables, const Weights& weights) {
  if (tables.rules.capture) return;
  const Star& star = tables.star;
  last_ = weights.last;
  second_ = weights.second;
  const int order = star.order();
  const int top = solve::outermost(star, kBlack);
  const int centre = 2 * star.x(top) + star.y(top);
  for (int s = 0; s < tables.seats; ++s) {
    const int goal = solve::outermost(star, opposite_tip(tables.seat[s].colour));
    const int turn = turn_between(star, goal, top);
    for (int cell = 0; cell < star.cells(); ++cell) {
      const int steps = star.distance(cell, goal);
      const int seen = star.image(cell, turn);  // as if the goal were the top
      const int sideways = std::abs(2 * star.x(seen) + star.y(seen) - centre);
      const int side = steps < order        ? weights.in_tip
                       : steps <= 2 * order ? weights.ahead
                                            : weights.behind;
      const int cost = weights.step * steps + weights.square * steps * steps + side * sideways;
      distances_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)] =
          static_cast<std::uint8_t>(steps);
      costs_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)] = cost;
      most_ = std::max(most_, cost * tables.rules.marbles + (last_ + second_) * steps);
    }
  }
  tempo_ = tables.seats == 2 ? weights.tempo : 0;
}

template <class Word>
void Evaluation::hurry(const State<Word>& state) {
  constexpr int kPerMarble = 3;  // own moves that bring a marble out, with some in hand
  constexpr int kInHand = 4;
  constexpr int kHome = 400;  // of each step still in the camp
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.deadline == kOff) return;
  for (int s = 0; s < tables.seats; ++s) {
    const int at_home = popcount(state.marbles[s] & tables.seat[s].home);
    const int left = tables.rules.deadline - static_cast<int>(state.moves[s]);
    if (!state.plays(s) || at_home == 0 || left > kPerMarble * at_home + kInHand) continue;
    key_ ^= splitmix64(0x60000 + static_cast<std::uint64_t>(s));
    tables.layout.for_each(tables.seat[s].home, [&](int cell) {
      int out = kMaxCells;  // steps out of the camp
      for (int other = 0; other < tables.star.cells(); ++other) {
        if (tables.layout.contains(tables.seat[s].home, other)) continue;
        out = std::min(out, tables.star.distance(cell, other));
      }
      costs_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)] += kHome * out;
    });
  }
}

template <class Word>
void Evaluation::wait(const State<Word>& state) {
  constexpr int kInside = 1500;  // of a marble in the way of one that is still in its camp
  constexpr int kMouth = 700;    // of one before the camp
  constexpr int kLate = 8;       // own moves a row after which who is still at home dawdles
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.capture || tables.rules.arrival != Arrival::kOwn) return;
  const int order = tables.star.order();
  for (int s = 0; s < tables.seats; ++s) {
    int deepest = kMaxCells;
    for (int other = 0; other < tables.seats; ++other) {
      if (other == s || state.moves[other] < static_cast<std::uint32_t>(kLate * order)) continue;
      tables.layout.for_each(state.marbles[other] & tables.seat[s].target, [&](int cell) {
        deepest = std::min<int>(deepest, distance(s, cell));
      });
    }
    if (deepest == kMaxCells) continue;
    key_ ^= splitmix64(0x70000 + static_cast<std::uint64_t>(s * kMaxCells + deepest));
    for (int cell = 0; cell < tables.star.cells(); ++cell) {
      std::int32_t& cost = costs_[static_cast<std::size_t>(s)][static_cast<std::size_t>(cell)];
      const int steps = distance(s, cell);
      if (steps <= deepest) continue;
      if (steps < order) cost += kInside;
      if (steps == order || steps == order + 1) cost += kMouth;
    }
  }
}

template void Evaluation::wait(const State<std::uint64_t>&);
template void Evaluation::wait(const State<U128>&);
template void Evaluation::hurry(const State<std::uint64_t>&);
template void Evaluation::hurry(const State<U128>&);
template Evaluation::Evaluation(const Tables<std::uint64_t>&, const Weights&);
template Evaluation::Evaluation(const Tables<U128>&, const Weights&);

}  // namespace sternhalma::search
