// AVX-512: sets of cells in 512-bit registers, a lane a class, for one marble of each class in the
// lower half and for another one in the upper half. For kernel_avx512.cpp alone.
//
//   orders 1 to 4   Small   lo  | class 3 2 1 0 of B | class 3 2 1 0 of A |
//
//   orders 5 and 6  Large   lo  | class 3 2 1 0 of B | class 3 2 1 0 of A |   the lower halves of the
//                           hi  | class 3 2 1 0 of B | class 3 2 1 0 of A |   words and the upper ones
//
// A and B are two marbles of a class, or one set twice, or what two directions make of one set. A
// jump is the same shift in every lane. A step moves lanes to those of class XOR axis and turns each
// by its own amount. Turning stands for shifting since a landing mask follows, or preceded: it keeps
// only cells that have a neighbour behind them, so never a bit that came round.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "sternhalma/game/lanes.hpp"

namespace sternhalma {
namespace {

using Vector = __m512i;

constexpr int kHalves = 2;
constexpr int kWidth = kHalves * kLanes;  // words of a register

struct Small {
  static constexpr int kWords = 1;
  static constexpr int kStride = 8;
  static constexpr int kFarthest = 6;
  Vector lo;
};

struct Large {
  static constexpr int kWords = 2;
  static constexpr int kStride = 11;
  static constexpr int kFarthest = 9;
  Vector lo;
  Vector hi;
};

// f of each pair of registers.
template <class F>
STERNHALMA_INLINE Small each(F f, Small a) {
  return {f(a.lo)};
}
template <class F>
STERNHALMA_INLINE Large each(F f, Large a) {
  return {f(a.lo), f(a.hi)};
}
template <class F>
STERNHALMA_INLINE Small each(F f, Small a, Small b) {
  return {f(a.lo, b.lo)};
}
template <class F>
STERNHALMA_INLINE Large each(F f, Large a, Large b) {
  return {f(a.lo, b.lo), f(a.hi, b.hi)};
}
template <class F>
STERNHALMA_INLINE Small each(F f, Small a, Small b, Small c) {
  return {f(a.lo, b.lo, c.lo)};
}
template <class F>
STERNHALMA_INLINE Large each(F f, Large a, Large b, Large c) {
  return {f(a.lo, b.lo, c.lo), f(a.hi, b.hi, c.hi)};
}

// --- Memory ---------------------------------------------------------------------------------------

STERNHALMA_INLINE Vector load_vector(const std::uint64_t* words) {
  return _mm512_loadu_si512(words);
}

// A set in both halves. For Large the words of a class are neighbours in memory.
template <class V>
STERNHALMA_INLINE V load(const std::uint64_t* words);
template <>
STERNHALMA_INLINE Small load<Small>(const std::uint64_t* words) {
  return {_mm512_broadcast_i64x4(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)))};
}
template <>
STERNHALMA_INLINE Large load<Large>(const std::uint64_t* words) {
  const Vector classes = load_vector(words);
  return {_mm512_permutexvar_epi64(_mm512_setr_epi64(0, 2, 4, 6, 0, 2, 4, 6), classes),
          _mm512_permutexvar_epi64(_mm512_setr_epi64(1, 3, 5, 7, 1, 3, 5, 7), classes)};
}

// Two sets that follow each other in memory, one in each half.
template <class V>
STERNHALMA_INLINE V load_two(const std::uint64_t* words);
template <>
STERNHALMA_INLINE Small load_two<Small>(const std::uint64_t* words) {
  return {load_vector(words)};
}
template <>
STERNHALMA_INLINE Large load_two<Large>(const std::uint64_t* words) {
  const Vector a = load_vector(words);
  const Vector b = load_vector(words + kWidth);
  return {_mm512_permutex2var_epi64(a, _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14), b),
          _mm512_permutex2var_epi64(a, _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15), b)};
}

// --- Sets -----------------------------------------------------------------------------------------

STERNHALMA_INLINE Small zero(Small) { return {_mm512_setzero_si512()}; }
STERNHALMA_INLINE Large zero(Large) { return {_mm512_setzero_si512(), _mm512_setzero_si512()}; }
STERNHALMA_INLINE Small all_ones(Small) { return {_mm512_set1_epi64(-1)}; }
STERNHALMA_INLINE Large all_ones(Large) { return {_mm512_set1_epi64(-1), _mm512_set1_epi64(-1)}; }

template <class V>
STERNHALMA_INLINE V operator&(V a, V b) {
  return each([](Vector x, Vector y) { return _mm512_and_si512(x, y); }, a, b);
}
template <class V>
STERNHALMA_INLINE V operator|(V a, V b) {
  return each([](Vector x, Vector y) { return _mm512_or_si512(x, y); }, a, b);
}
// a & ~b
template <class V>
STERNHALMA_INLINE V without(V a, V b) {
  return each([](Vector x, Vector y) { return _mm512_andnot_si512(y, x); }, a, b);
}

// Any function of three sets is one instruction: bit (a b c) of its number is the value there.
constexpr int kA = 0xF0;
constexpr int kB = 0xCC;
constexpr int kC = 0xAA;
template <int Function, class V>
STERNHALMA_INLINE V logic(V a, V b, V c) {
  return each(
      [](Vector x, Vector y, Vector z) { return _mm512_ternarylogic_epi64(x, y, z, Function); }, a,
      b, c);
}
template <class V>
STERNHALMA_INLINE V or_three(V a, V b, V c) {
  return logic<kA | kB | kC>(a, b, c);
}
// a | (b & c)
template <class V>
STERNHALMA_INLINE V or_both(V a, V b, V c) {
  return logic<kA | (kB & kC)>(a, b, c);
}
// a & b & ~c
template <class V>
STERNHALMA_INLINE V both_without(V a, V b, V c) {
  return logic<kA & kB & (0xFF ^ kC)>(a, b, c);
}
// b where `a` is set, c elsewhere.
template <class V>
STERNHALMA_INLINE V select(V a, V b, V c) {
  return logic<(kA & kB) | (kC & (0xFF ^ kA))>(a, b, c);
}

// A bit a lane.
using Lanes = __mmask8;
constexpr Lanes kUpperHalf = 0xF0;

STERNHALMA_INLINE Lanes lanes_with(Small a) { return _mm512_test_epi64_mask(a.lo, a.lo); }
STERNHALMA_INLINE Lanes lanes_with(Large a) {
  const Vector both = _mm512_or_si512(a.lo, a.hi);
  return _mm512_test_epi64_mask(both, both);
}
template <class V>
STERNHALMA_INLINE bool empty(V a) {
  return lanes_with(a) == 0;
}
STERNHALMA_INLINE bool equal(Small a, Small b) { return _mm512_cmpneq_epi64_mask(a.lo, b.lo) == 0; }
STERNHALMA_INLINE bool equal(Large a, Large b) {
  const Vector lo = _mm512_xor_si512(a.lo, b.lo);
  const Vector differing = _mm512_ternarylogic_epi64(lo, a.hi, b.hi, kA | (kB ^ kC));
  return _mm512_test_epi64_mask(differing, differing) == 0;
}
// a in the lanes that are set, b in the others.
template <class V>
STERNHALMA_INLINE V choose(Lanes lanes, V a, V b) {
  return each([&](Vector x, Vector y) { return _mm512_mask_blend_epi64(lanes, y, x); }, a, b);
}

// Each lane without its lowest cell.
STERNHALMA_INLINE Small without_lowest(Small a) {
  return {_mm512_and_si512(a.lo, _mm512_add_epi64(a.lo, _mm512_set1_epi64(-1)))};
}
STERNHALMA_INLINE Large without_lowest(Large a) {
  const Vector minus_one = _mm512_set1_epi64(-1);
  const Lanes borrow = _mm512_testn_epi64_mask(a.lo, a.lo);
  return {_mm512_and_si512(a.lo, _mm512_add_epi64(a.lo, minus_one)),
          _mm512_mask_and_epi64(a.hi, borrow, a.hi, _mm512_add_epi64(a.hi, minus_one))};
}

// The number of cells of each lane.
STERNHALMA_INLINE Vector popcounts(Small a) { return _mm512_popcnt_epi64(a.lo); }
STERNHALMA_INLINE Vector popcounts(Large a) {
  return _mm512_add_epi64(_mm512_popcnt_epi64(a.lo), _mm512_popcnt_epi64(a.hi));
}

// --- Moving ---------------------------------------------------------------------------------------

// Every lane shifted by the same constant, to the left where it is positive.
template <int Amount>
STERNHALMA_INLINE Small shift(Small a) {
  if constexpr (Amount >= 0) {
    return {_mm512_slli_epi64(a.lo, Amount)};
  } else {
    return {_mm512_srli_epi64(a.lo, -Amount)};
  }
}
template <int Amount>
STERNHALMA_INLINE Large shift(Large a) {
  if constexpr (Amount == 0) {
    return a;
  } else if constexpr (Amount >= 64) {
    return {_mm512_setzero_si512(), _mm512_slli_epi64(a.lo, Amount - 64)};
  } else if constexpr (Amount > 0) {
    return {_mm512_slli_epi64(a.lo, Amount), _mm512_shldi_epi64(a.hi, a.lo, Amount)};
  } else if constexpr (Amount > -64) {
    return {_mm512_shrdi_epi64(a.lo, a.hi, -Amount), _mm512_srli_epi64(a.hi, -Amount)};
  } else {
    return {_mm512_srli_epi64(a.hi, -Amount - 64), _mm512_setzero_si512()};
  }
}

// Each lane turned to the left by the amount of that lane modulo 64. Lanes in `Back` are those of
// negative amounts, for which the two words of a Large change places.
template <Lanes Back>
STERNHALMA_INLINE Small turn(Small a, Vector by) {
  return {_mm512_rolv_epi64(a.lo, by)};
}
template <Lanes Back>
STERNHALMA_INLINE Large turn(Large a, Vector by) {
  const Vector lo = _mm512_mask_blend_epi64(Back, a.lo, a.hi);
  const Vector hi = _mm512_mask_blend_epi64(Back, a.hi, a.lo);
  return {_mm512_shldv_epi64(lo, hi, by), _mm512_shldv_epi64(hi, lo, by)};
}

// By lane: which lane comes there, and turned by how much, for a step in direction D (lower half) or E.
template <class V, int D, int E>
struct Step {
  static constexpr int direction(int lane) { return lane < kLanes ? D : E; }
  static constexpr int source(int lane) { return lane ^ kAcross[direction(lane)]; }
  static constexpr int amount(int lane) {
    return step_amount<V>(source(lane) % kLanes, direction(lane));
  }
  static constexpr Lanes back() {
    int lanes = 0;
    for (int lane = 0; lane < kWidth; ++lane) lanes |= amount(lane) < 0 ? 1 << lane : 0;
    return static_cast<Lanes>(lanes);
  }
};

// Every cell of the lower half one step further in direction D, of the upper half in direction E, in
// the lanes of the classes where the steps land.
template <int D, int E, class V>
STERNHALMA_INLINE V stepped(V set) {
  using To = Step<V, D, E>;
  const Vector from = _mm512_setr_epi64(To::source(0), To::source(1), To::source(2), To::source(3),
                                        To::source(4), To::source(5), To::source(6), To::source(7));
  const Vector by = _mm512_setr_epi64(To::amount(0) & 63, To::amount(1) & 63, To::amount(2) & 63,
                                      To::amount(3) & 63, To::amount(4) & 63, To::amount(5) & 63,
                                      To::amount(6) & 63, To::amount(7) & 63);
  return turn<To::back()>(each([&](Vector x) { return _mm512_permutexvar_epi64(from, x); }, set),
                          by);
}

// A jump in direction D in the lower half and in direction E in the upper half.
template <int D, int E, class V>
STERNHALMA_INLINE V jumped(V set) {
  constexpr int a = jump_amount<V>(D);
  constexpr int b = jump_amount<V>(E);
  constexpr auto kBack = static_cast<Lanes>((a < 0 ? 0x0F : 0) | (b < 0 ? 0xF0 : 0));
  return turn<kBack>(
      set, _mm512_setr_epi64(a & 63, a & 63, a & 63, a & 63, b & 63, b & 63, b & 63, b & 63));
}

// One half of a set in both halves.
template <int Half, class V>
STERNHALMA_INLINE V doubled(V set) {
  constexpr int kOrder = Half == 0 ? 0x44 : 0xEE;
  return each([](Vector x) { return _mm512_shuffle_i64x2(x, x, kOrder); }, set);
}
// Both halves together, in each.
template <class V>
STERNHALMA_INLINE V or_halves(V set) {
  return set | each([](Vector x) { return _mm512_shuffle_i64x2(x, x, 0x4E); }, set);
}

}  // namespace
}  // namespace sternhalma
