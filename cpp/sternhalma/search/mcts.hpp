// Monte-Carlo tree search for any number of sides: a max^n tree grown by short playouts that lean
// forward and are then judged by how the sides stand. Children are opened best gain first, few at a
// time, and moves that did well anywhere are tried earlier (progressive history).
// Sources: Sturtevant, "An Analysis of UCT in Multi-player Games", 2008; Nijssen and Winands,
// "Enhancements for Multi-Player Monte-Carlo Tree Search", 2010.
#pragma once

#include <cmath>

#include "sternhalma/game/random.hpp"
#include "sternhalma/search/deepening.hpp"
#include "sternhalma/search/views.hpp"

namespace sternhalma::search {

template <class PlayType>
class Mcts {
 public:
  using AMove = typename PlayType::AMove;

  Mcts(const PlayType& root, Job& job)
      : root_(root),
        play_(root),
        job_(job),
        counter_(job, true, root.state().rules().capture),
        best_place_(best_free_place(root.state())),
        random_(job.options.seed, 0),
        history_(static_cast<std::size_t>(root.state().tables->seats) * kMaxCells * kMaxCells) {}

  Result run() {
    Result result;
    nodes_.push_back({});
    try {
      expand(0, kRootWidth);
      report(result);
      std::uint64_t next_report = 1000;
      const int most = job_.limits.depth ? 1 << std::min(*job_.limits.depth, 24) : 1 << 30;
      for (int i = 0; i < most && nodes_.size() < kMostNodes; ++i) {
        simulate();
        counter_.let_stop();
        if (nodes_[0].count == 1 && !job_.limits.depth && !job_.limits.nodes) break;
        if (counter_.nodes() < next_report) continue;
        next_report *= 2;
        report(result);
        if (job_.on_info) job_.on_info(result);
      }
    } catch (const Stopped&) {
    }
    report(result);
    return result;
  }

 private:
  static constexpr std::size_t kMostNodes = 4'000'000;
  static constexpr std::size_t kRootWidth = 40;  // children of the root
  static constexpr std::size_t kWidth = 12;      // of all other nodes
  static constexpr int kPlayoutPlies = 4;        // for every seat
  static constexpr double kExplore = 0.25;       // weight of what was tried little
  static constexpr double kLean = 0.6;           // weight of the history
  static constexpr double kScale = 900.0;        // a lead that is worth 73 in 100

  struct Node {
    AMove move{};
    std::uint32_t first = 0;  // of its children
    std::uint32_t count = 0;
    std::uint32_t visits = 0;
    int mover = -1;  // the seat that makes `move`
    float prior = 0;
    std::array<float, kMaxSeats> sums{};  // by side, each value in 0..1
  };
  struct Tried {
    float sum = 0;
    float count = 0;
  };

  void expand(std::uint32_t at, std::size_t width) {
    play_.list(list_, false);
    keep_best(list_, width);
    nodes_[at].first = static_cast<std::uint32_t>(nodes_.size());
    nodes_[at].count = static_cast<std::uint32_t>(list_.size());
    const int top = list_.front().gain;
    for (const auto& ranked : list_) {
      Node node;
      node.move = ranked.move;
      node.mover = play_.turn();
      node.prior = 1.0F / (1.0F + static_cast<float>(top - ranked.gain) / 300.0F);
      nodes_.push_back(node);
    }
  }

  Tried& tried(const Node& node) {
    return history_[(static_cast<std::size_t>(node.mover) * kMaxCells + node.move.from) *
                        kMaxCells +
                    node.move.to];
  }

  std::uint32_t select(const Node& parent) {
    std::uint32_t best = parent.first;
    double most = -1;
    const double log_visits = std::log(static_cast<double>(parent.visits) + 1);
    for (std::uint32_t i = parent.first; i < parent.first + parent.count; ++i) {
      const Node& node = nodes_[i];
      const int side = play_.state().tables->side_of(node.mover);
      const double visits = node.visits;
      const double mean = visits > 0 ? node.sums[static_cast<std::size_t>(side)] / visits : 0.5;
      const Tried& past = tried(node);
      const double lean = past.count > 0 ? past.sum / past.count : 0.5;
      const double value = mean + kExplore * std::sqrt(log_visits / (visits + 1)) +
                           (kLean * lean * node.prior + 0.3 * node.prior) /
                               (visits * (1.0 - std::min(mean, 0.99)) + 1);
      if (value > most) {
        most = value;
        best = i;
      }
    }
    return best;
  }

  void simulate() {
    play_ = root_;
    path_.assign(1, 0);
    std::uint32_t at = 0;
    while (!play_.over() && nodes_[at].count > 0) {
      at = select(nodes_[at]);
      counter_.count();
      play_.make(nodes_[at].move);
      path_.push_back(at);
    }
    if (!play_.over() && nodes_[at].visits > 0 && at != 0) expand(at, kWidth);
    play_out();
    const auto won = judge();
    for (const std::uint32_t node : path_) {
      Node& visited = nodes_[node];
      ++visited.visits;
      for (std::size_t s = 0; s < won.size(); ++s) visited.sums[s] += won[s];
      if (visited.mover < 0) continue;
      Tried& past = tried(visited);
      past.sum += won[static_cast<std::size_t>(root_.state().tables->side_of(visited.mover))];
      past.count += 1;
    }
  }

  // Some plies, each the best of a few random moves.
  void play_out() {
    const int plies = kPlayoutPlies * root_.state().tables->seats;
    for (int i = 0; i < plies && !play_.over(); ++i) {
      play_.list(list_, false);
      const auto pick = [&] { return static_cast<std::size_t>(random_.below(list_.size())); };
      std::size_t best = pick();
      for (int more = 0; more < 6; ++more) {
        const std::size_t other = pick();
        if (list_[other].gain > list_[best].gain) best = other;
      }
      counter_.count();
      play_.make(list_[best].move);
    }
  }

  std::array<float, kMaxSeats> judge() const {
    const Values values = values_of(play_, best_place_, 0);
    std::array<float, kMaxSeats> won{};
    for (std::size_t s = 0; s < won.size(); ++s) {
      won[s] = static_cast<float>(1.0 / (1.0 + std::exp(-values[s] / kScale)));
    }
    return won;
  }

  void report(Result& result) {
    play_ = root_;
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < nodes_[0].count; ++i) order.push_back(nodes_[0].first + i);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return nodes_[a].visits > nodes_[b].visits;
    });
    const auto lines =
        std::min<std::size_t>(static_cast<std::size_t>(job_.limits.multipv), order.size());
    const auto side = static_cast<std::size_t>(root_.state().tables->side_of(root_.turn()));
    result.lines.clear();
    for (std::size_t i = 0; i < lines; ++i) {
      const Node& node = nodes_[order[i]];
      const double mean = node.visits > 0 ? node.sums[side] / node.visits : 0.5;
      const double bounded = std::clamp(mean, 1e-6, 1 - 1e-6);
      Line line{static_cast<int>(kScale * std::log(bounded / (1 - bounded))), {}};
      line.moves.push_back(play_.any(node.move));
      result.lines.push_back(std::move(line));
    }
    std::stable_sort(result.lines.begin() + 1, result.lines.end(),
                     [](const Line& a, const Line& b) { return a.score > b.score; });
    for (std::size_t i = 1; i < lines; ++i) {  // most visited first, the others not above it
      result.lines[i].score = std::min(result.lines[i].score, result.lines[0].score);
    }
    result.move = result.lines.front().moves.front();
    result.depth = std::max(1, static_cast<int>(std::log2(nodes_[0].visits + 1)));
    result.nodes = counter_.nodes();
    result.time_ms = job_.control.elapsed_ms();
  }

  const PlayType root_;
  PlayType play_;
  Job& job_;
  NodeCounter counter_;
  int best_place_;
  Random random_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
  std::vector<Tried> history_;
  typename PlayType::List list_;
};

}  // namespace sternhalma::search
