#include "sternhalma/solve/race.hpp"

#include <array>
#include <unordered_set>
#include <utility>

#include "sternhalma/game/movegen.hpp"

namespace sternhalma::solve {
namespace {

constexpr int kMostMoves = 250;  // longer races are not looked for
constexpr int kWidest = 4096;    // sets that a beam keeps
constexpr int kPerMove = 100;    // what a move of the bound weighs in a beam, hundredths of a step
constexpr int kWider = 8;        // how much wider the next beam is
constexpr std::uint64_t kAskEvery = 256;  // nodes

struct OutOfNodes {};
struct Told {};  // to stop

template <class Word>
[[nodiscard]] std::uint64_t mix(const CellSet<Word>& set) noexcept {
  std::uint64_t mixed = 0;
  for (int c = 0; c < kClasses; ++c) {
    if constexpr (sizeof(Word) == 8) {
      mixed = splitmix64(mixed ^ set[c]);
    } else {
      mixed = splitmix64(splitmix64(mixed ^ set[c].lo) ^ set[c].hi);
    }
  }
  return mixed;
}

template <class Word>
struct Mix {
  std::size_t operator()(const CellSet<Word>& set) const noexcept {
    return static_cast<std::size_t>(mix(set));
  }
};

// Sets of marbles and the number of moves in which they can't arrive. A slot keeps the newest.
template <class Word>
class Refuted {
 public:
  explicit Refuted(std::uint64_t nodes) : mask_(63) {
    constexpr std::size_t kMostSlots = std::size_t{1} << 16;
    while (mask_ + 1 < kMostSlots && mask_ < nodes) mask_ = 2 * mask_ + 1;
    slots_.resize(mask_ + 1);
  }
  [[nodiscard]] int moves(const CellSet<Word>& own) const noexcept {
    const Slot& slot = slots_[mix(own) & mask_];
    return slot.own == own ? slot.moves : 0;
  }
  void keep(const CellSet<Word>& own, int moves) noexcept {
    slots_[mix(own) & mask_] = {own, moves};
  }

 private:
  struct Slot {
    CellSet<Word> own{};
    int moves = 0;
  };
  std::size_t mask_;
  std::vector<Slot> slots_;
};

template <class Word>
class Solver {
 public:
  Solver(const State<Word>& state, int s, std::uint64_t nodes, const std::function<bool()>& stop)
      : s_(s),
        bound_(*state.tables, s),
        refuted_(nodes),
        limit_(nodes),
        stop_(stop),
        start_(state.marbles[s]),
        alone_(alone(state, s)) {}

  Race run() {
    race_.lower = bound_.least(start_);
    if (start_ == bound_.target()) race_.upper = 0;
    try {
      for (int width = 1; !done() && race_.nodes < limit_; width *= kWider) {
        const bool beamed = width <= kWidest && within(limit_ / 2, [&] { beam(width); });
        within(beamed ? std::min(limit_, 2 * race_.nodes) : limit_, [&] { deepen(); });
      }
    } catch (const Told&) {  // what is known so far stands
    }
    return std::move(race_);
  }

 private:
  struct Child {
    Move move;
    int least;
    int cost;
  };
  struct Kept {
    CellSet<Word> own;
    std::uint32_t parent;  // in the layer before
    Move move;
    int cost;
    int rank;  // the lower the better
  };

  [[nodiscard]] bool done() const noexcept { return race_.exact() || race_.lower > kMostMoves; }
  void stand(const CellSet<Word>& own) noexcept { alone_.marbles[s_] = alone_.occupied = own; }
  [[nodiscard]] CellSet<Word> after(CellSet<Word> own, Move move) const noexcept {
    alone_.tables->layout.flip(own, move.from);
    alone_.tables->layout.flip(own, move.to);
    return own;
  }
  // Runs a search up to so many nodes in all; false if it had to break off.
  template <class F>
  bool within(std::uint64_t nodes, F&& search) {
    slice_ = nodes;
    list_.size = 0;
    try {
      search();
      return true;
    } catch (const OutOfNodes&) {
      return false;
    }
  }
  void count() {
    if (race_.nodes >= slice_) throw OutOfNodes();
    if (race_.nodes++ % kAskEvery == 0 && stop_ && stop_()) throw Told();
  }
  // Whether no line of so many moves could be shorter than the best.
  [[nodiscard]] bool too_long(int moves) const noexcept {
    return moves >= race_.upper.value_or(kMostMoves + 1);
  }

  // Layers of sets, each made of the one before by all moves; the `width` best of each go on.
  void beam(int width) {
    layers_.assign(1, {{start_, 0, {}, 0, 0}});
    while (!layers_.back().empty()) {
      const int made = static_cast<int>(layers_.size());
      std::vector<Kept> next;
      std::unordered_set<CellSet<Word>, Mix<Word>> seen;
      const std::vector<Kept>& layer = layers_.back();
      for (std::size_t i = 0; i < layer.size(); ++i) {
        stand(layer[i].own);
        list_moves(alone_, s_, list_);
        for (const Move move : list_) {
          count();
          const CellSet<Word> own = after(layer[i].own, move);
          const int least = bound_.least(own);
          if (too_long(made + least) || !seen.insert(own).second) continue;
          const int cost = layer[i].cost + bound_.cost(move.to) - bound_.cost(move.from);
          const int rank = cost + kPerMove * least;
          next.push_back({own, static_cast<std::uint32_t>(i), move, cost, rank});
          if (own == bound_.target()) return found(next.back());
        }
        list_.size = 0;
      }
      keep_best(next, static_cast<std::size_t>(width));
      layers_.push_back(std::move(next));
    }
  }

  static void keep_best(std::vector<Kept>& sets, std::size_t width) {
    std::stable_sort(sets.begin(), sets.end(),
                     [](const Kept& a, const Kept& b) { return a.rank < b.rank; });
    if (sets.size() > width) sets.resize(width);
  }

  void found(Kept last) {
    race_.line.assign(layers_.size(), last.move);
    for (std::size_t i = layers_.size(); --i > 0;) {
      last = layers_[i][last.parent];
      race_.line[i - 1] = last.move;
    }
    race_.upper = static_cast<int>(race_.line.size());
  }

  // Refutes one number of moves after the other.
  void deepen() {
    while (!done()) {
      if (dive(start_, race_.lower, 0)) {
        race_.line.assign(line_.begin(), line_.begin() + race_.lower);
        race_.upper = race_.lower;
        return;
      }
      ++race_.lower;
    }
  }

  // Whether the marbles can arrive in `left` moves; RaceBound must not rule it out.
  bool dive(const CellSet<Word>& own, int left, int ply) {
    if (own == bound_.target()) return true;
    if (refuted_.moves(own) >= left) return false;
    const auto depth = static_cast<std::size_t>(ply);
    if (children_.size() <= depth) children_.resize(depth + 1);
    list_children(own, left - 1, children_[depth]);
    for (std::size_t i = 0; i < children_[depth].size(); ++i) {
      const Move move = children_[depth][i].move;
      line_[depth] = move;
      if (dive(after(own, move), left - 1, ply + 1)) return true;
    }
    refuted_.keep(own, left);
    return false;
  }

  // The moves after which `left` more may do, the most promising first.
  void list_children(const CellSet<Word>& own, int left, std::vector<Child>& children) {
    children.clear();
    stand(own);
    list_moves(alone_, s_, list_);
    for (const Move move : list_) {
      count();
      const int least = bound_.least(after(own, move));
      if (least > left) continue;
      children.push_back({move, least, bound_.cost(move.to) - bound_.cost(move.from)});
    }
    list_.size = 0;
    std::stable_sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
      return a.least != b.least ? a.least < b.least : a.cost < b.cost;
    });
  }

  int s_;
  RaceBound<Word> bound_;
  Refuted<Word> refuted_;
  std::uint64_t limit_;
  std::uint64_t slice_ = 0;  // nodes at which the search under way ends
  const std::function<bool()>& stop_;
  CellSet<Word> start_;
  State<Word> alone_;  // what the generator reads
  Race race_;
  MoveList list_;
  std::vector<std::vector<Kept>> layers_;     // of a beam
  std::vector<std::vector<Child>> children_;  // of a dive, by ply
  std::array<Move, kMostMoves + 1> line_{};   // of a dive
};

// Rows by the distance from the bottom of the two tips, 0 where the first seat starts.
template <class Word>
[[nodiscard]] int progress(const Tables<Word>& tables, int cell) noexcept {
  // Clockwise from the bottom: the coordinate that grows from a tip to the opposite one.
  const Star& star = tables.star;
  switch (tables.seat[0].colour) {
    case kWhite:
      return star.y(cell);
    case kRed:
      return star.x(cell) + star.y(cell);
    case kBlue:
      return star.x(cell);
    case kBlack:
      return -star.y(cell);
    case kYellow:
      return -star.x(cell) - star.y(cell);
    default:
      return -star.x(cell);
  }
}

}  // namespace

template <class Word>
bool can_race(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  return !tables.rules.capture && popcount(state.marbles[s]) == popcount(tables.seat[s].target);
}

template <class Word>
Race race(const State<Word>& state, int s, std::uint64_t nodes, const std::function<bool()>& stop) {
  return Solver<Word>(state, s, nodes, stop).run();
}

template <class Word>
bool separated(const State<Word>& state) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.capture || tables.seats != 2) return false;
  if (tables.seat[1].colour != opposite_tip(tables.seat[0].colour)) return false;
  int first = 1000;  // the row of seat 0 that is farthest behind, and that of seat 1
  int second = -1000;
  tables.layout.for_each(state.marbles[0],
                         [&](int cell) { first = std::min(first, progress(tables, cell)); });
  tables.layout.for_each(state.marbles[1],
                         [&](int cell) { second = std::max(second, progress(tables, cell)); });
  return first > second;
}

template bool can_race(const State<std::uint64_t>&, int) noexcept;
template bool can_race(const State<U128>&, int) noexcept;
template Race race(const State<std::uint64_t>&, int, std::uint64_t, const std::function<bool()>&);
template Race race(const State<U128>&, int, std::uint64_t, const std::function<bool()>&);
template bool separated(const State<std::uint64_t>&) noexcept;
template bool separated(const State<U128>&) noexcept;

}  // namespace sternhalma::solve
