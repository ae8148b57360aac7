// Long jumps in class words. A jump over a pivot n cells away moves a marble 2n cells, an even
// vector, so long jumps stay in the class as well. For an axis and a distance n, bit b of ways[n]
// says that the jump between a = b - 2n and b has its pivot and an otherwise free way:
//
//     a  .  .  .  P  .  .  .  b       n = 4: e4 holds a marble, e1 e2 e3 and e5 e6 e7 are empty
//        e7 e6 e5 e4 e3 e2 e1         ek: the empty cells, moved k steps along the axis onto b
//
// The same bit serves both directions: a fill goes forward with shift(reach) & ways and back with
// shift(reach & ways). Cells at an even distance lie in the marble's own class and those at an odd
// one in another class, always the same for an axis. So lifting the marble that moves, which opens
// lines, changes the even factors only: the product of the odd ones is made once a position.
#pragma once

#include <array>

#include "sternhalma/game/class_words.hpp"

namespace sternhalma::words {

// By distance - 1.
template <class Word>
using Ways = std::array<Word, kFarthest<Word>>;

// Multiplies into ways[n - 1] the factors at distances 2j + Parity < 2n, of which that at distance n
// is the pivot's. factors[j] holds the empty cells moved 2j + Parity steps; at distance 0 all ones.
template <int Parity, class Word>
inline void multiply(const Ways<Word>& factors, Ways<Word>& ways) noexcept {
  Word nearer = ~Word{};  // the product of the factors before j
  unroll<kFarthest<Word>>([&](auto at) {
    constexpr int n = at + 1;
    if constexpr (n % 2 != Parity) {
      Word all = nearer;
      for (int j = n / 2; j < n; ++j) all &= factors[j];
      ways[at] &= all;
    } else {
      constexpr int pivot = n / 2;
      ways[at] &= nearer & ~factors[pivot];
      nearer &= factors[pivot];
      for (int j = pivot + 1; j < n; ++j) ways[at] &= factors[j];
    }
  });
}

// The long jumps of class Cls.
template <int Cls, class Word>
class LongWords {
 public:
  LongWords(const CellSet<Word>& occupied, const Layout<Word>& layout) noexcept
      : empty_(layout.board[Cls] & ~occupied[Cls]) {
    unroll<kAxes>([&](auto axis) {
      constexpr int other = Cls ^ kAxis[axis];
      const Word beside = layout.board[other] & ~occupied[other];
      Ways<Word> factors;
      unroll<kFarthest<Word>>([&](auto j) {
        constexpr int amount = step_shift<Word>(other, axis) + j * jump_shift<Word>(axis);
        factors[j] = shift<amount>(beside);
        odd_[axis][j] = layout.far_landings[axis][j][Cls];
      });
      multiply<1>(factors, odd_[axis]);
    });
  }

  // All cells where a chain of the marble `origin` can land, if it may land on the cells of `enter`.
  [[nodiscard]] Word fill(Word origin, Word enter) const noexcept {
    const Word empty = empty_ | origin;
    std::array<Ways<Word>, kAxes> ways = odd_;
    unroll<kAxes>([&](auto axis) {
      Ways<Word> factors;
      factors[0] = ~Word{};  // b may be an end or a start: `enter` tells ends
      unroll<kFarthest<Word> - 1>(
          [&](auto j) { factors[j + 1] = shift<(j + 1) * jump_shift<Word>(axis)>(empty); });
      multiply<0>(factors, ways[axis]);
    });
    enter &= empty;
    Word reach = origin;
    for (;;) {
      const Word before = reach;
      unroll<kFarthest<Word>>([&](auto at) {
        Word to{};
        unroll<kAxes>([&](auto axis) {
          constexpr int amount = (at + 1) * jump_shift<Word>(axis);
          const Word way = ways[axis][at];
          to |= (shift<amount>(reach) & way) | shift<-amount>(reach & way);
        });
        reach |= to & enter;  // at once, so that longer jumps of the same round go on from there
      });
      if (reach == before) return reach & ~origin;
    }
  }

 private:
  Word empty_;
  std::array<Ways<Word>, kAxes> odd_;  // the odd factors of ways
};

}  // namespace sternhalma::words
