// Moves of the capture family: any stone, jumps only, each taking the stone jumped over. A move is
// (from, to, set of stones taken), so a stone's moves are the distinct (cell, taken) states that its
// chains reach. They are found breadth first, each state expanded once.
//
// Every jump takes one stone, so all paths to a state have the same length, and the first in
// (letter, row) order is what a breadth-first search finds first when it expands the states of a
// level in the order of their paths and each state's jumps in the order of their landings: the first
// difference of two paths decides, and it lies in the earlier level or in the last landing.
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

  // Number of moves of all stones.
  std::uint64_t count(const State<Word>& state);

  // The move with number `index` in the order of `for_each`.
  CaptureMove<Word> pick(const State<Word>& state, std::uint64_t index);

  // Cells of the path to a node of the last `moves_of`, origin first.
  [[nodiscard]] std::vector<int> path(const Node& node) const;

 private:
  void search(const Tables<Word>& tables, const Set& stones, int from, const Set& takeable);
  void expand(const Tables<Word>& tables, const Set& stones, const Set& takeable,
              std::uint32_t index);
  void visit(int cell, const Set& taken, std::uint32_t parent);
  void grow();

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> slots_;  // open addressing over nodes_, 0 is free
  Interrupt* interrupt_ = nullptr;
  int thread_ = 0;
};

extern template class CaptureGenerator<std::uint64_t>;
extern template class CaptureGenerator<U128>;

}  // namespace sternhalma
