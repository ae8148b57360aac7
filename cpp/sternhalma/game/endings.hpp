// What a move, a resignation or a flag fall does to a position, once for search, batches and tables.
// After each move the checks run in this order: arrivals (mover first, then clockwise), leaving the
// home camp in time, the second seat's reply, one side left, blocked, locked in for good, limits,
// repetition. The common road through them is short and inline; what happens rarely is in
// endings.cpp.
#pragma once

#include "sternhalma/game/capture.hpp"
#include "sternhalma/game/movegen.hpp"
#include "sternhalma/game/state.hpp"

namespace sternhalma {

// What a move led to, as bits by seat.
struct Effect {
  std::uint8_t arrived = 0;
  std::uint8_t eliminated = 0;
};

template <class Word>
[[nodiscard]] inline bool has_arrived(const State<Word>& state, int s) noexcept {
  const SeatTables<Word>& seat = state.tables->seat[s];
  if (state.tables->rules.arrival == Arrival::kOwn) {
    return !any(seat.target & ~state.marbles[s]);
  }
  return !any(seat.target & ~state.occupied) && any(seat.target & state.marbles[s]);
}

namespace detail {

// The rare endings, out of line. All leave `state` consistent, key included.
template <class Word>
struct Endings {
  static void arrivals(State<Word>& state, int mover, Effect& effect);
  static bool breaks_deadline(const State<Word>& state, int mover, Move move);
  static void eliminate(State<Word>& state, int s, Effect& effect);
  static bool locked_in(const State<Word>& state);
  // Whether a move to `to` can have locked marbles in, given that none were before it: the marble
  // that moved would have to be one of them, since all others stood as they stand now. But it can go
  // back where it came from: the cell of its last hop's start is free, or after a long jump the one
  // next to it on that line. Only from inside its locked target it may be unable to.
  static bool may_lock_in(const State<Word>& state, int mover, int to) {
    const Tables<Word>& tables = *state.tables;
    return !state.none_locked_in || tables.layout.contains(tables.seat[mover].locked, to);
  }
  static void place_in_play(State<Word>& state, bool ranked);  // shared or ranked free places
  static void end(State<Word>& state, Reason reason);
  // The reply and the one side left; true where the turn is settled or the game over.
  static bool settle(State<Word>& state, int mover, const Effect& effect, History& history);
  // What last gave a place in a move, kNone where nothing did.
  static Reason gave_place(const State<Word>& state, const Effect& effect);
  static int sides_in_play(const State<Word>& state);
  static void quit(State<Word>& state, int s, Reason reason);
};

extern template struct Endings<std::uint64_t>;
extern template struct Endings<U128>;

// Whether anyone can move once it is the turn of seat s.
template <class Word>
[[nodiscard]] inline bool turn_can_move(const State<Word>& state, int s) noexcept {
  if (!state.tables->rules.capture) return can_move(state, s);
  return any(jumping_stones(*state.tables, state.marbles[0]));
}

// The checks from `blocked` on, and the turn. `to` is the cell moved to. `given` tells what gave a
// place in this move, which then is the reason of an end, else kNone.
template <class Word>
inline void pass_turn(State<Word>& state, int mover, int to, bool seats_changed, Reason given,
                      History& history) {
  const Tables<Word>& tables = *state.tables;
  const Rules& rules = tables.rules;
  int next = kNobody;
  bool wrapped = false;
  for (int i = 1, s = mover; i <= tables.seats; ++i) {
    if (++s == tables.seats) {
      s = 0;
      wrapped = true;
    }
    if (state.plays(s) && turn_can_move(state, s)) {
      next = s;
      break;
    }
    // The stones are everybody's: if one seat can't move, none can.
    if (rules.capture && state.plays(s)) break;
  }
  using E = Endings<Word>;
  const auto end = [&](Reason check, bool ranked) {
    E::place_in_play(state, ranked);
    E::end(state, given == Reason::kNone ? check : given);
  };
  const bool ranked = rules.tie == Tie::kRank;
  if (next == kNobody) {
    return rules.capture ? end(Reason::kExhausted, true) : end(Reason::kBlocked, ranked);
  }
  if (rules.lock_in && E::may_lock_in(state, mover, to)) {
    state.none_locked_in = !E::locked_in(state);
    if (!state.none_locked_in) return end(Reason::kLockedIn, false);
  }
  const bool rounds_over = wrapped && rules.max_rounds != kOff &&
                           state.round >= static_cast<std::uint32_t>(rules.max_rounds);
  const bool plies_over =
      rules.max_plies != kOff && state.plies >= static_cast<std::uint32_t>(rules.max_plies);
  if (rounds_over || plies_over) return end(Reason::kLimit, ranked);
  state.key ^= tables.zobrist_turn[mover] ^ tables.zobrist_turn[next];
  state.turn = static_cast<std::int8_t>(next);
  if (history.recording()) {
    if (seats_changed) history.forget_past();
    if (history.push(state.key) >= 3 && rules.repetition != kOff) {
      return end(Reason::kRepetition, ranked);
    }
  }
  state.round += wrapped;
}

}  // namespace detail

// Plays a legal race move.
template <class Word>
inline Effect do_move(State<Word>& state, Move move, History& history) {
  const Tables<Word>& tables = *state.tables;
  const Layout<Word>& layout = tables.layout;
  const int mover = state.turn;
  const Place<Word> from = layout.place(move.from);
  const Place<Word> to = layout.place(move.to);
  state.marbles[mover][from.cls] ^= from.mask;
  state.marbles[mover][to.cls] ^= to.mask;
  state.occupied[from.cls] ^= from.mask;
  state.occupied[to.cls] ^= to.mask;
  const auto& zobrist = tables.zobrist[tables.seat[mover].colour];
  state.key ^= zobrist[move.from] ^ zobrist[move.to];
  ++state.moves[mover];
  ++state.plies;

  using E = detail::Endings<Word>;
  Effect effect;
  bool settled = state.reply_due;
  for (int s = 0; s < tables.seats; ++s) {
    if (!state.plays(s) || !has_arrived(state, s)) continue;
    E::arrivals(state, mover, effect);
    settled = true;
    break;
  }
  const auto deadline = static_cast<std::uint32_t>(tables.rules.deadline);
  if (deadline != kOff && state.moves[mover] >= deadline && state.plays(mover) &&
      E::breaks_deadline(state, mover, move)) {
    E::eliminate(state, mover, effect);
    settled = true;
  }
  Reason given = Reason::kNone;
  if (settled) {
    state.none_locked_in = false;
    if (E::settle(state, mover, effect, history)) return effect;
    given = E::gave_place(state, effect);
  }
  detail::pass_turn(state, mover, move.to, settled, given, history);
  return effect;
}

// Plays a legal capture move.
template <class Word>
inline Effect do_move(State<Word>& state, const CaptureMove<Word>& move, History& history) {
  const Tables<Word>& tables = *state.tables;
  const int mover = state.turn;
  CellSet<Word>& stones = state.marbles[0];
  const auto& zobrist = tables.zobrist[kStone];
  tables.layout.flip(stones, move.from);
  stones = stones & ~move.taken;
  tables.layout.add(stones, move.to);  // last: it may be the cell of a stone just taken
  state.occupied = stones;
  state.key ^= zobrist[move.from] ^ zobrist[move.to];
  tables.layout.for_each(move.taken, [&](int cell) { state.key ^= zobrist[cell]; });
  state.taken[mover] = static_cast<std::uint16_t>(state.taken[mover] + popcount(move.taken));
  ++state.moves[mover];
  ++state.plies;
  detail::pass_turn(state, mover, move.to, false, Reason::kNone, history);
  return {};
}

template <class Word>
inline void undo_move(State<Word>& state, const Undo<Word>& undo, History& history) noexcept {
  state = undo.state;
  history.rewind(undo.history);
}

// Seat s leaves the game: `reason` is kResigned or kTime. The seat must have no place.
template <class Word>
inline void do_quit(State<Word>& state, int s, Reason reason) {
  detail::Endings<Word>::quit(state, s, reason);
}

// The key computed from nothing, which the incremental key must equal.
template <class Word>
[[nodiscard]] std::uint64_t fresh_key(const State<Word>& state);

// The least number of moves of seat s that bring a marble on `cell` out of the home camp, the seat's
// other marbles lifted off and everyone else standing still; kShutIn without one.
inline constexpr int kShutIn = 1 << 20;
template <class Word>
[[nodiscard]] int way_out(const State<Word>& state, int s, int cell);

}  // namespace sternhalma
