// max^n: everyone plays for themselves, a node's value is the vector that its mover likes best.
// Bounded to the moves that gain most below the root, since nothing is cut off.
// Source: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", 1986.
#pragma once

#include "sternhalma/search/deepening.hpp"
#include "sternhalma/search/views.hpp"

namespace sternhalma::search {

template <class PlayType>
class MaxN {
 public:
  MaxN(const PlayType& root, Job& job)
      : play_(root),
        job_(job),
        counter_(job, true, root.state().rules().capture),
        best_place_(best_free_place(root.state())),
        lists_(kMaxPly + 1) {}

  Result run() {
    const PlayType root = play_;
    Result result;
    const auto side = static_cast<std::size_t>(root.state().tables->side_of(root.turn()));
    deepen(play_, job_, counter_, result, [&](const auto& move, int depth, int) {
      play_ = root;
      counter_.count();
      play_.make(move);
      return search(depth - 1, 1)[side];
    });
    return result;
  }

 private:
  static constexpr std::size_t kWidth = 10;  // moves looked at below the root

  Values search(int depth, int ply) {
    if (depth == 0 || play_.over()) return values_of(play_, best_place_, ply);
    auto& moves = lists_[static_cast<std::size_t>(ply)];
    play_.list(moves, job_.options.full_width);
    if (!job_.options.full_width) keep_best(moves, kWidth);
    const auto side = static_cast<std::size_t>(play_.state().tables->side_of(play_.turn()));
    const auto before = play_.before();
    Values best{};
    best[side] = -kInfinity;
    for (const auto& ranked : moves) {
      counter_.count();
      play_.make(ranked.move);
      const Values values = search(depth - 1, ply + 1);
      play_.take_back(before);
      if (values[side] > best[side]) best = values;
    }
    return best;
  }

  PlayType play_;
  Job& job_;
  NodeCounter counter_;
  int best_place_;
  std::vector<typename PlayType::List> lists_;
};

}  // namespace sternhalma::search
