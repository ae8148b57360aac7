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

}  // namespace sternhalma
