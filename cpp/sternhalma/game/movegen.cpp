// The portable kernel of move generation: scalar class words, one code path for all orders. Where a
// kernel for the processor is in use, it takes over count and list on 64-bit words.
#include "sternhalma/game/movegen.hpp"

#include "sternhalma/game/class_words.hpp"
#include "sternhalma/game/kernel.hpp"
#include "sternhalma/game/long_jumps.hpp"

namespace sternhalma {
namespace {

using words::unroll;

// Calls f(origin mask, ends) for each marble of class Cls that can jump.
template <int Cls, class Word, class F>
inline void for_each_jumper(const CellSet<Word>& own, const CellSet<Word>& occupied,
                            const SeatTables<Word>& seat, F&& f) noexcept {
  if (!any(own[Cls])) return;
  const Word inside = own[Cls] & seat.locked[Cls];
  const auto landings = words::landing_words<Cls>(occupied, seat.jump_outside);
  Word movers = own[Cls] & ~inside & words::jump_starts(landings);
  for (; any(movers); movers = without_lowest(movers)) {
    const Word origin = lowest_bit(movers);
    f(origin, words::fill(origin, landings) & seat.ends[Cls]);
  }
  if (!any(inside)) return;
  const auto locked = words::landing_words<Cls>(occupied, seat.jump_inside);
  movers = inside & words::jump_starts(locked);
  for (; any(movers); movers = without_lowest(movers)) {
    const Word origin = lowest_bit(movers);
    f(origin, words::fill(origin, locked));
  }
}

template <class Word>
inline int count_steps(const CellSet<Word>& own, const CellSet<Word>& occupied,
                       const SeatTables<Word>& seat) noexcept {
  int total = 0;
  unroll<kClasses>([&](auto cls) {
    unroll<kDirections>([&](auto d) {
      constexpr int to = cls ^ kAxis[d];
      total += popcount(words::stepped<cls, d>(own[cls]) & ~occupied[to] & seat.step[d][to]);
    });
  });
  return total;
}

template <class Word>
int count_adjacent(const CellSet<Word>& own, const CellSet<Word>& occupied,
                   const SeatTables<Word>& seat) noexcept {
  int total = count_steps(own, occupied, seat);
  unroll<kClasses>([&](auto cls) {
    for_each_jumper<cls>(own, occupied, seat, [&](Word, Word ends) { total += popcount(ends); });
  });
  return total;
}

// can[i]: the cells of class Cls from which a step in the i-th of directions_by_landing is allowed.
template <int Cls, class Word>
[[nodiscard]] inline std::array<Word, kDirections> step_origins(
    const CellSet<Word>& occupied, const SeatTables<Word>& seat) noexcept {
  std::array<Word, kDirections> can;
  unroll<kDirections>([&](auto i) {
    constexpr int d = directions_by_landing(Cls)[i];
    constexpr int to = Cls ^ kAxis[d];
    can[i] = words::stepped<to, (d + 3) % kDirections>(~occupied[to] & seat.step[d][to]);
  });
  return can;
}

// Six candidates are written and only those that are allowed are kept: which neighbours are free is
// random, so a branch would be mispredicted every other time.
template <class Word>
inline void add_steps(const Layout<Word>& layout, int from, int bit,
                      const std::array<Word, kDirections>& can, MoveList& list) noexcept {
  int size = list.size;
  unroll<kDirections>([&](auto i) {
    list.moves[size] = {static_cast<std::uint8_t>(from), layout.neighbour_list[from][i]};
    size += bit_at(can[i], bit);
  });
  list.size = size;
}

template <class Word>
int count_long(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  const SeatTables<Word>& seat = tables.seat[s];
  int total = count_steps(state.marbles[s], state.occupied, seat);
  LineWords lines = line_words(tables, state.occupied);
  tables.layout.for_each(state.marbles[s], [&](int from) {
    flip_on_lines(tables, lines, from);
    const int cls = tables.layout.cls(from);
    const bool locked = tables.layout.contains(seat.locked, from);
    total += popcount(long_landings(tables, seat, lines, from)[cls] &
                      (locked ? seat.target[cls] : seat.ends[cls]));
    flip_on_lines(tables, lines, from);
  });
  return total;
}

// A set, and a seat's tables, as kernels read them.
const std::uint64_t* words_of(const CellSet<std::uint64_t>& set) noexcept {
  return set.words.data();
}
const std::uint64_t* words_of(
    const std::array<CellSet<std::uint64_t>, kDirections>& sets) noexcept {
  static_assert(sizeof(sets) == kDirections * kClasses * sizeof(std::uint64_t));
  return sets[0].words.data();
}
KernelSeat kernel_seat(const SeatTables<std::uint64_t>& seat) noexcept {
  return {words_of(seat.step), words_of(seat.jump_outside), words_of(seat.jump_inside),
          words_of(seat.ends), words_of(seat.target),       words_of(seat.locked)};
}

}  // namespace

// The code of this file: whatever has no kernel of its own runs here.
extern const Kernel kPortableKernel;
const Kernel kPortableKernel = {"portable", nullptr, nullptr};

template <class Word>
int count_moves(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.jumps == Jumps::kLong) return count_long(state, s);
  if constexpr (sizeof(Word) == 8) {
    if (const auto count = kernel().count) {
      return count(words_of(state.marbles[s]), words_of(state.occupied),
                   kernel_seat(tables.seat[s]));
    }
  }
  return count_adjacent(state.marbles[s], state.occupied, tables.seat[s]);
}

template <class Word>
Reach<Word> reach(const Tables<Word>& tables, const SeatTables<Word>& seat,
                  const CellSet<Word>& occupied, int cell) noexcept {
  const Place<Word> at = tables.layout.place(cell);
  const bool inside = any(seat.locked[at.cls] & at.mask);
  const CellSet<Word>& ends = inside ? seat.target : seat.ends;
  Reach<Word> result;
  result.steps = tables.layout.neighbours[cell] & ~occupied & ends;
  if (tables.rules.jumps == Jumps::kLong) {
    result.landings = long_landings(tables, seat, line_words(tables, occupied), cell);
  } else {
    const auto& allowed = inside ? seat.jump_inside : seat.jump_outside;
    unroll<kClasses>([&](auto cls) {
      if (at.cls != cls) return;
      const auto landings = words::landing_words<cls>(occupied, allowed);
      result.landings[cls] = words::fill(at.mask, landings) & ~at.mask;
    });
  }
  result.jumps = result.landings & ends;
  return result;
}

template <class Word>
void list_moves(const State<Word>& state, int s, MoveList& list) noexcept {
  const Tables<Word>& tables = *state.tables;
  const SeatTables<Word>& seat = tables.seat[s];
  const Layout<Word>& layout = tables.layout;
  if constexpr (sizeof(Word) == 8) {
    const auto kernel_list = kernel().list;
    if (kernel_list != nullptr && tables.rules.jumps == Jumps::kAdjacent) {
      static_assert(sizeof(Move) == 2);
      const KernelCells cells = {layout.cells_of_class(0), layout.neighbour_list[0].data()};
      list.size =
          kernel_list(words_of(state.marbles[s]), words_of(state.occupied), kernel_seat(seat),
                      cells, reinterpret_cast<std::uint8_t*>(list.moves.data()));
      return;
    }
  }
  const CellSet<Word>& own = state.marbles[s];
  const bool long_jumps = tables.rules.jumps == Jumps::kLong;
  LineWords lines;  // for long jumps only
  if (long_jumps) lines = line_words(tables, state.occupied);
  unroll<kClasses>([&](auto cls) {
    if (!any(own[cls])) return;
    const Word locked = own[cls] & seat.locked[cls];
    const auto outside = words::landing_words<cls>(state.occupied, seat.jump_outside);
    words::LandingWords<Word> inside;  // read for locked marbles only
    if (any(locked)) inside = words::landing_words<cls>(state.occupied, seat.jump_inside);
    const Word starts = words::jump_starts(outside);
    const auto can = step_origins<cls>(state.occupied, seat);
    const std::uint8_t* cells = layout.cells_of_class(cls);
    for (Word rest = own[cls]; any(rest); rest = without_lowest(rest)) {
      const int bit = lowest(rest);
      const int from = cells[bit];
      const Word origin = lowest_bit(rest);
      const bool is_locked = any(origin & locked);
      add_steps(layout, from, bit, can, list);
      Word ends{};
      if (long_jumps) {
        flip_on_lines(tables, lines, from);
        ends = long_landings(tables, seat, lines, from)[cls];
        flip_on_lines(tables, lines, from);
      } else if (any(origin & starts)) {
        ends = words::fill(origin, is_locked ? inside : outside);
      }
      ends &= is_locked ? seat.target[cls] : seat.ends[cls];
      for_each_bit(ends, [&](int b) { list.add(from, cells[b]); });
    }
  });
}

template <class Word>
bool can_move(const State<Word>& state, int s) noexcept {
  const SeatTables<Word>& seat = state.tables->seat[s];
  const CellSet<Word>& own = state.marbles[s];
  bool found = false;  // a step nearly always answers
  unroll<kClasses>([&](auto cls) {
    unroll<kDirections>([&](auto d) {
      if (found) return;
      constexpr int to = cls ^ kAxis[d];
      found = any(words::stepped<cls, d>(own[cls]) & ~state.occupied[to] & seat.step[d][to]);
    });
  });
  return found || count_moves(state, s) != 0;
}

#define STERNHALMA_INSTANTIATE(Word)                                                             \
  template int count_moves(const State<Word>&, int) noexcept;                                    \
  template void list_moves(const State<Word>&, int, MoveList&) noexcept;                         \
  template bool can_move(const State<Word>&, int) noexcept;                                      \
  template Reach<Word> reach(const Tables<Word>&, const SeatTables<Word>&, const CellSet<Word>&, \
                             int) noexcept;
STERNHALMA_INSTANTIATE(std::uint64_t)
STERNHALMA_INSTANTIATE(U128)
#undef STERNHALMA_INSTANTIATE

}  // namespace sternhalma
