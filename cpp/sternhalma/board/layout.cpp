#include "sternhalma/board/layout.hpp"

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
    : board{}, step_landings{}, jump_landings{}, neighbours{}, neighbour_list{} {
  const int k = star.order();
  for (int cell = 0; cell < star.cells(); ++cell) {
    const auto i = static_cast<std::size_t>(cell);
    const int u = 4 * k + 1 - star.y(cell);
    const int v = star.x(cell) - u + 2 * k - 1;
    cls_[i] = static_cast<std::uint8_t>((v & 1) + 2 * (u & 1));
    bit_[i] = static_cast<std::uint8_t>(kStride<Word> * (u >> 1) + (v >> 1) - ((3 * k - 1) >> 1));
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
