// The race of one seat: the least number of its own moves until its marbles fill its target, played
// alone on the board. Once two armies have passed each other a game is two such races.
//
// The solo race is the board with this seat's marbles and no others, under the seat's own rules of
// movement (foreign tips, target lock, kind of jumps), moves made by the engine's generator. Backward
// moves count like any other. What is said to be exact is exact for that board.
//
// `separated` tells where it is the game's race as well: two opposite seats, and each row that has a
// marble of the one lies nearer to that one's target than each row that has one of the other. As long as
// nobody goes back a row, no cell that a move of the one lands on or jumps over is one where the
// other's marbles can be: they neither block nor serve as pivots. Nobody can be kept from going back
// to meet again; that is the one thing the claim leaves out.
//
// How it is found. Two searches take turns, each with as many nodes as all before it. A beam keeps the
// best sets of marbles after each number of moves and finds short lines: an upper bound. Iterative
// deepening (Korf, "Depth-First Iterative-Deepening", 1985) refutes one number of moves after the
// other with `RaceBound` and a table of refuted sets, which is compared in full: a lower bound. Where
// they meet, the number is exact.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sternhalma/solve/race_bound.hpp"

namespace sternhalma::solve {

struct Race {
  int lower = 0;             // no line is shorter
  std::optional<int> upper;  // the length of `line`, none where none was found
  std::vector<Move> line;    // of this seat alone
  std::uint64_t nodes = 0;   // moves looked at

  [[nodiscard]] bool exact() const noexcept { return upper == lower; }
};

// The board of seat s's solo race: its marbles and no others, and it is always its turn.
template <class Word>
[[nodiscard]] State<Word> alone(const State<Word>& state, int s) noexcept {
  State<Word> result;
  result.tables = state.tables;
  result.marbles[s] = result.occupied = state.marbles[s];
  result.in_play = static_cast<std::uint8_t>(1 << s);
  result.turn = static_cast<std::int8_t>(s);
  return result;
}

// Whether seat s can have a race: not in the capture family, and marbles enough to fill its target.
template <class Word>
[[nodiscard]] bool can_race(const State<Word>& state, int s) noexcept;

// The race of seat s, which must be able to have one, with `nodes` nodes at most. `stop` is asked now
// and then; when it returns true the race ends with what is known, and it may throw.
template <class Word>
[[nodiscard]] Race race(const State<Word>& state, int s, std::uint64_t nodes,
                        const std::function<bool()>& stop = {});

// Whether the marbles of two opposite seats, the only ones of the game, have passed each other.
template <class Word>
[[nodiscard]] bool separated(const State<Word>& state) noexcept;

}  // namespace sternhalma::solve
