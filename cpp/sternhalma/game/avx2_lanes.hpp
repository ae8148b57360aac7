// AVX2: the class words of a set side by side in registers, a lane a class. For kernel_avx2.cpp alone:
// everything here has internal linkage, so no other file can get a copy made for AVX2.
//
//   orders 1 to 4   Small   v   | class 3 | class 2 | class 1 | class 0 |
//
//   orders 5 and 6  Large   lo  | class 3 | class 1 | class 2 | class 0 |   the lower halves
//                           hi  | class 3 | class 1 | class 2 | class 0 |   and the upper ones
//
// A class lies in memory as one or two words; for Large the halves are unpacked, which leaves the
// lanes in that order. A jump is the same shift in every lane. For a step, lanes change places (class
// XOR axis), then each shifts by its own amount.
#pragma once

#include <immintrin.h>

#include <cstdint>

#include "sternhalma/game/lanes.hpp"

namespace sternhalma {
namespace {

using Vector = __m256i;

struct Small {
  static constexpr int kWords = 1;
  static constexpr int kStride = 8;
  static constexpr int kFarthest = 6;
  static constexpr int kClassOf[kLanes] = {0, 1, 2, 3};  // by lane; its own inverse
  Vector v;
};

struct Large {
  static constexpr int kWords = 2;
  static constexpr int kStride = 11;
  static constexpr int kFarthest = 9;
  static constexpr int kClassOf[kLanes] = {0, 2, 1, 3};
  Vector lo;
  Vector hi;
};

STERNHALMA_INLINE Vector load_vector(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(words));
}
STERNHALMA_INLINE void store_vector(std::uint64_t* words, Vector v) {
  _mm256_storeu_si256(reinterpret_cast<Vector*>(words), v);
}

template <class V>
STERNHALMA_INLINE V load(const std::uint64_t* words);
template <>
STERNHALMA_INLINE Small load<Small>(const std::uint64_t* words) {
  return {load_vector(words)};
}
template <>
STERNHALMA_INLINE Large load<Large>(const std::uint64_t* words) {
  const Vector classes_01 = load_vector(words);
  const Vector classes_23 = load_vector(words + kLanes);
  return {_mm256_unpacklo_epi64(classes_01, classes_23),
          _mm256_unpackhi_epi64(classes_01, classes_23)};
}

// The lanes as a row of words: all lower halves, then all upper ones.
STERNHALMA_INLINE void store(std::uint64_t* row, Small a) { store_vector(row, a.v); }
STERNHALMA_INLINE void store(std::uint64_t* row, Large a) {
  store_vector(row, a.lo);
  store_vector(row + kLanes, a.hi);
}

STERNHALMA_INLINE Small operator&(Small a, Small b) { return {_mm256_and_si256(a.v, b.v)}; }
STERNHALMA_INLINE Large operator&(Large a, Large b) {
  return {_mm256_and_si256(a.lo, b.lo), _mm256_and_si256(a.hi, b.hi)};
}
STERNHALMA_INLINE Small operator|(Small a, Small b) { return {_mm256_or_si256(a.v, b.v)}; }
STERNHALMA_INLINE Large operator|(Large a, Large b) {
  return {_mm256_or_si256(a.lo, b.lo), _mm256_or_si256(a.hi, b.hi)};
}
// a & ~b
STERNHALMA_INLINE Small without(Small a, Small b) { return {_mm256_andnot_si256(b.v, a.v)}; }
STERNHALMA_INLINE Large without(Large a, Large b) {
  return {_mm256_andnot_si256(b.lo, a.lo), _mm256_andnot_si256(b.hi, a.hi)};
}
STERNHALMA_INLINE bool empty(Small a) { return _mm256_testz_si256(a.v, a.v) != 0; }
STERNHALMA_INLINE bool empty(Large a) { return empty(Small{_mm256_or_si256(a.lo, a.hi)}); }
// Whether b has nothing that a has not.
STERNHALMA_INLINE bool contains(Small a, Small b) { return _mm256_testc_si256(a.v, b.v) != 0; }
STERNHALMA_INLINE bool contains(Large a, Large b) {
  return contains(Small{a.lo}, Small{b.lo}) && contains(Small{a.hi}, Small{b.hi});
}

// Each lane without its lowest cell.
STERNHALMA_INLINE Small without_lowest(Small a) {
  return {_mm256_and_si256(a.v, _mm256_add_epi64(a.v, _mm256_set1_epi64x(-1)))};
}
STERNHALMA_INLINE Large without_lowest(Large a) {
  const Vector borrow = _mm256_cmpeq_epi64(a.lo, _mm256_setzero_si256());
  return {_mm256_and_si256(a.lo, _mm256_add_epi64(a.lo, _mm256_set1_epi64x(-1))),
          _mm256_and_si256(a.hi, _mm256_add_epi64(a.hi, borrow))};
}

// All ones in the lanes where a is empty, zero in the others.
STERNHALMA_INLINE Small empty_lanes(Small a) {
  return {_mm256_cmpeq_epi64(a.v, _mm256_setzero_si256())};
}
STERNHALMA_INLINE Large empty_lanes(Large a) {
  const Vector lanes = empty_lanes(Small{_mm256_or_si256(a.lo, a.hi)}).v;
  return {lanes, lanes};
}
// a in the lanes that are set in `lanes`, b in the others.
STERNHALMA_INLINE Small choose(Small lanes, Small a, Small b) {
  return {_mm256_blendv_epi8(b.v, a.v, lanes.v)};
}
STERNHALMA_INLINE Large choose(Large lanes, Large a, Large b) {
  return {_mm256_blendv_epi8(b.lo, a.lo, lanes.lo), _mm256_blendv_epi8(b.hi, a.hi, lanes.hi)};
}

// Every lane shifted by the same constant, to the left where it is positive.
template <int Amount>
STERNHALMA_INLINE Small shift(Small a) {
  if constexpr (Amount >= 0) {
    return {_mm256_slli_epi64(a.v, Amount)};
  } else {
    return {_mm256_srli_epi64(a.v, -Amount)};
  }
}
template <int Amount>
STERNHALMA_INLINE Large shift(Large a) {
  if constexpr (Amount == 0) {
    return a;
  } else if constexpr (Amount >= 64) {
    return {_mm256_setzero_si256(), _mm256_slli_epi64(a.lo, Amount - 64)};
  } else if constexpr (Amount > 0) {
    return {_mm256_slli_epi64(a.lo, Amount),
            _mm256_or_si256(_mm256_slli_epi64(a.hi, Amount), _mm256_srli_epi64(a.lo, 64 - Amount))};
  } else if constexpr (Amount > -64) {
    return {_mm256_or_si256(_mm256_srli_epi64(a.lo, -Amount), _mm256_slli_epi64(a.hi, 64 + Amount)),
            _mm256_srli_epi64(a.hi, -Amount)};
  } else {
    return {_mm256_srli_epi64(a.hi, -Amount - 64), _mm256_setzero_si256()};
  }
}

// Each lane shifted by its own amount; kOut or more shifts everything out.
constexpr int kOut = 128;
STERNHALMA_INLINE Small shift_left(Small a, Vector by) { return {_mm256_sllv_epi64(a.v, by)}; }
STERNHALMA_INLINE Large shift_left(Large a, Vector by) {
  const Vector rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);  // too large shifts out as well
  return {_mm256_sllv_epi64(a.lo, by),
          _mm256_or_si256(_mm256_sllv_epi64(a.hi, by), _mm256_srlv_epi64(a.lo, rest))};
}
STERNHALMA_INLINE Small shift_right(Small a, Vector by) { return {_mm256_srlv_epi64(a.v, by)}; }
STERNHALMA_INLINE Large shift_right(Large a, Vector by) {
  const Vector rest = _mm256_sub_epi64(_mm256_set1_epi64x(64), by);
  return {_mm256_or_si256(_mm256_srlv_epi64(a.lo, by), _mm256_sllv_epi64(a.hi, rest)),
          _mm256_srlv_epi64(a.hi, by)};
}

// Lanes change places with those at lane XOR Distance.
template <int Distance>
STERNHALMA_INLINE Vector swap_vector(Vector v) {
  if constexpr (Distance == 1) return _mm256_shuffle_epi32(v, 0x4E);
  if constexpr (Distance == 2) return _mm256_permute4x64_epi64(v, 0x4E);
  return _mm256_permute4x64_epi64(v, 0x1B);
}
// The lanes of class XOR Axis.
template <int Axis>
STERNHALMA_INLINE Small swapped(Small a) {
  return {swap_vector<Small::kClassOf[Axis]>(a.v)};
}
template <int Axis>
STERNHALMA_INLINE Large swapped(Large a) {
  return {swap_vector<Large::kClassOf[Axis]>(a.lo), swap_vector<Large::kClassOf[Axis]>(a.hi)};
}

// Every cell one step further in direction D, in the lanes of the classes where the steps land.
template <int D, class V>
STERNHALMA_INLINE V stepped(V set) {
  constexpr auto amount = [](int lane) {
    return step_amount<V>(V::kClassOf[lane] ^ kAcross[D], D);
  };
  constexpr int by[kLanes] = {amount(0), amount(1), amount(2), amount(3)};
  constexpr bool left = by[0] >= 0 && by[1] >= 0 && by[2] >= 0 && by[3] >= 0;
  constexpr bool right = by[0] <= 0 && by[1] <= 0 && by[2] <= 0 && by[3] <= 0;
  const V from = swapped<kAcross[D]>(set);
  if constexpr (left) {
    return shift_left(from, _mm256_setr_epi64x(by[0], by[1], by[2], by[3]));
  } else if constexpr (right) {
    return shift_right(from, _mm256_setr_epi64x(-by[0], -by[1], -by[2], -by[3]));
  } else {
    constexpr auto if_left = [](int n) { return n >= 0 ? n : kOut; };
    constexpr auto if_right = [](int n) { return n < 0 ? -n : kOut; };
    return shift_left(from, _mm256_setr_epi64x(if_left(by[0]), if_left(by[1]), if_left(by[2]),
                                               if_left(by[3]))) |
           shift_right(from, _mm256_setr_epi64x(if_right(by[0]), if_right(by[1]), if_right(by[2]),
                                                if_right(by[3])));
  }
}

}  // namespace
}  // namespace sternhalma
