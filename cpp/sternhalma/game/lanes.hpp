// What the kernels with a class a lane have in common: layout.hpp's numbers once more as plain
// constants, loops over them, and the product of long jumps. Everything here has internal linkage,
// so a file that is compiled for an instruction set keeps its copy to itself.
#pragma once

#include <cstdint>

namespace sternhalma {
namespace {

#define STERNHALMA_INLINE inline __attribute__((always_inline))

constexpr int kLanes = 4;
constexpr int kDirectionCount = 6;  // E NE NW W SW SE
constexpr int kAxisCount = 3;       // E NE NW
constexpr int kColumns[kDirectionCount] = {1, 1, 0, -1, -1, 0};
constexpr int kRows[kDirectionCount] = {0, -1, -1, 0, 1, 1};
constexpr int kAcross[kDirectionCount] = {1, 3, 2, 1, 3, 2};
// directions_by_landing, by class.
constexpr int kByLanding[kLanes][kDirectionCount] = {
    {3, 0, 2, 5, 1, 4}, {3, 0, 1, 4, 2, 5}, {2, 5, 1, 4, 3, 0}, {1, 4, 2, 5, 3, 0}};

constexpr int kMaxRows = 32;  // no class has more marbles

// step_shift and jump_shift.
constexpr int half_step(int delta, int parity) {
  return delta == 0 ? 0 : delta > 0 ? parity : parity - 1;
}
template <class V>
constexpr int step_amount(int cls, int d) {
  return V::kStride * half_step(kRows[d], cls >> 1) + half_step(kColumns[d], cls & 1);
}
template <class V>
constexpr int jump_amount(int d) {
  return V::kStride * kRows[d] + kColumns[d];
}

// Calls f(Number<0>), f(Number<1>), ...: loops whose numbers must be constants.
template <int N>
struct Number {
  static constexpr int value = N;
};
template <int N, int I = 0, class F>
STERNHALMA_INLINE void unroll(F&& f) {
  if constexpr (I < N) {
    f(Number<I>{});
    unroll<N, I + 1>(f);
  }
}

template <class V>
struct Directed {
  V d[kDirectionCount];
};

template <class V>
struct Ways {
  V axis[kAxisCount][V::kFarthest];
};

// multiply of long_words.hpp.
template <int Parity, class V>
STERNHALMA_INLINE void multiply(const V* factors, V ones, V* ways) {
  V nearer = ones;
  unroll<V::kFarthest>([&](auto at) {
    constexpr int n = at.value + 1;
    if constexpr (n % 2 != Parity) {
      V all = nearer;
#pragma GCC unroll 9
      for (int j = n / 2; j < n; ++j) all = all & factors[j];
      ways[at.value] = ways[at.value] & all;
    } else {
      constexpr int pivot = n / 2;
      V all = without(nearer, factors[pivot]);
      nearer = nearer & factors[pivot];
#pragma GCC unroll 9
      for (int j = pivot + 1; j < n; ++j) all = all & factors[j];
      ways[at.value] = ways[at.value] & all;
    }
  });
}

}  // namespace
}  // namespace sternhalma
