// The end of a game of two sides whose armies have passed each other (solve::separated): both races
// are solved, each side plays its shortest line, and what comes of it is the game's result.
#pragma once

#include <functional>
#include <optional>

#include "sternhalma/game/endings.hpp"
#include "sternhalma/game/movegen.hpp"
#include "sternhalma/search/result.hpp"
#include "sternhalma/search/sides.hpp"
#include "sternhalma/solve/race.hpp"

namespace sternhalma::search {

// Plays both lines by turns through the rules, which know replies, limits, repetition and deadlines;
// nothing where a move does not fit or the game is not over after them. `made` counts moves by seat.
template <class Word>
[[nodiscard]] std::optional<Line> play_races(State<Word> state, History history,
                                             const solve::Race (&races)[2], int (&made)[2]) {
  const int mover = state.turn;
  const int best = best_free_place(state);
  Line line;
  while (!state.over()) {
    const int s = state.turn;
    if (made[s] == static_cast<int>(races[s].line.size())) return std::nullopt;
    const Move move = races[s].line[static_cast<std::size_t>(made[s]++)];
    if (!has_move(state, move.from, move.to)) return std::nullopt;
    if (do_move(state, move, history).eliminated != 0) return std::nullopt;
    line.moves.push_back({move.from, move.to, {}});
  }
  line.score =
      place_value(state, state.tables->side_of(mover), best, static_cast<int>(line.moves.size()));
  return line;
}

// The result of a separated game, if `nodes` nodes a race solve that of the seat to move and either the
// other's or enough of it to know that it can't arrive in time. `used` grows by the nodes that it took,
// also where nothing came of it.
template <class Word>
[[nodiscard]] std::optional<Line> end_races(const State<Word>& state, const History& history,
                                            std::uint64_t nodes, std::uint64_t& used,
                                            const std::function<bool()>& stop) {
  if (!solve::separated(state) || state.over() || state.reply_due || state.in_play != 0b11) {
    return std::nullopt;
  }
  const int mover = state.turn;
  const int other = 1 - mover;
  solve::Race races[2];
  for (const int s : {mover, other}) {
    if (!solve::can_race(state, s)) return std::nullopt;
    races[s] = solve::race(state, s, nodes, stop);
    used += races[s].nodes;
    if (!races[mover].exact() || !races[s].upper) return std::nullopt;
  }
  int made[2] = {0, 0};
  std::optional<Line> line = play_races(state, history, races, made);
  if (!races[other].exact() && made[other] >= races[other].lower) return std::nullopt;
  return line;
}

}  // namespace sternhalma::search
