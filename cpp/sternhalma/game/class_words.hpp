// Class words at work: shifting them one step or one jump, and filling along jumps.
//
// Jumps of a class c are found by filling along six landing words. For direction d, bit l of
// landings[d] says: l is an empty cell where a jump in direction d may land, and the cell behind it
// holds a marble. One round of the fill is then six shifts:
//
//     reach |= shift(reach, jump in d) & landings[d]        (all d)
//
// Since the pivots of class c lie in other classes, the words are the same for all marbles of the
// class and the marble that moves need not be lifted. Steps change the class, jumps do not, so the
// two kinds of ends never overlap.
#pragma once

#include <array>
#include <utility>

#include "sternhalma/board/layout.hpp"

namespace sternhalma::words {

template <class F, std::size_t... I>
constexpr void unroll_impl(F&& f, std::index_sequence<I...>) {
  (f(std::integral_constant<int, static_cast<int>(I)>{}), ...);
}
// Calls f(integral_constant<0>), f(integral_constant<1>), ...: loops over classes and directions
// whose shift amounts must be constants.
template <int N, class F>
constexpr void unroll(F&& f) {
  unroll_impl(std::forward<F>(f), std::make_index_sequence<N>{});
}

// Marbles of class Cls one step further in direction D; they land in class Cls ^ kAxis[D].
template <int Cls, int D, class Word>
[[nodiscard]] constexpr Word stepped(Word word) noexcept {
  return shift<step_shift<Word>(Cls, D)>(word);
}

template <class Word>
using LandingWords = std::array<Word, kDirections>;

// landings[d] for class Cls on the given occupancy (see the head of this file).
template <int Cls, class Word>
[[nodiscard]] inline LandingWords<Word> landing_words(
    const CellSet<Word>& occupied, const std::array<CellSet<Word>, kDirections>& allowed) noexcept {
  LandingWords<Word> landings;
  unroll<kDirections>([&](auto d) {
    constexpr int pivot = Cls ^ kAxis[d];
    landings[d] = stepped<pivot, d>(occupied[pivot]) & ~occupied[Cls] & allowed[d][Cls];
  });
  return landings;
}

template <class Word>
[[nodiscard]] inline Word jump_round(Word from, const LandingWords<Word>& landings) noexcept {
  Word to[kDirections];
  unroll<kDirections>([&](auto d) { to[d] = shift<jump_shift<Word>(d)>(from) & landings[d]; });
  return ((to[0] | to[1]) | (to[2] | to[3])) | (to[4] | to[5]);
}

// Cells from which at least one jump starts.
template <class Word>
[[nodiscard]] inline Word jump_starts(const LandingWords<Word>& landings) noexcept {
  Word from[kDirections];
  unroll<kDirections>([&](auto d) { from[d] = shift<-jump_shift<Word>(d)>(landings[d]); });
  return ((from[0] | from[1]) | (from[2] | from[3])) | (from[4] | from[5]);
}

// All cells where a chain from `origin` can land. Four rounds, the one that changes nothing
// included, suffice in most positions: they run without a test, whose outcome could not be foreseen.
template <class Word>
[[nodiscard]] inline Word fill(Word origin, const LandingWords<Word>& landings) noexcept {
  Word reach = jump_round(origin, landings);
  reach |= jump_round(reach, landings);
  reach |= jump_round(reach, landings);
  for (;;) {
    const Word more = reach | jump_round(reach, landings);
    if (more == reach) return reach;
    reach = more;
  }
}

}  // namespace sternhalma::words
