// AVX2: the four class words lie side by side in one register, so a jump round of the fill serves
// one marble of each class at once and a step moves all marbles of a seat together.
//
//     register      | class 3 | class 2 | class 1 | class 0 |
//     a jump        the same shift in every lane
//     a step        lanes change places (class XOR axis), then each shifts by its own amount
//
// Only this file is compiled for AVX2. It includes no header whose inline functions others use too.
#include <immintrin.h>

#include "sternhalma/game/kernel.hpp"

namespace sternhalma {

extern const Kernel kAvx2Kernel;

namespace {

constexpr int kDirectionCount = 6;  // E NE NW W SW SE
constexpr int kLanes = 4;
constexpr int kMaxRounds = 32;  // no class has more marbles

using Vector = __m256i;
struct Directed {
  Vector d[kDirectionCount];
};

[[gnu::always_inline]] inline Vector load(const std::uint64_t* words) {
  return _mm256_loadu_si256(reinterpret_cast<const Vector*>(words));
}
[[gnu::always_inline]] inline void store(std::uint64_t* words, Vector v) {
  _mm256_storeu_si256(reinterpret_cast<Vector*>(words), v);
}
[[gnu::always_inline]] inline bool empty(Vector v) { return _mm256_testz_si256(v, v) != 0; }

// Lanes of the class a step along an axis comes from: class XOR 1, 2, 3.
[[gnu::always_inline]] inline Vector across_1(Vector v) { return _mm256_shuffle_epi32(v, 0x4E); }
[[gnu::always_inline]] inline Vector across_2(Vector v) {
  return _mm256_permute4x64_epi64(v, 0x4E);
}
[[gnu::always_inline]] inline Vector across_3(Vector v) {
  return _mm256_permute4x64_epi64(v, 0x1B);
}

// Every cell one step further, in the lanes of the classes where the steps land. Per lane the shift
// is step_shift of the class it comes from; 64 shifts a lane out. A lane's number is the class that
// is landed in: v parity + 2 u parity.
[[gnu::always_inline]] inline Directed stepped(Vector set) {
  const Vector by_1 = across_1(set);
  const Vector by_2 = across_2(set);
  const Vector by_3 = across_3(set);
  Directed out;
  // E: from v odd to v even +1, from v even to v odd 0. W is its mirror.
  out.d[0] = _mm256_sllv_epi64(by_1, _mm256_setr_epi64x(1, 0, 1, 0));
  out.d[3] = _mm256_srlv_epi64(by_1, _mm256_setr_epi64x(0, 1, 0, 1));
  // SE: from u odd +8, from u even 0. NW is its mirror.
  out.d[5] = _mm256_sllv_epi64(by_2, _mm256_setr_epi64x(8, 8, 0, 0));
  out.d[2] = _mm256_srlv_epi64(by_2, _mm256_setr_epi64x(0, 0, 8, 8));
  // NE from class 3, 2, 1, 0: +1, 0, -7, -8. SW: +8, +7, 0, -1.
  out.d[1] = _mm256_or_si256(_mm256_sllv_epi64(by_3, _mm256_setr_epi64x(1, 0, 64, 64)),
                             _mm256_srlv_epi64(by_3, _mm256_setr_epi64x(64, 64, 7, 8)));
  out.d[4] = _mm256_or_si256(_mm256_sllv_epi64(by_3, _mm256_setr_epi64x(8, 7, 0, 64)),
                             _mm256_srlv_epi64(by_3, _mm256_setr_epi64x(64, 64, 64, 1)));
  return out;
}

// landings of class_words.hpp, all classes: empty cells, a marble behind them, allowed by the masks.
[[gnu::always_inline]] inline Directed landing_words(Vector occupied, const Directed& pivots,
                                                     const std::uint64_t* allowed) {
  Directed out;
  for (int d = 0; d < kDirectionCount; ++d) {
    out.d[d] =
        _mm256_and_si256(pivots.d[d], _mm256_andnot_si256(occupied, load(allowed + kLanes * d)));
  }
  return out;
}

[[gnu::always_inline]] inline Vector or_all(const Directed& v) {
  return _mm256_or_si256(
      _mm256_or_si256(_mm256_or_si256(v.d[0], v.d[1]), _mm256_or_si256(v.d[2], v.d[3])),
      _mm256_or_si256(v.d[4], v.d[5]));
}

// One round of jumps: E +1, NE -7, NW -8, W -1, SW +7, SE +8.
[[gnu::always_inline]] inline Vector jump_round(Vector from, const Directed& landings) {
  Directed to;
  to.d[0] = _mm256_and_si256(_mm256_slli_epi64(from, 1), landings.d[0]);
  to.d[1] = _mm256_and_si256(_mm256_srli_epi64(from, 7), landings.d[1]);
  to.d[2] = _mm256_and_si256(_mm256_srli_epi64(from, 8), landings.d[2]);
  to.d[3] = _mm256_and_si256(_mm256_srli_epi64(from, 1), landings.d[3]);
  to.d[4] = _mm256_and_si256(_mm256_slli_epi64(from, 7), landings.d[4]);
  to.d[5] = _mm256_and_si256(_mm256_slli_epi64(from, 8), landings.d[5]);
  return or_all(to);
}

// Cells from which a jump starts: the same shifts back.
[[gnu::always_inline]] inline Vector jump_starts(const Directed& landings) {
  Directed from;
  from.d[0] = _mm256_srli_epi64(landings.d[0], 1);
  from.d[1] = _mm256_slli_epi64(landings.d[1], 7);
  from.d[2] = _mm256_slli_epi64(landings.d[2], 8);
  from.d[3] = _mm256_slli_epi64(landings.d[3], 1);
  from.d[4] = _mm256_srli_epi64(landings.d[4], 7);
  from.d[5] = _mm256_srli_epi64(landings.d[5], 8);
  return or_all(from);
}

[[gnu::always_inline]] inline Vector fill(Vector origins, const Directed& landings) {
  Vector reach = jump_round(origins, landings);
  reach = _mm256_or_si256(reach, jump_round(reach, landings));
  reach = _mm256_or_si256(reach, jump_round(reach, landings));
  for (;;) {
    const Vector more = jump_round(reach, landings);
    if (_mm256_testc_si256(reach, more) != 0) return reach;
    reach = _mm256_or_si256(reach, more);
  }
}

// The ends of the jumping marbles: row r, lane c holds those of the r-th of them in class c. Returns
// the number of rows.
[[gnu::always_inline]] inline int fill_each(Vector movers, const Directed& landings, Vector ends,
                                            std::uint64_t (*rows)[kLanes]) {
  int count = 0;
  while (!empty(movers)) {
    const Vector rest = _mm256_and_si256(movers, _mm256_add_epi64(movers, _mm256_set1_epi64x(-1)));
    const Vector origins = _mm256_andnot_si256(rest, movers);
    store(rows[count++], _mm256_and_si256(fill(origins, landings), ends));
    movers = rest;
  }
  return count;
}

[[gnu::always_inline]] inline int popcount_rows(const std::uint64_t (*rows)[kLanes], int count) {
  int total = 0;
  for (int r = 0; r < count; ++r) {
    for (int c = 0; c < kLanes; ++c) {
      total += static_cast<int>(_mm_popcnt_u64(rows[r][c]));
    }
  }
  return total;
}

int count(const std::uint64_t* own_words, const std::uint64_t* occupied_words,
          const KernelSeat& seat) {
  const Vector own = load(own_words);
  const Vector occupied = load(occupied_words);
  std::uint64_t rows[kMaxRounds][kLanes];
  const Directed steps = stepped(own);
  for (int d = 0; d < kDirectionCount; ++d) {
    store(rows[d], _mm256_and_si256(steps.d[d],
                                    _mm256_andnot_si256(occupied, load(seat.step + kLanes * d))));
  }
  int total = popcount_rows(rows, kDirectionCount);

  const Directed pivots = stepped(occupied);
  const Directed landings = landing_words(occupied, pivots, seat.jump_outside);
  const Vector inside = _mm256_and_si256(own, load(seat.locked));
  const Vector movers = _mm256_and_si256(_mm256_andnot_si256(inside, own), jump_starts(landings));
  total += popcount_rows(rows, fill_each(movers, landings, load(seat.ends), rows));
  if (!empty(inside)) {
    const Directed locked = landing_words(occupied, pivots, seat.jump_inside);
    const Vector held = _mm256_and_si256(inside, jump_starts(locked));
    total += popcount_rows(rows, fill_each(held, locked, load(seat.target), rows));
  }
  return total;
}

// directions_by_landing of layout.hpp, by class.
constexpr int kByLanding[kLanes][kDirectionCount] = {
    {3, 0, 2, 5, 1, 4}, {3, 0, 1, 4, 2, 5}, {2, 5, 1, 4, 3, 0}, {1, 4, 2, 5, 3, 0}};

// For each direction the cells from which a step is allowed, in their own lanes: the landings moved
// one step back.
[[gnu::always_inline]] inline void step_origins(Vector occupied, const std::uint64_t* step,
                                                std::uint64_t (*can)[kLanes]) {
  Vector free[kDirectionCount];
  for (int d = 0; d < kDirectionCount; ++d) {
    free[d] = _mm256_andnot_si256(occupied, load(step + kLanes * d));
  }
  for (int d = 0; d < kDirectionCount; ++d) {
    store(can[d], stepped(free[d]).d[(d + 3) % kDirectionCount]);
  }
}

struct Emitter {
  std::uint8_t* begin;
  int size;

  [[gnu::always_inline]] void put(unsigned from, unsigned to) {
    const auto pair = static_cast<std::uint16_t>(from | to << 8);
    __builtin_memcpy(begin + 2 * size, &pair, sizeof(pair));
  }
};

int list(const std::uint64_t* own_words, const std::uint64_t* occupied_words,
         const KernelSeat& seat, const KernelCells& cells, std::uint8_t* moves) {
  const Vector own = load(own_words);
  const Vector occupied = load(occupied_words);
  std::uint64_t can[kDirectionCount][kLanes];
  step_origins(occupied, seat.step, can);

  const Directed pivots = stepped(occupied);
  const Directed landings = landing_words(occupied, pivots, seat.jump_outside);
  const Vector inside = _mm256_and_si256(own, load(seat.locked));
  const Vector movers = _mm256_and_si256(_mm256_andnot_si256(inside, own), jump_starts(landings));
  std::uint64_t outside_rows[kMaxRounds][kLanes];
  std::uint64_t inside_rows[kMaxRounds][kLanes];
  std::uint64_t jumpers[kLanes];
  std::uint64_t held_words[kLanes] = {0, 0, 0, 0};
  fill_each(movers, landings, load(seat.ends), outside_rows);
  store(jumpers, movers);
  if (!empty(inside)) {
    const Directed locked = landing_words(occupied, pivots, seat.jump_inside);
    const Vector held = _mm256_and_si256(inside, jump_starts(locked));
    fill_each(held, locked, load(seat.target), inside_rows);
    store(held_words, held);
  }

  Emitter out = {moves, 0};
#pragma GCC unroll 4
  for (int cls = 0; cls < kLanes; ++cls) {
    const std::uint8_t* cell_of = cells.cell + 64 * cls;
    const std::uint64_t (*outside_row)[kLanes] = outside_rows;
    const std::uint64_t (*inside_row)[kLanes] = inside_rows;
    for (std::uint64_t rest = own_words[cls]; rest != 0; rest = _blsr_u64(rest)) {
      const auto bit = static_cast<unsigned>(_tzcnt_u64(rest));
      const unsigned from = cell_of[bit];
      const std::uint8_t* next = cells.neighbour + kDirectionCount * from;
      // Six candidates are written and the allowed ones kept (see movegen.cpp).
#pragma GCC unroll 6
      for (int i = 0; i < kDirectionCount; ++i) {
        out.put(from, next[i]);
        out.size += static_cast<int>((can[kByLanding[cls][i]][cls] >> bit) & 1);
      }
      std::uint64_t ends = 0;
      if ((jumpers[cls] >> bit) & 1) {
        ends = (*outside_row++)[cls];
      } else if ((held_words[cls] >> bit) & 1) {
        ends = (*inside_row++)[cls];
      }
      for (; ends != 0; ends = _blsr_u64(ends)) {
        out.put(from, cell_of[_tzcnt_u64(ends)]);
        ++out.size;
      }
    }
  }
  return out.size;
}

}  // namespace

const Kernel kAvx2Kernel = {"avx2", &count, &list};

}  // namespace sternhalma
