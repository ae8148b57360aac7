// AVX-512: one fill serves two marbles of each class at once (see avx512_lanes.hpp), a step moves all
// marbles of a seat in two directions together, and lists are made by compressing bytes:
//
//     ends of a marble       . 1 . . 1 1 . .     a word of the fill, as it stands a mask
//     cells of its class     a b c d e f g h     bytes
//     compressed             b e f               then widened, the origin shifted in beside each
//
// Compressed into a register and stored whole: compressing into memory is slow on some processors.
// One code for both word widths. Only this file is compiled for AVX-512; it includes no header whose
// inline functions others use too.
#include "sternhalma/game/avx512_lanes.hpp"
#include "sternhalma/game/kernel.hpp"

namespace sternhalma {

extern const Kernel kAvx512Kernel;

namespace {

constexpr int kPairs = kDirectionCount / 2;  // directions 0 1, 2 3 and 4 5 share a register

// By pair of directions, one in each half.
template <class V>
struct Paired {
  V of[kPairs];
};

// Sets number 2 * pair and the next one of a table of directions.
template <class V>
STERNHALMA_INLINE V load_pair(const std::uint64_t* sets, int pair) {
  return load_two<V>(sets + kHalves * kLanes * V::kWords * pair);
}
template <class V>
STERNHALMA_INLINE V load_nth(const std::uint64_t* sets, int index) {
  return load<V>(sets + kLanes * V::kWords * index);
}

// A set stepped in all directions, and kept where the table allows it and nobody stands.
template <class V>
STERNHALMA_INLINE Paired<V> landings_of(V set, const std::uint64_t* allowed, V occupied) {
  Paired<V> out;
  unroll<kPairs>([&](auto p) {
    constexpr int d = 2 * p.value;
    out.of[d / 2] = both_without(stepped<d, d + 1>(set), load_pair<V>(allowed, d / 2), occupied);
  });
  return out;
}

// All marbles of each class in turn, two at a time: f(origins), whose lower half has the first, third
// ... of each lane and whose upper half the second, fourth ...
template <class V, class F>
STERNHALMA_INLINE void each_two(V movers, F&& f) {
  movers = choose(kUpperHalf, without_lowest(movers), movers);
  while (!empty(movers)) {
    const V rest = without_lowest(movers);
    f(without(movers, rest));
    movers = without_lowest(rest);
  }
}

// --- Jumps over a neighbour -----------------------------------------------------------------------

// Three chains of logic, so that a round takes the time of a shift and three operations.
template <class V>
STERNHALMA_INLINE V jump_round(V reach, const Directed<V>& landings) {
  V to[kDirectionCount];
  unroll<kDirectionCount>([&](auto d) { to[d.value] = shift<jump_amount<V>(d.value)>(reach); });
  const V a = or_both(or_both(reach, to[0], landings.d[0]), to[1], landings.d[1]);
  const V b = or_both(to[2] & landings.d[2], to[3], landings.d[3]);
  const V c = or_both(to[4] & landings.d[4], to[5], landings.d[5]);
  return or_three(a, b, c);
}

// What chains from `origins` reach, those included. Four rounds without a test suffice four times in
// five (class_words.hpp): whether one more is needed is not to be foreseen.
template <class V>
STERNHALMA_INLINE V fill(V origins, const Directed<V>& landings) {
  V reach = jump_round(origins, landings);
  reach = jump_round(reach, landings);
  reach = jump_round(reach, landings);
  reach = jump_round(reach, landings);
  for (;;) {
    const V more = jump_round(reach, landings);
    if (equal(more, reach)) return reach;
    reach = more;
  }
}

// Cells from which a jump starts, in both halves.
template <class V>
STERNHALMA_INLINE V jump_starts(const Paired<V>& landings) {
  return or_halves(or_three(jumped<3, 4>(landings.of[0]), jumped<5, 0>(landings.of[1]),
                            jumped<1, 2>(landings.of[2])));
}

template <class V>
STERNHALMA_INLINE Directed<V> in_both_halves(const Paired<V>& pairs) {
  Directed<V> out;
  unroll<kDirectionCount>(
      [&](auto d) { out.d[d.value] = doubled<d.value % 2>(pairs.of[d.value / 2]); });
  return out;
}

struct AdjacentJumps {
  // Calls f(ends) for two marbles of each class at a time, those that cannot jump left out, and
  // returns the others, in both halves.
  template <class V, class F>
  static STERNHALMA_INLINE V each(V own, V occupied, const KernelSeat& seat, const KernelBoard&,
                                  F&& f) {
    const Paired<V> outside = landings_of(occupied, seat.jump_outside, occupied);
    const V ends = without(load<V>(seat.ends), occupied);  // an origin is not among its own ends
    const V locked = load<V>(seat.locked);
    V movers = own & jump_starts(outside);
    if (empty(own & locked)) {
      const Directed<V> landings = in_both_halves(outside);
      each_two(movers, [&](V origins) { f(fill(origins, landings) & ends); });
      return movers;
    }
    const Paired<V> inside = landings_of(occupied, seat.jump_inside, occupied);
    const V target = without(load<V>(seat.target), occupied);
    movers = own & select(locked, jump_starts(inside), jump_starts(outside));
    const Directed<V> landings_outside = in_both_halves(outside);
    const Directed<V> landings_inside = in_both_halves(inside);
    each_two(movers, [&](V origins) {
      const Lanes lanes = lanes_with(origins & locked);
      Directed<V> landings;
      unroll<kDirectionCount>([&](auto d) {
        landings.d[d.value] =
            choose(lanes, landings_inside.d[d.value], landings_outside.d[d.value]);
      });
      f(fill(origins, landings) & choose(lanes, target, ends));
    });
    return movers;
  }
};

// --- Long jumps -----------------------------------------------------------------------------------

struct LongJumps {
  template <class V, class F>
  static STERNHALMA_INLINE V each(V own, V occupied, const KernelSeat& seat,
                                  const KernelBoard& board, F&& f) {
    const V free = without(load<V>(board.board), occupied);
    const Ways<V> odd = odd_ways(free, board);
    const V locked = load<V>(seat.locked);
    const V target = load<V>(seat.target);
    const V entered = load<V>(seat.entered);
    const V ends = load<V>(seat.ends);
    each_two(own, [&](V origins) {
      const Lanes inside = lanes_with(origins & locked);
      const V reach = fill_long(origins, free | origins, choose(inside, target, entered), odd);
      f(both_without(reach, choose(inside, target, ends), origins));
    });
    return own;
  }

 private:
  // The odd factors of ways, which no marble of the class changes.
  template <class V>
  static STERNHALMA_INLINE Ways<V> odd_ways(V free, const KernelBoard& board) {
    Ways<V> ways;
    unroll<kAxisCount>([&](auto a) {
      V factors[V::kFarthest];
      factors[0] = stepped<a.value, a.value>(free);
      unroll<V::kFarthest - 1>(
          [&](auto j) { factors[j.value + 1] = shift<jump_amount<V>(a.value)>(factors[j.value]); });
      for (int n = 0; n < V::kFarthest; ++n) {
        ways.axis[a.value][n] = load_nth<V>(board.far_landings, V::kFarthest * a.value + n);
      }
      multiply<1>(factors, all_ones(free), ways.axis[a.value]);
    });
    return ways;
  }

  template <class V>
  static STERNHALMA_INLINE V fill_long(V origins, V free, V enter, const Ways<V>& odd) {
    Ways<V> ways = odd;
    unroll<kAxisCount>([&](auto a) {
      V factors[V::kFarthest];
      factors[0] = all_ones(free);
      unroll<V::kFarthest - 1>([&](auto j) {
        factors[j.value + 1] = shift<(j.value + 1) * jump_amount<V>(a.value)>(free);
      });
      multiply<0>(factors, all_ones(free), ways.axis[a.value]);
    });
    enter = enter & free;
    V reach = origins;
    for (;;) {
      const V before = reach;
      unroll<V::kFarthest>([&](auto at) {
        V to[kAxisCount];
        unroll<kAxisCount>([&](auto a) {
          constexpr int amount = (at.value + 1) * jump_amount<V>(a.value);
          const V way = ways.axis[a.value][at.value];
          to[a.value] = or_both(shift<-amount>(reach & way), shift<amount>(reach), way);
        });
        reach = or_both(reach, or_three(to[0], to[1], to[2]), enter);
      });
      if (equal(before, reach)) return reach;
    }
  }
};

// --- Counting -------------------------------------------------------------------------------------

template <class V, class Jumps>
int count(const std::uint64_t* own_words, const std::uint64_t* occupied_words,
          const KernelSeat& seat, const KernelBoard& board) {
  const V own = load<V>(own_words);
  const V occupied = load<V>(occupied_words);
  const Paired<V> steps = landings_of(own, seat.step, occupied);
  Vector total = _mm512_setzero_si512();
  for (const V& pair : steps.of) total = _mm512_add_epi64(total, popcounts(pair));
  Jumps::template each<V>(own, occupied, seat, board,
                          [&](V ends) { total = _mm512_add_epi64(total, popcounts(ends)); });
  return static_cast<int>(_mm512_reduce_add_epi64(total));
}

// --- Listing and picking --------------------------------------------------------------------------

// Where lanes of three registers, the pairs of directions, go: by class, the word of each of
// kByLanding. First out of two registers, then out of that and the third.
struct ByLanding {
  std::uint64_t first[kLanes][kWidth] = {};
  std::uint64_t second[kLanes][kWidth] = {};

  constexpr ByLanding() {
    for (int cls = 0; cls < kLanes; ++cls) {
      for (int i = 0; i < kDirectionCount; ++i) {
        const int d = kByLanding[cls][i];
        const int lane = kLanes * (d % 2) + cls;
        first[cls][i] = static_cast<std::uint64_t>(d < 4 ? kWidth * (d / 2) + lane : 0);
        second[cls][i] = static_cast<std::uint64_t>(d < 4 ? i : kWidth + lane);
      }
    }
  }
};
constexpr ByLanding kOrder;

// For each direction the cells from which a step is allowed, in their own lanes: the landings moved
// one step back.
template <class V>
STERNHALMA_INLINE Paired<V> step_origins(V occupied, const std::uint64_t* step) {
  Paired<V> can;
  unroll<kPairs>([&](auto p) {
    constexpr int d = 2 * p.value;
    const V free = without(load_pair<V>(step, d / 2), occupied);
    can.of[d / 2] = stepped<(d + 3) % kDirectionCount, (d + 4) % kDirectionCount>(free);
  });
  return can;
}

// The marbles' ends: word w of row r and class c at [w][kLanes * r + c].
template <class V>
struct Rows {
  std::uint64_t words[V::kWords][kLanes * kMaxRows];

  // Rows `row` and the next one.
  STERNHALMA_INLINE void store_two(int row, V ends) {
    _mm512_storeu_si512(words[0] + kLanes * row, ends.lo);
    if constexpr (V::kWords == 2) _mm512_storeu_si512(words[1] + kLanes * row, ends.hi);
  }
};

STERNHALMA_INLINE void store_lower(std::uint64_t* words, Vector v) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(words), _mm512_castsi512_si256(v));
}

// All that a list of the moves is made from.
template <class V, class Jumps>
struct Found {
  const std::uint64_t* own;
  const KernelBoard& board;
  Vector can[V::kWords][kPairs];  // words of step_origins
  Rows<V> rows;                   // the r-th of the movers of a class has row r
  std::uint64_t movers[V::kWords][kLanes];
  Vector in_class;  // the number of moves of each lane

  STERNHALMA_INLINE Found(const std::uint64_t* own_words, const std::uint64_t* occupied_words,
                          const KernelSeat& seat, const KernelBoard& on)
      : own(own_words), board(on) {
    const V all = load<V>(own_words);
    const V occupied = load<V>(occupied_words);
    const Paired<V> steps = step_origins(occupied, seat.step);
    Vector total = _mm512_setzero_si512();  // in registers, which members would not be
    int row = 0;
    unroll<kPairs>([&](auto p) {
      const V pair = steps.of[p.value];
      can[0][p.value] = pair.lo;
      if constexpr (V::kWords == 2) can[1][p.value] = pair.hi;
      total = _mm512_add_epi64(total, popcounts(all & pair));
    });
    const V can_jump = Jumps::template each<V>(all, occupied, seat, board, [&](V ends) {
      rows.store_two(row, ends);
      row += kHalves;
      total = _mm512_add_epi64(total, popcounts(ends));
    });
    rows.store_two(row, zero(all));  // read for marbles that cannot jump, and not used
    in_class = total;
    store_lower(movers[0], can_jump.lo);
    if constexpr (V::kWords == 2) store_lower(movers[1], can_jump.hi);
  }

  // The numbers of a class's cells, by bit.
  STERNHALMA_INLINE const std::uint8_t* cells_of(int cls) const {
    return board.cell + 64 * V::kWords * cls;
  }

  // Calls f(cell, steps, ends) for the marbles of a class, lowest first, until it returns true. Bit i
  // of `steps` says whether the i-th of kByLanding is open; `ends` has kWords words.
  template <class F>
  STERNHALMA_INLINE void each_marble(int cls, F&& f) const {
    const std::uint8_t* const cells = cells_of(cls);
    std::size_t row = static_cast<std::size_t>(cls);
#pragma GCC unroll 2
    for (int w = 0; w < V::kWords; ++w) {
      std::uint64_t rest = own[V::kWords * cls + w];
      if (rest == 0) continue;
      const Vector two =
          _mm512_permutex2var_epi64(can[w][0], load_vector(kOrder.first[cls]), can[w][1]);
      const Vector open =
          _mm512_permutex2var_epi64(two, load_vector(kOrder.second[cls]), can[w][2]);
      for (; rest != 0; rest = _blsr_u64(rest)) {
        const std::uint64_t bit = _tzcnt_u64(rest);
        const Vector marble = _mm512_set1_epi64(static_cast<long long>(_blsi_u64(rest)));
        constexpr Lanes kSix = 0x3F;
        const Lanes steps = _mm512_mask_test_epi64_mask(kSix, open, marble);
        // Without a branch: whether a marble can jump is not to be foreseen.
        const std::uint64_t jumps = (movers[w][cls] >> bit) & 1;
        std::uint64_t ends[V::kWords];
        for (int v = 0; v < V::kWords; ++v) ends[v] = rows.words[v][row] & (0 - jumps);
        row += kLanes * jumps;
        if (f(cells[64 * w + bit], steps, ends)) return;
      }
    }
  }
};

// Moves from one cell, written sixteen at a time: what is past the end is overwritten by the next.
struct Emitter {
  std::uint8_t* end;

  STERNHALMA_INLINE void put(std::uint8_t from, Lanes steps, const std::uint8_t* neighbours) {
    const __m128i to = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(neighbours));
    const __m128i all = _mm_unpacklo_epi8(_mm_set1_epi8(static_cast<char>(from)), to);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(end), _mm_maskz_compress_epi16(steps, all));
    end += 2 * _mm_popcnt_u32(steps);
  }
  STERNHALMA_INLINE void put(std::uint8_t from, std::uint64_t ends, Vector cells) {
    const Vector to = _mm512_maskz_compress_epi8(ends, cells);
    const __m256i origin = _mm256_set1_epi8(static_cast<char>(from));
    const auto n = _mm_popcnt_u64(ends);
    store(origin, _mm512_castsi512_si128(to));
    if (n > 16) {
      store(origin, _mm512_extracti32x4_epi32(to, 1), 16);
      if (n > 32) store(origin, _mm512_extracti32x4_epi32(to, 2), 32);
      if (n > 48) store(origin, _mm512_extracti32x4_epi32(to, 3), 48);
    }
    end += 2 * n;
  }
  // (to << 8 | origin): the funnel shift brings the origin's byte in from below.
  STERNHALMA_INLINE void store(__m256i origin, __m128i to, int at = 0) const {
    const __m256i pairs = _mm256_shldi_epi16(_mm256_cvtepu8_epi16(to), origin, 8);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(end + 2 * at), pairs);
  }
};

template <class V, class Jumps>
int list(const std::uint64_t* own, const std::uint64_t* occupied, const KernelSeat& seat,
         const KernelBoard& board, std::uint8_t* moves) {
  const Found<V, Jumps> found(own, occupied, seat, board);
  const std::uint8_t* const neighbours = board.neighbour;  // writing bytes could change `board`
  Emitter out = {moves};
#pragma GCC unroll 4
  for (int cls = 0; cls < kLanes; ++cls) {
    Vector cells[V::kWords];
    for (int w = 0; w < V::kWords; ++w) {
      cells[w] = _mm512_loadu_si512(found.cells_of(cls) + 64 * w);
    }
    found.each_marble(cls, [&](std::uint8_t from, Lanes steps, const std::uint64_t* ends) {
      out.put(from, steps, neighbours + kDirectionCount * from);
      for (int w = 0; w < V::kWords; ++w) out.put(from, ends[w], cells[w]);
      return false;
    });
  }
  return static_cast<int>((out.end - moves) / 2);
}

// The place of the set bit number `index`.
STERNHALMA_INLINE int nth(std::uint64_t word, std::uint32_t index) {
  return static_cast<int>(_tzcnt_u64(_pdep_u64(std::uint64_t{1} << index, word)));
}

template <class V, class Jumps>
unsigned pick(const std::uint64_t* own, const std::uint64_t* occupied, const KernelSeat& seat,
              const KernelBoard& board, std::uint32_t draw) {
  const Found<V, Jumps> found(own, occupied, seat, board);
  const __m256i counts = _mm256_add_epi64(_mm512_castsi512_si256(found.in_class),
                                          _mm512_extracti64x4_epi64(found.in_class, 1));
  std::uint64_t before[kLanes + 1] = {};  // moves of the classes before each
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(before + 1), counts);
  for (int cls = 1; cls <= kLanes; ++cls) before[cls] += before[cls - 1];
  const std::uint64_t number = (draw * before[kLanes]) >> 32;
  const int cls = (number >= before[1]) + (number >= before[2]) + (number >= before[3]);
  auto index = static_cast<std::uint32_t>(number - before[cls]);

  unsigned move = 0;
  found.each_marble(cls, [&](std::uint8_t from, Lanes steps, const std::uint64_t* ends) {
    const auto open = static_cast<std::uint32_t>(_mm_popcnt_u32(steps));
    if (index < open) {
      move = from | unsigned{board.neighbour[kDirectionCount * from + nth(steps, index)]} << 8;
      return true;
    }
    index -= open;
    for (int w = 0; w < V::kWords; ++w) {
      const auto jumps = static_cast<std::uint32_t>(_mm_popcnt_u64(ends[w]));
      if (index < jumps) {
        move = from | unsigned{found.cells_of(cls)[64 * w + nth(ends[w], index)]} << 8;
        return true;
      }
      index -= jumps;
    }
    return false;
  });
  return move;
}

template <class V, class Jumps>
constexpr KernelJobs kJobs = {&count<V, Jumps>, &list<V, Jumps>, &pick<V, Jumps>};
template <class V>
constexpr KernelCode kCode = {kJobs<V, AdjacentJumps>, kJobs<V, LongJumps>};

}  // namespace

const Kernel kAvx512Kernel = {"avx512", kCode<Small>, kCode<Large>};

}  // namespace sternhalma
