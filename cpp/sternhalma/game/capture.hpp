// Moves of the capture family: any stone, jumps only, each taking the stone jumped over. A move is
// (from, to, set of stones taken), so a stone's moves are the distinct (cell, taken) states that its
// chains reach. They are found breadth first, each state expanded once.
//
// Every jump takes one stone, so all paths to a state have the same length, and the first in
// (letter, row) order is what a breadth-first search finds first when it expands the states of a
// level in the order of their paths and each state's jumps in the order of their landings: the first
// difference of two paths decides, and it lies in the earlier level or in the last landing.
//
// With jumps over a neighbour the stones taken lie in other parity classes than the cells landed on.
// So which landings are empty does not change on the way, and what changes from state to state is only
// which stones are left: with the stones numbered, a state is a cell and one word (a trail). Long
// jumps, and boards with more than 64 stones, keep whole sets.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sternhalma/game/interrupt.hpp"
#include "sternhalma/game/long_jumps.hpp"
#include "sternhalma/game/movegen.hpp"
#include "sternhalma/game/state.hpp"

namespace sternhalma {

// Stones that can jump at all, as a set.
template <class Word>
[[nodiscard]] CellSet<Word> jumping_stones(const Tables<Word>& tables, const CellSet<Word>& stones);

// Reused working memory of one thread. Holds the moves of one stone at a time, never the whole list.
template <class Word>
class CaptureGenerator {
 public:
  using Set = CellSet<Word>;
  struct Node {
    Set taken;
    std::uint32_t parent;
    std::uint8_t cell;
  };

  // The moves of the stone on `from`, by number of stones taken, then by path. Valid until the next
  // call. Node 0 of the search is the stone at rest; the span starts behind it.
  std::span<const Node> moves_of(const Tables<Word>& tables, const Set& stones, int from);

  // The one move that ends on `to` and takes exactly `taken`, nullptr where it is none. Every step of
  // its paths takes a stone of that set, so only those are tried: this is quick where the stone's
  // moves are past counting. Valid until the next call.
  const Node* find(const Tables<Word>& tables, const Set& stones, int from, int to,
                   const Set& taken);

  // Lets long searches be stopped; nullptr no more.
  void watch(Interrupt* interrupt, int thread) noexcept {
    interrupt_ = interrupt;
    thread_ = thread;
  }

  // How many moves the stone on `from` has.
  std::size_t count_of(const Tables<Word>& tables, const Set& stones, int from);

  // Calls f(move) for every move of all stones, in the order of picks: by stone (class, then cell
  // number), then as `moves_of`. f must not use this generator.
  template <class F>
  void for_each(const State<Word>& state, F&& f) {
    const Set& stones = state.marbles[0];
    state.tables->layout.for_each(jumping_stones(*state.tables, stones), [&](int from) {
      for (const Node& node : moves_of(*state.tables, stones, from)) {
        f(CaptureMove<Word>{static_cast<std::uint8_t>(from), node.cell, node.taken});
      }
    });
  }

  // Adds all moves to a list, in the same order.
  void list(const State<Word>& state, std::vector<AnyMove>& moves);

  // Number of moves of all stones.
  std::uint64_t count(const State<Word>& state);

  // The move with number `index` in the order of `for_each`. Quick after a count of the same stones.
  CaptureMove<Word> pick(const State<Word>& state, std::uint64_t index);

  // Cells of the path to a node of the last `moves_of`, origin first.
  [[nodiscard]] std::vector<int> path(const Node& node) const;

 private:
  // A state of a search over numbered stones.
  struct Trail {
    std::uint64_t taken;
    std::uint32_t parent;
    std::uint16_t at;    // on the grid
    std::uint8_t pivot;  // the number of the stone taken last
  };
  static constexpr int kMaxStones = 64;
  // The grid: cell (x, y) at kStride * (y + 1) + x + 1, so that two steps in any direction stay inside.
  static constexpr int kStride = 32;
  static constexpr int kGrid = kStride * (4 * kMaxOrder + 5);
  enum Ground : std::uint8_t { kNoGround, kFree, kStoneThere };

  bool follow_trails(const Tables<Word>& tables, const Set& stones, int from, const Set& takeable);
  bool number_stones(const Tables<Word>& tables, const Set& stones);
  void lay_out(const Tables<Word>& tables);
  void expand_levels();
  void flip_landing(int at);
  bool is_new_trail(int at, std::uint64_t taken, std::size_t level);
  void hash_trails(std::size_t first);
  void unfold_trails(const Tables<Word>& tables);
  void prepare_slots(std::size_t last_size);
  [[nodiscard]] std::uint8_t cell_of(const Trail& trail) const { return cell_of_[trail.at]; }

  void search(const Tables<Word>& tables, const Set& stones, int from, const Set& takeable);
  void expand(const Tables<Word>& tables, const Set& stones, const Set& takeable,
              std::uint32_t index);
  void visit(int cell, const Set& taken, std::uint32_t parent);
  void grow();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;  // open addressing over nodes_ or trails_, 0 is free
  std::vector<Trail> trails_;
  bool hashing_ = false;  // trails_ of this level are in slots_
  // The grid of a star, of no order yet.
  int grid_order_ = 0;
  std::array<std::uint16_t, kMaxCells> at_{};      // by cell
  std::array<std::uint8_t, kMaxCells> by_rank_{};  // cells
  std::array<std::uint8_t, kGrid> cell_of_{};
  std::array<std::uint8_t, kGrid> empty_{};   // the ground without stones
  std::array<std::uint8_t, kGrid> ground_{};  // and with those that are numbered
  // The stones that are numbered, on a star of which order; 0 where there are none.
  int numbered_order_ = 0;
  Set numbered_{};
  std::array<std::uint16_t, kMaxStones> stone_{};  // places on the grid, by number
  std::array<std::uint8_t, kGrid> number_{};       // of the stone on a place
  std::array<std::uint64_t, kGrid> jumpable_{};    // stones that can be jumped from a place
  // The last count: of which stones, and how many moves each that can jump has, in their order.
  int counted_order_ = 0;  // 0 where there is none
  Jumps counted_jumps_ = Jumps::kAdjacent;
  Set counted_{};
  std::vector<std::uint32_t> counts_;
  Interrupt* interrupt_ = nullptr;
  int thread_ = 0;
};

extern template class CaptureGenerator<std::uint64_t>;
extern template class CaptureGenerator<U128>;

}  // namespace sternhalma
