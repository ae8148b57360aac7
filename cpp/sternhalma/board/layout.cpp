#include "sternhalma/board/layout.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

namespace sternhalma {

template <class Word>
const Layout<Word>& Layout<Word>::of(const Star& star) {
  static const std::array<std::unique_ptr<const Layout>, kMaxOrder + 1> layouts = [] {
    std::array<std::unique_ptr<const Layout>, kMaxOrder + 1> all;
    constexpr bool small = sizeof(Word) == 8;
    for (int k = small ? kMinOrder : kMaxSmallOrder + 1; k <= (small ? kMaxSmallOrder : kMaxOrder);
         ++k) {
      all[static_cast<std::size_t>(k)].reset(new Layout(Star::of(k)));
    }
    return all;
  }();
  return *layouts[static_cast<std::size_t>(star.order())];
}

template <class Word>
Layout<Word>::Layout(const Star& star)
    : board{}, step_landings{}, jump_landings{}, far_landings{}, neighbours{}, neighbour_list{} {
  const int k = star.order();
  const auto row = [&](int cell) { return 4 * k + 1 - star.y(cell); };
  const auto column = [&](int cell) { return star.x(cell) - row(cell) + 2 * k - 1; };
  const auto index = [&](int cell) {
    return kStride<Word> * (row(cell) >> 1) + (column(cell) >> 1);
  };
  int first = index(0);
  for (int cell = 1; cell < star.cells(); ++cell) first = std::min(first, index(cell));
  for (int cell = 0; cell < star.cells(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    assert(index(cell) - first < kWordBits<Word>);
    cls_[i] = static_cast<std::uint8_t>((column(cell) & 1) + 2 * (row(cell) & 1));
    bit_[i] = static_cast<std::uint8_t>(index(cell) - first);
    cell_[cls_[i]][bit_[i]] = static_cast<std::uint8_t>(cell);
    add(board, cell);
  }
  for (int cell = 0; cell < star.cells(); ++cell) {
    for (int d = 0; d < kDirections; ++d) {
      const auto i = static_cast<std::size_t>(d);
      const int behind = opposite_direction(d);
      if (star.neighbour(cell, d) != kNoCell) {
        add(neighbours[static_cast<std::size_t>(cell)], star.neighbour(cell, d));
      }
      if (star.neighbour(cell, behind) == kNoCell) continue;
      add(step_landings[i], cell);
      if (star.neighbour(cell, behind, 2) != kNoCell) add(jump_landings[i], cell);
    }
    for (int axis = 0; axis < kAxes; ++axis) {
      for (int n = 1; n <= kFarthest<Word>; ++n) {
        if (star.neighbour(cell, opposite_direction(axis), 2 * n) == kNoCell) continue;
        add(far_landings[static_cast<std::size_t>(axis)][static_cast<std::size_t>(n - 1)], cell);
      }
    }
    const std::array<int, kDirections> order = directions_by_landing(cls(cell));
    for (std::size_t i = 0; i < kDirections; ++i) {
      const int next = star.neighbour(cell, order[i]);
      neighbour_list[static_cast<std::size_t>(cell)][i] =
          static_cast<std::uint8_t>(next == kNoCell ? 0 : next);
    }
  }
}

template class Layout<std::uint64_t>;
template class Layout<U128>;

}  // namespace sternhalma
