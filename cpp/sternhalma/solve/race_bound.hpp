// How many own moves a seat's marbles need at least until they fill its target, alone on the board:
// cheap bounds that are never too high, and a rough estimate beside them. Reads marbles, plays nothing.
//
// Each bound looks at one thing that a single move can change by so much at most.
//
// Entries and classes. A marble outside the target has to move. A jump, long ones too, keeps a
// marble's parity class (board/layout.hpp), so of a class that has e marbles more than the target has
// cells, e marbles change class at least: they make a step. For a marble inside the target that is a
// move which the first count does not have. One outside that makes do with one move steps straight
// into the target, which only a marble next to it can; any other needs a second move. So
//
//   moves >= marbles outside + sum over classes of max(0, e - marbles of the class next to the target)
//
// Rims. Let f be x, y, x + y or one of their negatives, which a step changes by 1 at most, and F the
// smallest f of the marbles. With jumps over neighbours a move ends next to the cell it came from or
// next to a pivot, and the pivots are the seat's other marbles: F falls by 1 at most. A move taken back
// is such a move as well: F grows by 1 at most. So for each of the six, with F* that of the target's
// cells,
//
//   moves >= |F* - F|
//
// which counts the steps of stragglers too far behind to jump, and those of a van without pivots ahead.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sternhalma/game/state.hpp"

namespace sternhalma::solve {

// The outermost cell of a tip: the one with two neighbours only.
[[nodiscard]] int outermost(const Star& star, int tip);

template <class Word>
class RaceBound {
 public:
  RaceBound(const Tables<Word>& tables, int s);

  // At most as many as the moves that are needed; 0 only where the target is filled. `own` must have
  // as many marbles as the target has cells.
  [[nodiscard]] int least(const CellSet<Word>& own) const noexcept {
    int moves = popcount(own & ~target_);
    for (int c = 0; c < kClasses; ++c) {
      const int surplus = popcount(own[c]) - cells_of_class_[static_cast<std::size_t>(c)];
      moves += std::max(0, surplus - popcount(own[c] & beside_[c]));
    }
    if (!rims_) return moves;
    for (const Rows& rows : rows_) moves = std::max(moves, rim(rows, own));
    return moves;
  }

  // The cost of a marble on a cell: hundredths of a step to the target's outermost cell, the last ones
  // weighing more, so that a sum of costs tells which of two sets of marbles is likely to arrive first.
  [[nodiscard]] int cost(int cell) const noexcept { return cost_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] const CellSet<Word>& target() const noexcept { return target_; }

 private:
  static constexpr int kMostRows = 4 * kMaxOrder + 1;

  // The rows of one coordinate, the outermost first, and the first that the target has a cell in.
  struct Rows {
    std::array<CellSet<Word>, kMostRows> cells{};
    int goal = 0;
  };

  [[nodiscard]] static int rim(const Rows& rows, const CellSet<Word>& own) noexcept {
    int row = 0;
    while (!any(own & rows.cells[static_cast<std::size_t>(row)])) ++row;
    return row < rows.goal ? rows.goal - row : row - rows.goal;
  }

  CellSet<Word> target_{};
  CellSet<Word> beside_{};  // cells outside the target next to one of its cells
  std::array<int, kClasses> cells_of_class_{};
  std::array<Rows, kDirections> rows_{};
  std::array<std::int32_t, kMaxCells> cost_{};
  bool rims_;
};

extern template class RaceBound<std::uint64_t>;
extern template class RaceBound<U128>;

}  // namespace sternhalma::solve
