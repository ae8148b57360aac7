// Class words: how a set of cells lies in machine words, and how it moves.
//
// A jump over a neighbour moves a marble by an even vector, so a marble that only jumps never leaves
// its parity class. Each class therefore gets a word of its own, and all jumps of a class are shifts
// inside that word. With the row from the top u = 4k+1 - y and the column v = x - u + 2k - 1 (both
// start at 0, and v runs along a row), class and bit of a cell are
//
//   class = (v & 1) + 2 (u & 1)            bit = S (u >> 1) + (v >> 1) - the least such number
//
// with S = 8 in 64-bit words (orders 1 to 4) and S = 11 in 128-bit words (orders 5, 6). Bits of a
// class run in cell-number order. In these coordinates the six directions are
//
//                      NW (0,-1)   NE (+1,-1)
//             W (-1,0)         cell         E (+1,0)        as (v, u)
//                     SW (-1,+1)   SE (0,+1)
//
// so a jump shifts a class word by 1, S or S - 1, and a step shifts it by a constant that depends on
// the class it starts from, into the word of class XOR axis(direction):
//
//      class 0 --E/W-- class 1          a step changes the class, its pivot-to-landing half of a
//         |  \        /  |              jump too: the pivots of a jump within class c along an axis
//       NW/SE  NE/SW   NW/SE            all lie in class c XOR axis.
//         |  /        \  |
//      class 2 --E/W-- class 3
//
// A shift may carry a bit past the end of a row onto a cell of another row. Landing masks take those
// away: they hold, for each direction, the cells that a step (or jump) from a cell of the star ends on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sternhalma/board/geometry.hpp"
#include "sternhalma/board/word.hpp"

namespace sternhalma {

inline constexpr int kClasses = 4;
inline constexpr std::array<int, kDirections> kDv = {1, 1, 0, -1, -1, 0};
inline constexpr std::array<int, kDirections> kDu = {0, -1, -1, 0, 1, 1};
// What a step in a direction does to the class number.
inline constexpr std::array<int, kDirections> kAxis = {1, 3, 2, 1, 3, 2};

template <class Word>
inline constexpr int kStride = sizeof(Word) == 8 ? 8 : 11;

// The longest lines have 3k + 1 cells, which bounds how far from its pivot a long jump can start.
inline constexpr int kAxes = 3;  // the lines of directions E, NE and NW
template <class Word>
inline constexpr int kFarthest = sizeof(Word) == 8 ? 6 : 9;

// Orders whose classes fit in 64 bits; the others take U128.
inline constexpr int kMaxSmallOrder = 4;

// Shift of a class word for one step from `cls` in direction `d`: half-steps round by parity.
template <class Word>
[[nodiscard]] constexpr int step_shift(int cls, int d) noexcept {
  const auto half = [](int delta, int parity) {
    return delta == 0 ? 0 : delta > 0 ? parity : parity - 1;
  };
  return kStride<Word> * half(kDu[d], cls >> 1) + half(kDv[d], cls & 1);
}

// Shift of a class word for one jump over a neighbour in direction `d`; the class stays.
template <class Word>
[[nodiscard]] constexpr int jump_shift(int d) noexcept {
  return kStride<Word> * kDu[d] + kDv[d];
}

// The six directions by where a step from class `cls` lands: by class, then by cell number.
[[nodiscard]] constexpr std::array<int, kDirections> directions_by_landing(int cls) noexcept {
  constexpr std::array<std::array<int, 2>, kClasses> up_and_down = {
      {{-1, -1}, {3, 0}, {2, 5}, {1, 4}}};  // by axis: W E, NW SE, NE SW
  std::array<int, kDirections> order{};
  std::size_t n = 0;
  for (int to = 0; to < kClasses; ++to) {
    if (to == cls) continue;
    for (int d : up_and_down[static_cast<std::size_t>(to ^ cls)]) order[n++] = d;
  }
  return order;
}

// A set of cells: one word a class.
template <class Word>
struct CellSet {
  std::array<Word, kClasses> words{};

  constexpr Word& operator[](int cls) noexcept { return words[static_cast<std::size_t>(cls)]; }
  constexpr const Word& operator[](int cls) const noexcept {
    return words[static_cast<std::size_t>(cls)];
  }
  friend constexpr CellSet operator&(const CellSet& a, const CellSet& b) noexcept {
    return {{a[0] & b[0], a[1] & b[1], a[2] & b[2], a[3] & b[3]}};
  }
  friend constexpr CellSet operator|(const CellSet& a, const CellSet& b) noexcept {
    return {{a[0] | b[0], a[1] | b[1], a[2] | b[2], a[3] | b[3]}};
  }
  friend constexpr CellSet operator^(const CellSet& a, const CellSet& b) noexcept {
    return {{a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]}};
  }
  friend constexpr CellSet operator~(const CellSet& a) noexcept {
    return {{~a[0], ~a[1], ~a[2], ~a[3]}};
  }
  friend constexpr bool operator==(const CellSet&, const CellSet&) noexcept = default;
};

template <class Word>
[[nodiscard]] constexpr bool any(const CellSet<Word>& set) noexcept {
  return any(set[0] | set[1] | set[2] | set[3]);
}
template <class Word>
[[nodiscard]] constexpr int popcount(const CellSet<Word>& set) noexcept {
  return popcount(set[0]) + popcount(set[1]) + popcount(set[2]) + popcount(set[3]);
}

// Where a cell lies: its class and the one-bit word.
template <class Word>
struct Place {
  int cls = 0;
  Word mask{};
};

// Cell numbers <-> class words for one order, with the landing masks of steps and jumps.
template <class Word>
class Layout {
 public:
  [[nodiscard]] static const Layout& of(const Star& star);

  [[nodiscard]] int cls(int cell) const noexcept { return cls_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] int bit_of(int cell) const noexcept { return bit_[static_cast<std::size_t>(cell)]; }
  [[nodiscard]] Place<Word> place(int cell) const noexcept {
    return {cls(cell), bit<Word>(bit_of(cell))};
  }
  [[nodiscard]] int cell(int cls, int bit) const noexcept {
    return cell_[static_cast<std::size_t>(cls)][static_cast<std::size_t>(bit)];
  }
  [[nodiscard]] const std::uint8_t* cells_of_class(int cls) const noexcept {
    return cell_[static_cast<std::size_t>(cls)].data();
  }
  [[nodiscard]] bool contains(const CellSet<Word>& set, int cell) const noexcept {
    const Place<Word> at = place(cell);
    return any(set[at.cls] & at.mask);
  }
  void add(CellSet<Word>& set, int cell) const noexcept {
    const Place<Word> at = place(cell);
    set[at.cls] |= at.mask;
  }
  void flip(CellSet<Word>& set, int cell) const noexcept {
    const Place<Word> at = place(cell);
    set[at.cls] ^= at.mask;
  }
  // Calls f(cell) for every cell of a set: by class, then by cell number.
  template <class F>
  void for_each(const CellSet<Word>& set, F&& f) const {
    for (int c = 0; c < kClasses; ++c) {
      for_each_bit(set[c], [&](int b) { f(cell(c, b)); });
    }
  }

  CellSet<Word> board;                                   // every cell
  std::array<CellSet<Word>, kDirections> step_landings;  // cells with a neighbour behind them
  std::array<CellSet<Word>, kDirections> jump_landings;  // cells with two cells behind them
  // By axis and distance n: cells with 2n cells behind them in the axis' direction, where a long jump
  // over a pivot n cells away lands.
  std::array<std::array<CellSet<Word>, kFarthest<Word>>, kAxes> far_landings;
  std::array<CellSet<Word>, kMaxCells> neighbours;  // the up to six neighbours of a cell
  // The neighbour of a cell in each of directions_by_landing(its class); 0 where there is none.
  std::array<std::array<std::uint8_t, kDirections>, kMaxCells> neighbour_list;

 private:
  explicit Layout(const Star& star);

  std::array<std::uint8_t, kMaxCells> cls_{};
  std::array<std::uint8_t, kMaxCells> bit_{};
  std::array<std::array<std::uint8_t, kWordBits<Word>>, kClasses> cell_{};
};

extern template class Layout<std::uint64_t>;
extern template class Layout<U128>;

}  // namespace sternhalma
