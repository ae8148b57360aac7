// Long jumps: the pivot may lie d cells away in line, the landing lies d cells behind it, all other
// cells of the way empty. Lines are small words (a bit a cell, at most 25), so the pivot is the
// nearest set bit and the way behind it one mask. Even distances use pivots of the marble's own
// class and the lifted marble opens lines, so the class-word fill of movegen.hpp does not apply.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "sternhalma/game/tables.hpp"

namespace sternhalma {

using LineWords = std::array<std::uint32_t, kMaxLines>;

// Puts a marble on its three lines, or lifts it off them.
template <class Word>
inline void flip_on_lines(const Tables<Word>& tables, LineWords& lines, int cell) noexcept {
  for (const OnLine at : tables.on_line[cell]) lines[at.line] ^= 1U << at.index;
}

// Occupancy of every line.
template <class Word>
[[nodiscard]] inline LineWords line_words(const Tables<Word>& tables,
                                          const CellSet<Word>& occupied) noexcept {
  LineWords lines{};
  tables.layout.for_each(occupied, [&](int cell) { flip_on_lines(tables, lines, cell); });
  return lines;
}

struct LongJump {
  int pivot = kNoCell;
  int landing = kNoCell;
};

// The only possible long jump from `cell` in `direction`; landing is kNoCell where there is none.
template <class Word>
[[nodiscard]] inline LongJump long_jump(const Tables<Word>& tables, const LineWords& words,
                                        int cell, int direction) noexcept {
  const OnLine at = tables.on_line[cell][direction % kAxes];
  const Line& line = tables.lines[at.line];
  const std::uint32_t word = words[at.line];
  const int i = at.index;
  int pivot;
  int landing;
  std::uint32_t way;  // cells strictly between pivot and landing, and the landing
  if (direction < kAxes) {
    const std::uint32_t ahead = word >> (i + 1);
    if (ahead == 0) return {};
    pivot = i + 1 + std::countr_zero(ahead);
    landing = 2 * pivot - i;
    if (landing >= line.length) return {};
    way = ((1U << (landing - pivot)) - 1) << (pivot + 1);
  } else {
    const std::uint32_t ahead = word & ((1U << i) - 1);
    if (ahead == 0) return {};
    pivot = 31 - std::countl_zero(ahead);
    landing = 2 * pivot - i;
    if (landing < 0) return {};
    way = ((1U << (pivot - landing)) - 1) << landing;
  }
  if ((word & way) != 0) return {};
  return {line.cells[pivot], line.cells[landing]};
}

// All cells where a chain of long jumps from `cell` can land, the seat's lock and closed tips
// observed. `words` must not hold the cell.
template <class Word>
[[nodiscard]] inline CellSet<Word> long_landings(const Tables<Word>& tables,
                                                 const SeatTables<Word>& seat,
                                                 const LineWords& words, int cell) noexcept {
  const Layout<Word>& layout = tables.layout;
  const bool starts_inside = layout.contains(seat.locked, cell);
  const bool closed = tables.rules.foreign == Foreign::kClosed;
  const CellSet<Word>& may_enter =
      starts_inside ? seat.target : (closed ? seat.ends : layout.board);
  const bool landing_lock = tables.rules.lock == Lock::kLanding;

  CellSet<Word> reached{};
  std::array<std::uint8_t, kMaxCells> queue;
  int head = 0;
  int tail = 0;
  queue[tail++] = static_cast<std::uint8_t>(cell);
  while (head < tail) {
    const int at = queue[head++];
    const bool stays = landing_lock && layout.contains(seat.locked, at);
    for (int d = 0; d < kDirections; ++d) {
      const int to = long_jump(tables, words, at, d).landing;
      if (to == kNoCell || to == cell) continue;
      const Place<Word> place = layout.place(to);
      if (any(reached[place.cls] & place.mask)) continue;
      if (!any(may_enter[place.cls] & place.mask)) continue;
      if (stays && !any(seat.locked[place.cls] & place.mask)) continue;
      reached[place.cls] |= place.mask;
      queue[tail++] = static_cast<std::uint8_t>(to);
    }
  }
  return reached;
}

}  // namespace sternhalma
