// The portable kernel of move generation: scalar class words, one code path for all orders. Where a
// kernel for the processor is in use, it takes over count and list on 64-bit words.
#include "sternhalma/game/movegen.hpp"

#include "sternhalma/game/class_words.hpp"
#include "sternhalma/game/kernel.hpp"
#include "sternhalma/game/long_jumps.hpp"
#include "sternhalma/game/long_words.hpp"

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

// Where the marbles of class Cls can jump to, one way for each kind of jumps. `ends(origin, bit)` is
// called for each marble in turn.
template <int Cls, class Word>
class AdjacentJumps {
 public:
  AdjacentJumps(const State<Word>& state, int s) noexcept
      : seat_(state.tables->seat[s]),
        locked_(state.marbles[s][Cls] & seat_.locked[Cls]),
        outside_(words::landing_words<Cls>(state.occupied, seat_.jump_outside)),
        starts_(words::jump_starts(outside_)) {
    if (any(locked_)) inside_ = words::landing_words<Cls>(state.occupied, seat_.jump_inside);
  }
  [[nodiscard]] Word ends(Word origin, int) const noexcept {
    if (any(origin & locked_)) return words::fill(origin, inside_) & seat_.target[Cls];
    return any(origin & starts_) ? words::fill(origin, outside_) & seat_.ends[Cls] : Word{};
  }

 private:
  const SeatTables<Word>& seat_;
  Word locked_;
  words::LandingWords<Word> outside_;
  words::LandingWords<Word> inside_;  // read for locked marbles only
  Word starts_;
};

template <int Cls, class Word>
class LongJumps {
 public:
  LongJumps(const State<Word>& state, int s) noexcept
      : seat_(state.tables->seat[s]), words_(state.occupied, state.tables->layout) {}
  [[nodiscard]] Word ends(Word origin, int) const noexcept {
    if (any(origin & seat_.locked[Cls])) return words_.fill(origin, seat_.target[Cls]);
    return words_.fill(origin, seat_.entered[Cls]) & seat_.ends[Cls];
  }

 private:
  const SeatTables<Word>& seat_;
  words::LongWords<Cls, Word> words_;
};

// Long jumps under lock `landing`, where what a chain may enter changes on its way: cell by cell.
template <int Cls, class Word>
class LongJumpsByCell {
 public:
  LongJumpsByCell(const State<Word>& state, int s) noexcept
      : tables_(*state.tables),
        seat_(tables_.seat[s]),
        lines_(line_words(tables_, state.occupied)) {}
  [[nodiscard]] Word ends(Word origin, int bit) noexcept {
    const int from = tables_.layout.cell(Cls, bit);
    flip_on_lines(tables_, lines_, from);
    const Word landings = long_landings(tables_, seat_, lines_, from)[Cls];
    flip_on_lines(tables_, lines_, from);
    return landings & (any(origin & seat_.locked[Cls]) ? seat_.target[Cls] : seat_.ends[Cls]);
  }

 private:
  const Tables<Word>& tables_;
  const SeatTables<Word>& seat_;
  LineWords lines_;
};

template <template <int, class> class Jumps, class Word>
int count_each(const State<Word>& state, int s) noexcept {
  const CellSet<Word>& own = state.marbles[s];
  int total = count_steps(own, state.occupied, state.tables->seat[s]);
  unroll<kClasses>([&](auto cls) {
    if (!any(own[cls])) return;
    Jumps<cls, Word> jumps(state, s);
    for (Word rest = own[cls]; any(rest); rest = without_lowest(rest)) {
      total += popcount(jumps.ends(lowest_bit(rest), lowest(rest)));
    }
  });
  return total;
}

template <template <int, class> class Jumps, class Word>
void list_each(const State<Word>& state, int s, MoveList& list) noexcept {
  const CellSet<Word>& own = state.marbles[s];
  const Layout<Word>& layout = state.tables->layout;
  unroll<kClasses>([&](auto cls) {
    if (!any(own[cls])) return;
    Jumps<cls, Word> jumps(state, s);
    const auto can = step_origins<cls>(state.occupied, state.tables->seat[s]);
    const std::uint8_t* cells = layout.cells_of_class(cls);
    for (Word rest = own[cls]; any(rest); rest = without_lowest(rest)) {
      const int bit = lowest(rest);
      const int from = cells[bit];
      add_steps(layout, from, bit, can, list);
      for_each_bit(jumps.ends(lowest_bit(rest), bit), [&](int b) { list.add(from, cells[b]); });
    }
  });
}

// A set, and a seat's tables, as kernels read them: 64-bit words, lower halves first.
template <class Set>
const std::uint64_t* words_of(const Set& sets) noexcept {
  static_assert(sizeof(Set) % (kClasses * sizeof(std::uint64_t)) == 0);
  return reinterpret_cast<const std::uint64_t*>(&sets);
}
template <class Word>
KernelSeat kernel_seat(const SeatTables<Word>& seat) noexcept {
  return {words_of(seat.step),   words_of(seat.jump_outside), words_of(seat.jump_inside),
          words_of(seat.ends),   words_of(seat.target),       words_of(seat.locked),
          words_of(seat.entered)};
}
template <class Word>
KernelBoard kernel_board(const Layout<Word>& layout) noexcept {
  return {words_of(layout.board), words_of(layout.far_landings), layout.cells_of_class(0),
          layout.neighbour_list[0].data()};
}
// What the kernel does for these rules.
template <class Word>
const KernelJobs& kernel_jobs(const Rules& rules) noexcept {
  static constexpr KernelJobs kNone = {};
  const KernelCode& code = sizeof(Word) == 8 ? kernel().small : kernel().large;
  if (rules.jumps == Jumps::kAdjacent) return code.adjacent;
  return rules.lock == Lock::kLanding ? kNone : code.far;
}

}  // namespace

// The code of this file: whatever has no kernel of its own runs here.
extern const Kernel kPortableKernel;
const Kernel kPortableKernel = {"portable", {}, {}};

template <class Word>
int count_moves(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (const auto count = kernel_jobs<Word>(tables.rules).count) {
    return count(words_of(state.marbles[s]), words_of(state.occupied), kernel_seat(tables.seat[s]),
                 kernel_board(tables.layout));
  }
  if (tables.rules.jumps == Jumps::kAdjacent) {
    return count_adjacent(state.marbles[s], state.occupied, tables.seat[s]);
  }
  if (tables.rules.lock == Lock::kLanding) return count_each<LongJumpsByCell>(state, s);
  return count_each<LongJumps>(state, s);
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
  if (const auto write = kernel_jobs<Word>(tables.rules).list) {
    static_assert(sizeof(Move) == 2);
    list.size =
        write(words_of(state.marbles[s]), words_of(state.occupied), kernel_seat(tables.seat[s]),
              kernel_board(tables.layout), reinterpret_cast<std::uint8_t*>(list.moves.data()));
    return;
  }
  if (tables.rules.jumps == Jumps::kAdjacent) return list_each<AdjacentJumps>(state, s, list);
  if (tables.rules.lock == Lock::kLanding) return list_each<LongJumpsByCell>(state, s, list);
  list_each<LongJumps>(state, s, list);
}

template <class Word>
Move pick_move(const State<Word>& state, int s, std::uint32_t draw) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (const auto pick = kernel_jobs<Word>(tables.rules).pick) {
    const unsigned move = pick(words_of(state.marbles[s]), words_of(state.occupied),
                               kernel_seat(tables.seat[s]), kernel_board(tables.layout), draw);
    return {static_cast<std::uint8_t>(move), static_cast<std::uint8_t>(move >> 8)};
  }
  MoveList list;
  list_moves(state, s, list);
  return list[static_cast<int>((draw * static_cast<std::uint64_t>(list.size)) >> 32)];
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
  template Move pick_move(const State<Word>&, int, std::uint32_t) noexcept;                      \
  template bool can_move(const State<Word>&, int) noexcept;                                      \
  template Reach<Word> reach(const Tables<Word>&, const SeatTables<Word>&, const CellSet<Word>&, \
                             int) noexcept;
STERNHALMA_INSTANTIATE(std::uint64_t)
STERNHALMA_INSTANTIATE(U128)
#undef STERNHALMA_INSTANTIATE

}  // namespace sternhalma
