// The portable kernel of move generation: scalar class words, one code path for all orders.
#include "sternhalma/game/movegen.hpp"

#include "sternhalma/game/class_words.hpp"
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
    const Word origin = movers & ~without_lowest(movers);
    f(origin, words::fill(origin, landings) & seat.ends[Cls]);
  }
  if (!any(inside)) return;
  const auto locked = words::landing_words<Cls>(occupied, seat.jump_inside);
  movers = inside & words::jump_starts(locked);
  for (; any(movers); movers = without_lowest(movers)) {
    const Word origin = movers & ~without_lowest(movers);
    f(origin, words::fill(origin, locked));
  }
}

template <class Word>
int count_adjacent(const CellSet<Word>& own, const CellSet<Word>& occupied,
                   const SeatTables<Word>& seat) noexcept {
  int total = 0;
  unroll<kClasses>([&](auto cls) {
    unroll<kDirections>([&](auto d) {
      constexpr int to = cls ^ kAxis[d];
      total += popcount(words::stepped<cls, d>(own[cls]) & ~occupied[to] & seat.step[d][to]);
    });
    for_each_jumper<cls>(own, occupied, seat, [&](Word, Word ends) { total += popcount(ends); });
  });
  return total;
}

template <class Word>
int count_long(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  int total = 0;
  tables.layout.for_each(state.marbles[s], [&](int from) {
    CellSet<Word> lifted = state.occupied;
    tables.layout.flip(lifted, from);
    const Reach<Word> to = reach(tables, tables.seat[s], lifted, from);
    total += popcount(to.steps) + popcount(to.jumps);
  });
  return total;
}

}  // namespace

template <class Word>
int count_moves(const State<Word>& state, int s) noexcept {
  const Tables<Word>& tables = *state.tables;
  if (tables.rules.jumps == Jumps::kLong) return count_long(state, s);
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
    result.landings = long_landings(tables, seat, occupied, cell);
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
  const CellSet<Word>& own = state.marbles[s];
  const CellSet<Word> empty = layout.board & ~state.occupied;
  const bool long_jumps = tables.rules.jumps == Jumps::kLong;
  const auto add_all = [&](int from, int cls, Word ends) {
    const std::uint8_t* cells = layout.cells_of_class(cls);
    for_each_bit(ends, [&](int b) { list.add(from, cells[b]); });
  };
  unroll<kClasses>([&](auto cls) {
    if (!any(own[cls])) return;
    const auto outside = words::landing_words<cls>(state.occupied, seat.jump_outside);
    const auto inside = any(own[cls] & seat.locked[cls])
                            ? words::landing_words<cls>(state.occupied, seat.jump_inside)
                            : outside;
    const Word starts = words::jump_starts(outside);
    for (Word rest = own[cls]; any(rest); rest = without_lowest(rest)) {
      const int from = layout.cell(cls, lowest(rest));
      const Word origin = rest & ~without_lowest(rest);
      const bool locked = any(origin & seat.locked[cls]);
      const CellSet<Word>& ends = locked ? seat.target : seat.ends;
      for (int to = 0; to < kClasses; ++to) {
        if (to != cls) add_all(from, to, layout.neighbours[from][to] & empty[to] & ends[to]);
      }
      if (long_jumps) {
        CellSet<Word> lifted = state.occupied;
        lifted[cls] ^= origin;
        const auto landings = long_landings(tables, seat, lifted, from);
        add_all(from, cls, landings[cls] & ends[cls]);
      } else if (any(origin & starts)) {
        add_all(from, cls, words::fill(origin, locked ? inside : outside) & ends[cls]);
      }
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

#define STERNHALMA_INSTANTIATE(Word)                                                      \
  template int count_moves(const State<Word>&, int) noexcept;                             \
  template void list_moves(const State<Word>&, int, MoveList&) noexcept;                  \
  template bool can_move(const State<Word>&, int) noexcept;                               \
  template Reach<Word> reach(const Tables<Word>&, const SeatTables<Word>&,                \
                             const CellSet<Word>&, int) noexcept;
STERNHALMA_INSTANTIATE(std::uint64_t)
STERNHALMA_INSTANTIATE(U128)
#undef STERNHALMA_INSTANTIATE

}  // namespace sternhalma
