// The end of a game of two sides whose armies have passed each other (solve::separated): both races
// are solved, each side plays its shortest line, and what comes of it is the game's result.
#pragma once

#include <functional>
#include <optional>

#include "sternhalma/search/result.hpp"
#include "sternhalma/search/sides.hpp"
#include "sternhalma/solve/race.hpp"

namespace sternhalma::search {

// Plays both lines by turns through the rules, which know replies, limits, repetition and deadlines;
// nothing where a move does not fit or the game is not over after them.
template <class Word>
[[nodiscard]] std::optional<Line> play_races(State<Word> state, History history,
                                             const std::vector<Move> (&lines)[2]) {
  const int mover = state.turn;
  const int best = best_free_place(state);
  std::size_t next[2] = {0, 0};
  Line line;
  while (!state.over()) {
    const int s = state.turn;
    if (next[s] == lines[s].size()) return std::nullopt;
    const Move move = lines[s][next[s]++];
    if (!has_move(state, move.from, move.to)) return std::nullopt;
    if (do_move(state, move, history).eliminated != 0) return std::nullopt;
    line.moves.push_back({move.from, move.to, {}});
  }
  line.score =
      place_value(state, state.tables->side_of(mover), best, static_cast<int>(line.moves.size()));
  return line;
}

// The result of a separated game, if `nodes` nodes a race solve both of them. `used` grows by the nodes
// that it took, also where nothing came of it.
template <class Word>
[[nodiscard]] std::optional<Line> end_races(const State<Word>& state, const History& history,
                                            std::uint64_t nodes, std::uint64_t& used,
                                            const std::function<bool()>& stop) {
  if (!solve::separated(state) || state.over() || state.reply_due || state.in_play != 0b11) {
    return std::nullopt;
  }
  std::vector<Move> lines[2];
  for (const int s : {static_cast<int>(state.turn), 1 - state.turn}) {
    if (!solve::can_race(state, s)) return std::nullopt;
    solve::Race race = solve::race(state, s, nodes, stop);
    used += race.nodes;
    if (!race.exact()) return std::nullopt;
    lines[s] = std::move(race.line);
  }
  return play_races(state, history, lines);
}

}  // namespace sternhalma::search
