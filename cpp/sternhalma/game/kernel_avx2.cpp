// AVX2: one fill serves a marble of each class at once, and a step moves all marbles of a seat
// together (see avx2_lanes.hpp). One code for both word widths. Only this file is compiled for AVX2;
// it includes no header whose inline functions others use too.
#include "sternhalma/game/avx2_lanes.hpp"
#include "sternhalma/game/kernel.hpp"

namespace sternhalma {

extern const Kernel kAvx2Kernel;

namespace {

// A set of each lane's class for each of some marbles.
template <class V>
struct Rows {
  std::uint64_t words[kMaxRows][V::kWords * kLanes];
  int size = 0;

  STERNHALMA_INLINE int popcount() const {
    int total = 0;
    for (int r = 0; r < size; ++r) {
      for (const std::uint64_t word : words[r]) total += static_cast<int>(_mm_popcnt_u64(word));
    }
    return total;
  }
};

template <class V>
STERNHALMA_INLINE Directed<V> stepped(V set) {
  Directed<V> out;
  unroll<kDirectionCount>([&](auto d) { out.d[d.value] = stepped<d.value>(set); });
  return out;
}

// Set number `index` of a table of sets.
template <class V>
STERNHALMA_INLINE V load_nth(const std::uint64_t* sets, int index) {
  return load<V>(sets + kLanes * V::kWords * index);
}

// --- Jumps over a neighbour -----------------------------------------------------------------------

// landings of class_words.hpp, all classes: empty cells, a marble behind them, allowed by the masks.
template <class V>
STERNHALMA_INLINE Directed<V> landing_words(V occupied, const Directed<V>& pivots,
                                            const std::uint64_t* allowed) {
  Directed<V> out;
  for (int d = 0; d < kDirectionCount; ++d) {
    out.d[d] = pivots.d[d] & without(load_nth<V>(allowed, d), occupied);
  }
  return out;
}

template <class V>
STERNHALMA_INLINE V or_all(const Directed<V>& v) {
  return ((v.d[0] | v.d[1]) | (v.d[2] | v.d[3])) | (v.d[4] | v.d[5]);
}

template <class V>
STERNHALMA_INLINE V jump_round(V from, const Directed<V>& landings) {
  Directed<V> to;
  unroll<kDirectionCount>(
      [&](auto d) { to.d[d.value] = shift<jump_amount<V>(d.value)>(from) & landings.d[d.value]; });
  return or_all(to);
}

// Cells from which a jump starts.
template <class V>
STERNHALMA_INLINE V jump_starts(const Directed<V>& landings) {
  Directed<V> from;
  unroll<kDirectionCount>(
      [&](auto d) { from.d[d.value] = shift<-jump_amount<V>(d.value)>(landings.d[d.value]); });
  return or_all(from);
}

template <class V>
STERNHALMA_INLINE V fill(V origins, const Directed<V>& landings) {
  V reach = jump_round(origins, landings);
  reach = reach | jump_round(reach, landings);
  reach = reach | jump_round(reach, landings);
  for (;;) {
    const V more = jump_round(reach, landings);
    if (contains(reach, more)) return reach;
    reach = reach | more;
  }
}

// The ends of the jumping marbles: row r, lane c holds those of the r-th of them in that class.
template <class V>
STERNHALMA_INLINE void fill_each(V movers, const Directed<V>& landings, V ends, Rows<V>& rows) {
  int n = 0;  // in a register, which rows.size would not be
  for (; !empty(movers); ++n) {
    const V rest = without_lowest(movers);
    store(rows.words[n], fill(without(movers, rest), landings) & ends);
    movers = rest;
  }
  rows.size = n;
}

// The ends of all jumps of a seat: of marbles outside the locked target, and of those inside.
template <class V>
struct AdjacentJumps {
  Rows<V> outside;
  Rows<V> inside;
  V outside_movers;  // marbles with a row each
  V inside_movers;

  STERNHALMA_INLINE AdjacentJumps(V own, V occupied, const KernelSeat& seat, const KernelBoard&) {
    const Directed<V> pivots = stepped(occupied);
    const Directed<V> landings = landing_words(occupied, pivots, seat.jump_outside);
    inside_movers = own & load<V>(seat.locked);
    outside_movers = without(own, inside_movers) & jump_starts(landings);
    fill_each(outside_movers, landings, load<V>(seat.ends), outside);
    if (empty(inside_movers)) return;
    const Directed<V> locked = landing_words(occupied, pivots, seat.jump_inside);
    inside_movers = inside_movers & jump_starts(locked);
    fill_each(inside_movers, locked, load<V>(seat.target), inside);
  }
};

// --- Long jumps -----------------------------------------------------------------------------------

// Fills along long jumps for a marble of each class; every marble of the seat has a row.
template <class V>
struct LongJumps {
  Rows<V> outside;
  Rows<V> inside;
  V outside_movers;
  V inside_movers;

  STERNHALMA_INLINE LongJumps(V own, V occupied, const KernelSeat& seat, const KernelBoard& board) {
    const V free = without(load<V>(board.board), occupied);
    const V ones = empty_lanes(without(own, own));
    const Ways<V> odd = odd_ways(free, ones, board);
    const V locked = load<V>(seat.locked);
    const V target = load<V>(seat.target);
    const V entered = load<V>(seat.entered);
    const V ends = load<V>(seat.ends);
    outside_movers = own;
    inside_movers = without(own, own);
    int n = 0;
    for (V movers = own; !empty(movers); ++n) {
      const V rest = without_lowest(movers);
      const V origins = without(movers, rest);
      const V starts_outside = empty_lanes(origins & locked);
      const V reach =
          fill_long(origins, free | origins, choose(starts_outside, entered, target), odd, ones);
      store(outside.words[n], without(reach, origins) & choose(starts_outside, ends, target));
      movers = rest;
    }
    outside.size = n;
  }

 private:
  // The odd factors of ways, which no marble of the class changes.
  static STERNHALMA_INLINE Ways<V> odd_ways(V free, V ones, const KernelBoard& board) {
    Ways<V> ways;
    unroll<kAxisCount>([&](auto a) {
      V factors[V::kFarthest];
      factors[0] = stepped<a.value>(free);
      unroll<V::kFarthest - 1>(
          [&](auto j) { factors[j.value + 1] = shift<jump_amount<V>(a.value)>(factors[j.value]); });
      for (int n = 0; n < V::kFarthest; ++n) {
        ways.axis[a.value][n] = load_nth<V>(board.far_landings, V::kFarthest * a.value + n);
      }
      multiply<1>(factors, ones, ways.axis[a.value]);
    });
    return ways;
  }

  static STERNHALMA_INLINE V fill_long(V origins, V free, V enter, const Ways<V>& odd, V ones) {
    Ways<V> ways = odd;
    unroll<kAxisCount>([&](auto a) {
      V factors[V::kFarthest];
      factors[0] = ones;
      unroll<V::kFarthest - 1>([&](auto j) {
        factors[j.value + 1] = shift<(j.value + 1) * jump_amount<V>(a.value)>(free);
      });
      multiply<0>(factors, ones, ways.axis[a.value]);
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
          to[a.value] = (shift<amount>(reach) & way) | shift<-amount>(reach & way);
        });
        reach = reach | (((to[0] | to[1]) | to[2]) & enter);
      });
      if (contains(before, reach)) return reach;
    }
  }
};

// --- Counting and listing -------------------------------------------------------------------------

template <class V, class Jumps>
int count(const std::uint64_t* own_words, const std::uint64_t* occupied_words,
          const KernelSeat& seat, const KernelBoard& board) {
  const V own = load<V>(own_words);
  const V occupied = load<V>(occupied_words);
  Rows<V> steps;
  const Directed<V> landings = stepped(own);
  for (int d = 0; d < kDirectionCount; ++d) {
    store(steps.words[d], landings.d[d] & without(load_nth<V>(seat.step, d), occupied));
  }
  steps.size = kDirectionCount;
  const Jumps jumps(own, occupied, seat, board);
  return steps.popcount() + jumps.outside.popcount() + jumps.inside.popcount();
}

// For each direction the cells from which a step is allowed, in their own lanes: the landings moved
// one step back.
template <class V>
STERNHALMA_INLINE void step_origins(V occupied, const std::uint64_t* step, Rows<V>& can) {
  V free[kDirectionCount];
  for (int d = 0; d < kDirectionCount; ++d) free[d] = without(load_nth<V>(step, d), occupied);
  unroll<kDirectionCount>([&](auto d) {
    store(can.words[d.value], stepped<(d.value + 3) % kDirectionCount>(free[d.value]));
  });
}

struct Emitter {
  std::uint8_t* end;

  STERNHALMA_INLINE void put(unsigned from, unsigned to) {
    const auto pair = static_cast<std::uint16_t>(from | to << 8);
    __builtin_memcpy(end, &pair, sizeof(pair));
  }
  STERNHALMA_INLINE void put_all(unsigned from, const std::uint8_t* cell_of, std::uint64_t ends) {
    for (; ends != 0; ends = _blsr_u64(ends), end += 2) put(from, cell_of[_tzcnt_u64(ends)]);
  }
};

// The row of a marble that cannot jump.
constexpr std::uint64_t kNoEnds[Large::kWords * kLanes] = {};

// All that a list of the moves is made from.
template <class V, class Jumps>
struct Found {
  const std::uint64_t* own;
  const KernelBoard& board;
  Rows<V> can;  // by direction
  Jumps jumps;
  std::uint64_t outside[V::kWords * kLanes];  // marbles with a row of their own
  std::uint64_t inside[V::kWords * kLanes];

  STERNHALMA_INLINE Found(const std::uint64_t* own_words, const std::uint64_t* occupied,
                          const KernelSeat& seat, const KernelBoard& on)
      : own(own_words), board(on), jumps(load<V>(own_words), load<V>(occupied), seat, on) {
    step_origins(load<V>(occupied), seat.step, can);
    store(outside, jumps.outside_movers);
    store(inside, jumps.inside_movers);
  }

  // The numbers of a class's cells, by bit.
  STERNHALMA_INLINE const std::uint8_t* cells_of(int cls) const {
    return board.cell + 64 * V::kWords * cls;
  }

  // 1 where the marble at a bit of word `at` can step in the i-th of kByLanding.
  STERNHALMA_INLINE int step(int cls, int i, int at, unsigned bit) const {
    return static_cast<int>((can.words[kByLanding[cls][i]][at] >> bit) & 1);
  }

  // Bit i: whether it can step in the i-th of kByLanding.
  STERNHALMA_INLINE unsigned steps(int cls, int at, unsigned bit) const {
    unsigned all = 0;
#pragma GCC unroll 6
    for (int i = 0; i < kDirectionCount; ++i) {
      all |= static_cast<unsigned>(step(cls, i, at, bit)) << i;
    }
    return all;
  }

  // Calls f(cell, bit, at, row) for the marbles of a class, lowest first, until it returns true. The
  // marble is bit `bit` of word `at` of a row; `row` has its ends. Which marbles can jump is not to be
  // foreseen, so their rows are found without a branch.
  template <class F>
  STERNHALMA_INLINE void each_marble(int cls, F&& f) const {
    const std::uint8_t* cell_of = cells_of(cls);
    int outside_row = 0;
    int inside_row = 0;
#pragma GCC unroll 2
    for (int w = 0; w < V::kWords; ++w) {
      const int at = kLanes * w + V::kClassOf[cls];
      for (std::uint64_t rest = own[V::kWords * cls + w]; rest != 0; rest = _blsr_u64(rest)) {
        const auto bit = static_cast<unsigned>(_tzcnt_u64(rest));
        const auto from_outside = static_cast<int>((outside[at] >> bit) & 1);
        const auto from_inside = static_cast<int>((inside[at] >> bit) & 1);
        const std::uint64_t* row = kNoEnds;
        row = from_outside != 0 ? jumps.outside.words[outside_row] : row;
        row = from_inside != 0 ? jumps.inside.words[inside_row] : row;
        outside_row += from_outside;
        inside_row += from_inside;
        if (f(unsigned{cell_of[64 * w + static_cast<int>(bit)]}, bit, at, row)) return;
      }
    }
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
    const std::uint8_t* const cell_of = found.cells_of(cls);
    found.each_marble(cls, [&](unsigned from, unsigned bit, int at, const std::uint64_t* row) {
      const std::uint8_t* const next = neighbours + kDirectionCount * from;
      // Six candidates are written and the allowed ones kept (see movegen.cpp).
#pragma GCC unroll 6
      for (int i = 0; i < kDirectionCount; ++i) {
        out.put(from, next[i]);
        out.end += 2 * found.step(cls, i, at, bit);
      }
#pragma GCC unroll 2
      for (int w = 0; w < V::kWords; ++w) {
        out.put_all(from, cell_of + 64 * w, row[kLanes * w + V::kClassOf[cls]]);
      }
      return false;
    });
  }
  return static_cast<int>((out.end - moves) / 2);
}

// The moves of a class are counted from whole words; only the class of the move that is picked is
// looked at marble by marble.
template <class V, class Jumps>
STERNHALMA_INLINE std::uint32_t count_class(const Found<V, Jumps>& found, int cls) {
  std::uint64_t total = 0;
#pragma GCC unroll 2
  for (int w = 0; w < V::kWords; ++w) {
    const int at = kLanes * w + V::kClassOf[cls];
    const std::uint64_t own = found.own[V::kWords * cls + w];
    for (int d = 0; d < kDirectionCount; ++d) {
      total += _mm_popcnt_u64(own & found.can.words[d][at]);
    }
    for (int r = 0; r < found.jumps.outside.size; ++r) {
      total += _mm_popcnt_u64(found.jumps.outside.words[r][at]);
    }
    for (int r = 0; r < found.jumps.inside.size; ++r) {
      total += _mm_popcnt_u64(found.jumps.inside.words[r][at]);
    }
  }
  return static_cast<std::uint32_t>(total);
}

// The place of the set bit number `index`.
STERNHALMA_INLINE std::uint64_t nth(std::uint64_t word, std::uint32_t index) {
  return _tzcnt_u64(_pdep_u64(std::uint64_t{1} << index, word));
}

template <class V, class Jumps>
unsigned pick(const std::uint64_t* own, const std::uint64_t* occupied, const KernelSeat& seat,
              const KernelBoard& board, std::uint32_t draw) {
  const Found<V, Jumps> found(own, occupied, seat, board);
  std::uint32_t of_class[kLanes];
  std::uint64_t total = 0;
#pragma GCC unroll 4
  for (int cls = 0; cls < kLanes; ++cls) total += of_class[cls] = count_class(found, cls);
  auto index = static_cast<std::uint32_t>((draw * total) >> 32);
  int cls = 0;
#pragma GCC unroll 3
  for (int c = 0, last = 0; c < kLanes - 1; ++c) {  // without a branch, as what follows
    last += static_cast<int>(of_class[c]);
    cls += static_cast<int>(index) >= last;
  }
#pragma GCC unroll 3
  for (int c = 0; c < kLanes - 1; ++c) index -= c < cls ? of_class[c] : 0;

  unsigned move = 0;
  found.each_marble(cls, [&](unsigned from, unsigned bit, int at, const std::uint64_t* row) {
    const unsigned steps = found.steps(cls, at, bit);
    const auto open = static_cast<std::uint32_t>(_mm_popcnt_u32(steps));
    if (index < open) {
      move = from | unsigned{board.neighbour[kDirectionCount * from + nth(steps, index)]} << 8;
      return true;
    }
    index -= open;
    for (int w = 0; w < V::kWords; ++w) {
      const std::uint64_t ends = row[kLanes * w + V::kClassOf[cls]];
      const auto jumps = static_cast<std::uint32_t>(_mm_popcnt_u64(ends));
      if (index < jumps) {
        move = from | unsigned{found.cells_of(cls)[64 * w + static_cast<int>(nth(ends, index))]}
                          << 8;
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
constexpr KernelCode kCode = {kJobs<V, AdjacentJumps<V>>, kJobs<V, LongJumps<V>>};

}  // namespace

const Kernel kAvx2Kernel = {"avx2", kCode<Small>, kCode<Large>};

}  // namespace sternhalma
