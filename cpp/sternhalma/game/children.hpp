// Counting and listing the moves of a position's children without playing each move in full.
// Where no move of the seat to move can end the game or change the seats in play (`is_quiet`), a child
// differs from its parent by one marble and the turn, so flipping four bits makes it. Each child is
// still generated on its own.
#pragma once

#include "sternhalma/game/endings.hpp"

namespace sternhalma {

// Whether no single move can bring an arrival, an elimination or any end but blocked and locked-in.
template <class Word>
[[nodiscard]] inline bool is_quiet(const State<Word>& state, const History& history) noexcept {
  const Tables<Word>& tables = *state.tables;
  const Rules& rules = tables.rules;
  if (rules.capture || state.reply_due) return false;
  const auto next_ply = state.plies + 1;
  if (rules.max_plies != kOff && next_ply >= static_cast<std::uint32_t>(rules.max_plies)) {
    return false;
  }
  if (rules.max_rounds != kOff && state.round >= static_cast<std::uint32_t>(rules.max_rounds)) {
    return false;
  }
  if (rules.deadline != kOff &&
      state.moves[state.turn] + 1 >= static_cast<std::uint32_t>(rules.deadline)) {
    return false;
  }
  if (rules.repetition != kOff && history.has_repeat()) return false;
  for (int s = 0; s < tables.seats; ++s) {
    if (!state.plays(s)) continue;
    const CellSet<Word>& filled =
        rules.arrival == Arrival::kOwn ? state.marbles[s] : state.occupied;
    if (popcount(tables.seat[s].target & ~filled) < 2) return false;
  }
  return true;
}

// Marbles and occupancy as a move of the seat to move leaves them; called again it takes that back.
template <class Word>
inline void flip_marble(State<Word>& state, Move move) noexcept {
  const Place<Word> from = state.tables->layout.place(move.from);
  const Place<Word> to = state.tables->layout.place(move.to);
  CellSet<Word>& own = state.marbles[state.turn];
  own[from.cls] ^= from.mask;
  own[to.cls] ^= to.mask;
  state.occupied[from.cls] ^= from.mask;
  state.occupied[to.cls] ^= to.mask;
}

// The seat after the one to move, those out of play passed over.
template <class Word>
[[nodiscard]] inline int next_in_play(const State<Word>& state) noexcept {
  int next = state.turn;
  do {
    next = next + 1 == state.tables->seats ? 0 : next + 1;
  } while (!state.plays(next));
  return next;
}

// What most moves of the seat to move change of the key: their marble's cells, and the turn.
template <class Word>
[[nodiscard]] inline std::uint64_t marble_key(const State<Word>& state, Move move) noexcept {
  const auto& zobrist = state.tables->zobrist[state.tables->seat[state.turn].colour];
  return zobrist[move.from] ^ zobrist[move.to];
}
template <class Word>
[[nodiscard]] inline std::uint64_t turn_key(const State<Word>& state) noexcept {
  return state.tables->zobrist_turn[state.turn] ^ state.tables->zobrist_turn[next_in_play(state)];
}

// The sum of count(child, seat to move) over the children of a race position; a child where the game
// is over counts nothing. `count` returns how many moves that seat has.
template <class Word, class Count>
[[nodiscard]] inline std::uint64_t sum_over_children(State<Word>& state, History& history,
                                                     Count&& count) {
  MoveList moves;
  list_moves(state, state.turn, moves);
  std::uint64_t total = 0;
  const Undo<Word> undo = {state, history.mark()};
  const auto play_in_full = [&](Move move) {
    do_move(state, move, history);
    if (!state.over()) total += static_cast<std::uint64_t>(count(state, state.turn));
    undo_move(state, undo, history);
  };
  const bool quiet = is_quiet(state, history);
  const int next = next_in_play(state);
  for (const Move move : moves) {
    if (!quiet) {
      play_in_full(move);
      continue;
    }
    flip_marble(state, move);
    const int found = count(state, next);
    using E = detail::Endings<Word>;
    const bool over = found != 0 && state.rules().lock_in &&
                      E::may_lock_in(state, state.turn, move.to) && E::locked_in(state);
    flip_marble(state, move);
    if (found == 0) {
      play_in_full(move);  // that seat is passed over, or nobody can move
    } else if (!over) {
      total += static_cast<std::uint64_t>(found);
    }
  }
  return total;
}

}  // namespace sternhalma
