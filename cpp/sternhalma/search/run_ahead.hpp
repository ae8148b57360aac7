// Run-ahead search for three and more sides: the others are not searched but foreseen, each plays the
// move that gains it most, so that all the time goes into our own moves. In a race of many, where
// nobody can afford to obstruct everybody, that sees further than any view in which the others plan.
//
//     our move     others foreseen     our move     others foreseen     ...
//     root ──┬──────────▶ o ────┬──────────▶ o ──┬──▶
//            ├──────────▶ o     ├──────────▶ o   ├──▶     of each column the `width` best are kept
//            └──────────▶ o     └──────────▶ o   └──▶
//
// A pass is a beam of our own moves, equal positions once. The next pass is twice as wide; the first
// move of the best position in the last column is played, or of the earliest arrival.
//
// That foreseen moves of the others beat skipped turns is from Esser, Gras, Winands, Schadd and
// Lanctot, "Improving Best-Reply Search", 2013; beam search is Lowerre's, 1976.
#pragma once

#include <algorithm>
#include <numeric>
#include <tuple>
#include <vector>

#include "sternhalma/search/deepening.hpp"
#include "sternhalma/search/sides.hpp"

namespace sternhalma::search {

template <class PlayType>
class RunAhead {
 public:
  using AMove = typename PlayType::AMove;

  RunAhead(const PlayType& root, Job& job)
      : play_(root),
        job_(job),
        counter_(job, true, root.state().rules().capture),
        teams_(root.state()),
        us_(root.turn()) {
    play_.forget_repetitions();  // the beam jumps between positions
  }

  // Depth counts our own moves.
  Result run() {
    list_root();
    report(0);
    const int depth = job_.limits.depth ? job_.max_depth() : kDepth;
    const bool bounded = job_.limits.depth || job_.limits.nodes;
    try {
      for (std::size_t width = kNarrowest; width <= kWidest; width *= 2) {
        pass(width, depth);
        report(depth);
        counter_.let_stop();
        if (job_.on_info) job_.on_info(result_);
        if (root_moves_.size() == 1 && !bounded) break;
        if (job_.limits.depth && width >= kDepthWidth) break;
        if (job_.control.enough()) break;
      }
    } catch (const Stopped&) {
    }
    result_.nodes = counter_.nodes();
    result_.time_ms = job_.control.elapsed_ms();
    return result_;
  }

 private:
  static constexpr int kDepth = 7;                 // our own moves
  static constexpr std::size_t kNarrowest = 4;     // positions kept a column, first pass
  static constexpr std::size_t kWidest = 1 << 12;  // a column of it takes some milliseconds
  static constexpr std::size_t kDepthWidth = 64;   // enough where the depth is the limit
  static constexpr std::size_t kTried = 3;         // moves tried for each position that is kept
  static constexpr int kMostRounds = 8;            // that we may have to sit out
  static constexpr double kTrust = 0.75;           // what a gain is worth one move later

  using List = typename PlayType::List;

  struct RootMove {
    AMove move;
    int column = 0;  // the last one in which it had a position
    int value = 0;   // of the best one there
  };
  struct Node {
    typename PlayType::Before at;
    int stand = 0;           // how we stand
    int value = 0;           // what that is worth, the later gained the less
    std::uint32_t root = 0;  // number of the root move it comes from
  };
  struct Candidate {
    AMove move;
    std::uint32_t node = 0;
    std::uint32_t root = 0;
    int promise = 0;
  };

  void list_root() {
    List moves;
    play_.list(moves, false);
    sort_root(moves, job_.options.seed);
    for (const auto& ranked : moves) root_moves_.push_back({ranked.move, 0, ranked.gain});
    root_ = {play_.before(), value(0), 0, 0};
  }

  // Whether we have made our last move; a partner may still be on the way.
  [[nodiscard]] bool done() const noexcept { return play_.over() || !play_.state().plays(us_); }
  [[nodiscard]] bool placed() const noexcept {
    return play_.over() || play_.state().places[teams_.side] != 0;
  }

  // How we stand; arriving late is better than not arriving.
  [[nodiscard]] int value(int column) const noexcept {
    const auto& state = play_.state();
    if (placed()) {
      const int worth = place_value(state, teams_.side, teams_.best, column);
      const bool late = worth < kWinBound && !play_.over() && !eliminated(state, teams_.side);
      return late ? kMaxStand - 100 * state.places[teams_.side] - column : worth;
    }
    return std::clamp(teams_.stand(play_.costs(), state.tables->seats), 1 - kMaxStand,
                      kMaxStand / 2);
  }

  // Everyone else's foreseen moves, until it is our turn or we have no move left to make.
  void foresee() {
    const int most = kMostRounds * play_.state().tables->seats;
    for (int i = 0; i < most && !done() && play_.turn() != us_; ++i) {
      counter_.count();
      play_.make(play_.foreseen());
    }
  }

  // The moves worth trying of all positions in the beam.
  void propose(std::size_t most) {
    candidates_.clear();
    for (std::uint32_t n = 0; n < beam_.size(); ++n) {
      play_.take_back(beam_[n].at);
      play_.list(moves_, false);
      for (const auto& ranked : moves_) {
        candidates_.push_back({ranked.move, n, beam_[n].root, beam_[n].value + ranked.gain});
      }
    }
    if (candidates_.size() <= most) return;
    std::nth_element(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(most),
                     candidates_.end(),
                     [](const auto& a, const auto& b) { return a.promise > b.promise; });
    candidates_.resize(most);
  }

  void pass(std::size_t width, int depth) {
    for (RootMove& move : root_moves_) move.column = 0;
    beam_.assign(1, root_);
    bool arrived = false;
    double trust = 1;
    for (int column = 1; column <= depth && !beam_.empty() && !arrived; ++column) {
      if (column == 1) {
        candidates_.clear();
        for (std::uint32_t r = 0; r < root_moves_.size(); ++r) {
          candidates_.push_back({root_moves_[r].move, 0, r, 0});
        }
      } else {
        propose(width * kTried);
      }
      next_.clear();
      for (const Candidate& candidate : candidates_) {
        play_.take_back(beam_[candidate.node].at);
        counter_.count();
        play_.make(candidate.move);
        foresee();
        const Node& from = beam_[candidate.node];
        int stand = value(column);
        int worth = stand;
        const bool goes_on = !done() && play_.turn() == us_;
        if (column == depth && goes_on) stand += std::max(0, play_.best_gain());
        if (!placed()) worth = from.value + static_cast<int>(trust * (stand - from.stand));
        note(root_moves_[candidate.root], column, worth);
        arrived |= worth >= kWinBound;
        if (goes_on) next_.push_back({play_.before(), stand, worth, candidate.root});
      }
      narrow(width);
      trust *= kTrust;
    }
    play_.take_back(root_.at);
  }

  // A place stays known while other lines of the same move go on.
  static void note(RootMove& move, int column, int worth) noexcept {
    const bool decided = move.value >= kMaxStand / 2 && move.column > 0;
    if (move.column < column && !decided) {
      move.value = worth;
    } else {
      move.value = std::max(move.value, worth);
    }
    move.column = column;
  }

  // The best `width` positions become the beam, each once: equal ones stand equally.
  void narrow(std::size_t width) {
    const auto rank = [&](std::uint32_t number) {
      const Node& node = next_[number];
      return std::tuple(-node.value, node.at.undo.state.key, node.root);
    };
    order_.resize(next_.size());
    std::iota(order_.begin(), order_.end(), 0U);
    std::sort(order_.begin(), order_.end(),
              [&](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); });
    beam_.clear();
    for (const std::uint32_t number : order_) {
      const Node& node = next_[number];
      if (beam_.size() == width) break;
      if (!beam_.empty() && beam_.back().at.undo.state.key == node.at.undo.state.key) continue;
      beam_.push_back(node);
    }
  }

  void report(int depth) {
    std::stable_sort(root_moves_.begin(), root_moves_.end(), [](const auto& a, const auto& b) {
      return std::tuple(-a.column, -a.value) < std::tuple(-b.column, -b.value);
    });
    // A place in sight is worth more than standing well after more moves.
    std::stable_partition(root_moves_.begin(), root_moves_.end(),
                          [](const auto& move) { return move.value >= kMaxStand / 2; });
    const auto lines =
        std::min<std::size_t>(static_cast<std::size_t>(job_.limits.multipv), root_moves_.size());
    result_.depth = depth;
    result_.lines.clear();
    int least = kInfinity;
    for (std::size_t i = 0; i < lines; ++i) {
      least = std::min(least, root_moves_[i].value);
      result_.lines.push_back({least, {play_.any(root_moves_[i].move)}});
    }
    result_.move = result_.lines.front().moves.front();
    result_.nodes = counter_.nodes();
    result_.time_ms = job_.control.elapsed_ms();
  }

  PlayType play_;
  Job& job_;
  NodeCounter counter_;
  Teams teams_;
  int us_;
  Node root_{};
  std::vector<RootMove> root_moves_;
  std::vector<Node> beam_;
  std::vector<Node> next_;
  std::vector<std::uint32_t> order_;
  std::vector<Candidate> candidates_;
  List moves_;
  Result result_;
};

}  // namespace sternhalma::search
