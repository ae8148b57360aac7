// The moves of the root in order, and iterative deepening over them for the algorithms that have no
// root of their own: each gives the value of a root move at a depth, this keeps the best ones and reports.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "sternhalma/game/random.hpp"
#include "sternhalma/search/job.hpp"
#include "sternhalma/search/play.hpp"

namespace sternhalma::search {

// The moves of the root, best gain first. A seed other than 0 mixes those of equal gain.
template <class List>
void sort_root(List& moves, std::uint64_t seed, std::uint64_t stream = 0) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.gain > b.gain; });
  if (seed == 0 && stream == 0) return;
  Random random(seed, stream);
  for (std::size_t end = 0, start = 0; start < moves.size(); start = end) {
    while (end < moves.size() && moves[end].gain == moves[start].gain) ++end;
    for (std::size_t i = end - start; i > 1; --i) {
      std::swap(moves[start + i - 1], moves[start + random.below(i)]);
    }
  }
}

// What a move of the root counts less because the position it leads to has stood before: who goes round
// in circles does not arrive, and not every variant ends such a game.
template <class PlayType>
[[nodiscard]] int circling_cost(PlayType& play, const typename PlayType::AMove& move,
                                const Options& options) {
  constexpr int kOnce = 100;
  constexpr int kMost = 30;
  if (options.full_width) return 0;
  const auto before = play.before();
  play.make(move);
  const int times = play.over() ? 0 : std::min(play.stood_before(), kMost);
  play.take_back(before);
  return kOnce * times;
}

// A value with that cost; wins and losses stay what they are.
[[nodiscard]] inline int less(int value, int cost) noexcept {
  return std::abs(value) >= kWinBound ? value : value - cost;
}

// `value(move, depth, best)` makes, searches and takes back a root move; `best` is the value to beat
// where only better moves matter, else -kInfinity. What it found before a stop stays in `result`.
template <class PlayType, class Value>
void deepen(PlayType& play, Job& job, NodeCounter& counter, Result& result, Value&& value) {
  using AMove = typename PlayType::AMove;
  struct RootMove {
    AMove move;
    int score = -kInfinity;
    int cost = 0;  // of going round in circles
  };
  std::vector<RootMove> moves;
  {
    typename PlayType::List list;
    play.list(list, job.options.full_width);
    sort_root(list, job.options.seed);
    for (const auto& ranked : list) {
      moves.push_back({ranked.move, ranked.gain, circling_cost(play, ranked.move, job.options)});
    }
  }
  const auto lines =
      std::min<std::size_t>(static_cast<std::size_t>(job.limits.multipv), moves.size());
  const auto report = [&](int depth) {
    result.depth = depth;
    result.lines.clear();
    for (std::size_t i = 0; i < lines; ++i) {
      result.lines.push_back({moves[i].score, {play.any(moves[i].move)}});
    }
    result.move = result.lines.front().moves.front();
    result.nodes = counter.nodes();
    result.time_ms = job.control.elapsed_ms();
  };
  report(0);
  const bool bounded = job.limits.depth || job.limits.nodes;
  try {
    for (int depth = 1; depth <= job.max_depth(); ++depth) {
      int best = -kInfinity;
      for (std::size_t i = 0; i < moves.size(); ++i) {
        const int to_beat = lines == 1 && best > -kInfinity ? best + moves[i].cost : -kInfinity;
        moves[i].score = less(value(moves[i].move, depth, to_beat), moves[i].cost);
        if (moves[i].score <= best) continue;
        best = moves[i].score;
        // The best so far stands first, so that a stop finds it there.
        if (lines == 1) {
          const auto at = moves.begin() + static_cast<std::ptrdiff_t>(i);
          std::rotate(moves.begin(), at, at + 1);
        }
      }
      std::stable_sort(moves.begin(), moves.end(),
                       [](const auto& a, const auto& b) { return a.score > b.score; });
      report(depth);
      counter.let_stop();
      if (job.on_info) job.on_info(result);
      const bool decided = std::abs(best) >= kWinBound && kWin - std::abs(best) <= depth;
      if ((decided && !job.limits.depth) || (moves.size() == 1 && !bounded)) break;
      if (job.control.enough()) break;
    }
  } catch (const Stopped&) {
    if (lines == 1 && result.depth > 0) {
      const int depth = result.depth;
      report(depth);
    }
  }
  result.nodes = counter.nodes();
  result.time_ms = job.control.elapsed_ms();
}

// Keeps the moves that gain most, best first.
template <class List>
void keep_best(List& moves, std::size_t most) {
  std::stable_sort(moves.begin(), moves.end(),
                   [](const auto& a, const auto& b) { return a.gain > b.gain; });
  if (moves.size() > most) moves.resize(most);
}

}  // namespace sternhalma::search
