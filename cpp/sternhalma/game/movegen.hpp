// Race moves: steps and chains of jumps. This is the one interface of move generation; movegen.cpp is
// the portable kernel behind it, and a kernel for an instruction set replaces count and list there.
#pragma once

#include "sternhalma/game/move.hpp"
#include "sternhalma/game/state.hpp"

namespace sternhalma {

// Number of moves of seat s.
template <class Word>
[[nodiscard]] int count_moves(const State<Word>& state, int s) noexcept;

// Writes all moves of seat s, each once: by origin (class, then cell number), for each origin its
// steps before its jumps, targets in the same order. This order is part of the documented meaning of
// a random pick, so every kernel keeps it. The list must be empty.
template <class Word>
void list_moves(const State<Word>& state, int s, MoveList& list) noexcept;

// Move number draw * n / 2^32 of the n moves in that order, without a list where the kernel can do
// without: the uniform pick of Random::below(n). Seat s must have a move.
template <class Word>
[[nodiscard]] Move pick_move(const State<Word>& state, int s, std::uint32_t draw) noexcept;

// Whether seat s has a move.
template <class Word>
[[nodiscard]] bool can_move(const State<Word>& state, int s) noexcept;

// Where a marble on `cell` can go: cells a step ends on, cells a chain may end on, and cells where a
// chain can land. The marble itself need not stand there; `occupied` must not hold the cell.
template <class Word>
struct Reach {
  CellSet<Word> steps{};
  CellSet<Word> jumps{};
  CellSet<Word> landings{};
};

template <class Word>
[[nodiscard]] Reach<Word> reach(const Tables<Word>& tables, const SeatTables<Word>& seat,
                                const CellSet<Word>& occupied, int cell) noexcept;

// Where the marble on `cell` can go, the marble lifted off the board.
template <class Word>
[[nodiscard]] inline Reach<Word> reach_from(const State<Word>& state, int s, int cell) noexcept {
  CellSet<Word> lifted = state.occupied;
  state.tables->layout.flip(lifted, cell);
  return reach(*state.tables, state.tables->seat[s], lifted, cell);
}

// Whether the seat to move has this move; both cells must be cells of the star.
template <class Word>
[[nodiscard]] inline bool has_move(const State<Word>& state, int from, int to) noexcept {
  const Layout<Word>& layout = state.tables->layout;
  if (!layout.contains(state.marbles[state.turn], from)) return false;
  const Reach<Word> can = reach_from(state, state.turn, from);
  return layout.contains(can.steps | can.jumps, to);
}

}  // namespace sternhalma
