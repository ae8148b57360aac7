#include "sternhalma/game/tables.hpp"

#include <algorithm>

namespace sternhalma {

template <class Word>
Tables<Word>::Tables(const Rules& given)
    : rules(given),
      star(Star::of(given.order)),
      layout(Layout<Word>::of(star)),
      seats(static_cast<int>(given.seats.size())),
      sides(given.pairs ? seats / 2 : seats),
      seat{},
      zobrist{} {
  for (int colour = 0; colour < kColours; ++colour) {
    for (int cell = 0; cell < star.cells(); ++cell) {
      zobrist[colour][cell] = zobrist_marble(rules.order, colour, cell);
    }
  }
  for (int s = 0; s < seats; ++s) {
    seat[s].colour = static_cast<int>(kColourLetters.find(rules.seats[s]));
    zobrist_turn[s] = sternhalma::zobrist_turn(seat[s].colour);
    zobrist_in_play[s] = sternhalma::zobrist_in_play(seat[s].colour);
  }
  for (int s = 0; s < seats; ++s) build_seat(s);
  build_lines();
  build_hops();
}

template <class Word>
int Tables<Word>::tip_seat(int colour) const noexcept {
  for (int s = 0; s < seats; ++s) {
    if (seat[s].colour == colour) return s;
  }
  return -1;
}

template <class Word>
void Tables<Word>::build_seat(int index) {
  SeatTables<Word>& mine = seat[index];
  const int home_tip = mine.colour;
  const int target_tip = opposite_tip(home_tip);
  if (rules.pairs) mine.partner = tip_seat(target_tip);

  CellSet<Word> foreign{};
  std::vector<int> target_cells;
  for (int cell = 0; cell < star.cells(); ++cell) {
    if (star.in_camp(cell, home_tip, rules.marbles)) layout.add(mine.home, cell);
    if (star.in_camp(cell, target_tip, rules.marbles)) {
      layout.add(mine.target, cell);
      target_cells.push_back(cell);
    }
    const int tip = star.tip_of(cell);
    if (tip >= 0 && tip != home_tip && tip != target_tip) layout.add(foreign, cell);
  }
  for (int cell = 0; cell < star.cells(); ++cell) {
    int best = 255;
    for (int t : target_cells) best = std::min(best, star.distance(cell, t));
    mine.distance[cell] = static_cast<std::uint8_t>(best);
  }

  const bool lock = rules.lock != Lock::kNone;
  if (lock) mine.locked = mine.target;
  mine.ends = rules.foreign == Foreign::kOpen ? layout.board : layout.board & ~foreign;
  mine.entered = rules.foreign == Foreign::kClosed ? layout.board & ~foreign : layout.board;
  for (int d = 0; d < kDirections; ++d) {
    CellSet<Word> step_leaves{};  // landings outside the target with their origin inside
    CellSet<Word> jump_leaves{};
    for (int cell = 0; cell < star.cells(); ++cell) {
      if (layout.contains(mine.locked, cell)) continue;
      const int one = star.neighbour(cell, opposite_direction(d));
      const int two = star.neighbour(cell, opposite_direction(d), 2);
      if (one != kNoCell && layout.contains(mine.locked, one)) layout.add(step_leaves, cell);
      if (two != kNoCell && layout.contains(mine.locked, two)) layout.add(jump_leaves, cell);
    }
    const auto jumps = layout.jump_landings[d] & mine.entered;
    mine.step[d] = layout.step_landings[d] & mine.ends & ~step_leaves;
    mine.jump_outside[d] = rules.lock == Lock::kLanding ? jumps & ~jump_leaves : jumps;
    mine.jump_inside[d] = lock ? jumps & mine.target : jumps;
  }
}

template <class Word>
void Tables<Word>::build_lines() {
  for (int axis = 0; axis < kAxes; ++axis) {
    for (int start = 0; start < star.cells(); ++start) {
      if (star.neighbour(start, opposite_direction(axis)) != kNoCell) continue;
      Line line;
      for (int cell = start; cell != kNoCell; cell = star.neighbour(cell, axis)) {
        on_line[cell][axis] = {static_cast<std::uint8_t>(lines.size()),
                               static_cast<std::uint8_t>(line.length)};
        line.cells[line.length++] = static_cast<std::uint8_t>(cell);
      }
      lines.push_back(line);
    }
  }
}

template <class Word>
void Tables<Word>::build_hops() {
  constexpr std::array<int, kDirections> by_landing = {kWest,      kNorthWest, kSouthWest,
                                                       kNorthEast, kSouthEast, kEast};
  for (int cell = 0; cell < star.cells(); ++cell) {
    for (int i = 0; i < kDirections; ++i) {
      const int landing = star.neighbour(cell, by_landing[i], 2);
      const int pivot = star.neighbour(cell, by_landing[i]);
      const bool exists = landing != kNoCell && pivot != kNoCell;
      hops[cell][i] =
          exists ? Hop{static_cast<std::uint8_t>(pivot), static_cast<std::uint8_t>(landing)}
                 : Hop{kNoHop, kNoHop};
    }
  }
}

template struct Tables<std::uint64_t>;
template struct Tables<U128>;

}  // namespace sternhalma
