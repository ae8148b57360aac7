// Whether the others have played so far as a player who thinks no further would. If so they will go on
// like that, and run-ahead search sees more than one that fears their plans.
#pragma once

#include <array>

#include "sternhalma/game/game.hpp"
#include "sternhalma/search/play.hpp"

namespace sternhalma::search {

// Looks at the last moves of everyone but the side to move, back to the last resignation or flag fall.
[[nodiscard]] inline bool foreseeable(const Game& game, const Evaluation& evaluation) {
  constexpr int kLooked = 6;  // moves of each other seat
  constexpr int kLeast = 3;   // of them that have to be known
  constexpr int kAsked = 5;   // of six that were foreseen
  const std::unique_ptr<Game> past = game.copy(true);
  std::array<int, kMaxSeats> seen{};
  std::array<int, kMaxSeats> right{};
  const auto seats = static_cast<int>(game.rules()->rules().seats.size());
  for (int back = seats * (kLooked + 1); back > 0; --back) {
    const auto undone = past->pop();
    if (!undone || undone->quitter != kNobody) break;
    const int mover = past->turn();
    if (seen[mover] == kLooked) continue;
    visit(*past, [&](const auto& state, const History&) {
      using Word = std::remove_cvref_t<decltype(state.occupied[0])>;
      RacePlay<Word> play(state, History(), evaluation);
      const Move played = {undone->move.from, undone->move.to};
      ++seen[mover];
      right[mover] += play.forward(played) == play.forward(play.foreseen());
    });
  }
  return visit(game, [&](const auto& state, const History&) {
    const int us = state.tables->side_of(state.turn);
    for (int s = 0; s < seats; ++s) {
      if (!state.plays(s) || state.tables->side_of(s) == us) continue;
      if (seen[s] < kLeast || right[s] * kLooked < seen[s] * kAsked) return false;
    }
    return true;
  });
}

}  // namespace sternhalma::search
